// Understands a question by the rules of kb/understand.py: its language, numbers, parts, terms, the words that search.
import { alike, fold } from "./fold.js";
import { Following } from "./following.js";
import { Lookup } from "./lookup.js";
import { BESIDE } from "./numbering.js";
import { locator } from "./store.js";
import { isHiragana, tokens } from "./tokens.js";

const MAX_LETTERS = 2000;
const MAX_WORDS = 80;
const [HIRAGANA, FUNCTION, CORRECTED, EXPANDED, GAME_VOTES] = [0.3, 0.25, 0.8, 0.6, 0.8];
const FUNCTION_WORDS = new Set(tokens(
  "a an the is are am was were be been do does did can could may might must shall should will would i me my mine you your "
  + "he she it its we they them their this that these those there here to of in on at by for from with about into and or but "
  + "if so then than what when where which who whom whose why how any some no not just also only still now ok hey please tell"));
// A step number (3.2.1) or a question number (Q4). Not a version or price glued to letters, not the 7.1 inside 17.1.2.
const NUMBER = /(?<![\p{Nd}.])(?<step>\p{Nd}{1,2}(?:\.\p{Nd}{1,2}){1,3})(?!\p{Nd}|\.\p{Nd})(?!\s?(?:(?:points?(?!\s(?:of|in|under))|cm|euros?|dollars?|seconds?|minutes?|hours?|gauge|cards?|damage|average|omw|per)(?![a-z])|[%倍円秒]|ch(?![a-z])))|(?<![a-z0-9])(?:q ?& ?a|q\.?|questions?|質問)\s?(?:no\.?|number|#)?\s?(?<asked>\p{Nd}{1,2})(?!\p{Nd}|\s?(?:つ|件|点|個|:))/gu;
// A number with dots, or that of a Q&A, beside words that name its part.
const NAMED_STEP = /^(?=[^]*[^\P{L}qQ])[^]*(?:\p{Nd}\.\p{Nd}|[qQ][ \t]?\p{Nd}|(?<![\p{Nd}.])(?:\p{Nd}\p{Nd}|[3-9])$)/u;
// What may stand between the name of a part and its number; what says that a number is that of a step, before it.
const JOINED = /^(?:'s)?[\s"'」\]),:、]*(?:の|no\s)?\s?$/u;
const ANNOUNCED = /(?:(?<![a-z])(?:steps?|rules?|sections?|no\.?|numbers?)|ルール|手順|番号|ステップ)\s?$/u;
const GAME_NAMES = "game-names";
const FRAGMENTS = "fragments";
const DIGIT = /\p{Nd}/u;
const JAPANESE = /[\u3040-\u30ff\uff66-\uff9f\u3400-\u4dbf\u4e00-\u9fff々〆〇]/;

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
// Nothing but a number with dots.
const ALONE = /^[^\p{L}\p{N}_]*[0-9]{1,2}(?:\.[0-9]{1,2})+[^\p{L}\p{N}_]*$/u;
const NOTHING_CITED = { ids: [], every: [], named: [], unprinted: [], lists: [], own: [] };
const holds = (pattern, text) => text.search(pattern) >= 0;

export const languageOf = (text) => (JAPANESE.test(text) ? "ja" : "en");

// Any of some folded words; a Latin word must stand whole, perhaps with a plural s, and katakana must begin one (kb/outside.py).
export function wordsPattern(words) {
  const latin = words.filter((word) => /^[\x00-\x7f]*$/.test(word)).map(escaped);
  const other = words.filter((word) => !/^[\x00-\x7f]*$/.test(word)).map((word) => (/^[ァ-ヺ]/.test(word) ? `(?<![ァ-ヺー])${escaped(word)}` : escaped(word)));
  const pieces = [];
  if (latin.length) pieces.push(`(?<![a-z0-9])(?:${latin.join("|")})(?:s|'s)?(?![a-z0-9])`);
  if (other.length) pieces.push(`(?:${other.join("|")})`);
  return new RegExp(pieces.length ? pieces.join("|") : "(?!)", "gu");
}

// Without control characters and lone surrogates, which no keyboard types.
function readable(text) {
  return text.replace(/\p{Cs}/gu, "").replace(/[\p{C}\p{Z}]/gu, " ").split(" ").filter(Boolean).join(" ");
}

// A text with tokens set right where they stand.
function inPlace(text, right) {
  if (!right.size) return text;
  let out = fold(text).replace(/[a-z]+/g, (word) => right.get(tokens(word).find((token) => right.has(token))) ?? word);
  for (const wrong of [...right.keys()].filter((word) => !/^[\x00-\x7f]*$/.test(word)).sort((a, b) => b.length - a.length)) {
    out = out.replaceAll(wrong, right.get(wrong));
  }
  return out;
}

// Words that ask nothing where they are all there is.
class Fragments {
  constructor(words) {
    const known = words.map(fold);
    this.latin = new Set(known.flatMap((word) => word.match(/[a-zà-öø-ÿ']+/g) ?? []));
    this.japanese = new Set(known.filter((word) => !/^[\x00-\x7f]*$/.test(word)));
    this.longest = Math.max(0, ...[...this.japanese].map((word) => word.length));
  }

  // Whether nothing else stands in a folded text but marks and numbers.
  only(folded) {
    return (folded.match(/[a-zà-öø-ÿ']+/g) ?? []).every((word) => this.latin.has(word))
      && this.#areFragments((folded.match(/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+/g) ?? []).join(""));
  }

  #areFragments(letters) {
    for (let place = 0; place < letters.length;) {
      let size = Math.min(this.longest, letters.length - place);
      while (size > 0 && !this.japanese.has(letters.slice(place, place + size))) size -= 1;
      if (!size) return false;
      place += size;
    }
    return true;
  }
}

function byLength(words) {
  const length = (word) => [...word].length;
  return [...new Set(words.map(fold))].sort((a, b) => length(b) - length(a) || (a < b ? -1 : 1));
}

export class Understanding {
  // `citing` gives what finds the citations of a text, `numbering` the numbers by which people name a rule.
  constructor(store, glossary, spelling, citing, numbering) {
    Object.assign(this, { store, glossary, spelling, citing, numbering });
    const said = (wanted) => store.lists.outside.filter(({ sort }) => wanted(sort)).flatMap((body) => body.words);
    this.outside = wordsPattern(byLength(said((sort) => sort !== FRAGMENTS)));
    this.fragments = new Fragments(said((sort) => sort === FRAGMENTS));
    this.otherGames = wordsPattern(byLength(said((sort) => sort === GAME_NAMES)));
    const asked = (name) => numbering.pattern(`edition_asked.${name}`);
    this.edition = new RegExp(asked("EDITION"), "gu");
    this.nowAsked = new RegExp(asked("NOW_ASKED"), "gu");
    this.editionNumber = new RegExp(asked("NUMBER"), "u");
    this.earlier = new RegExp(asked("EARLIER"), "u");
    this.tooHigh = new RegExp(numbering.pattern("unprinted.TOO_HIGH"), "gu");
    this.code = new RegExp(numbering.pattern("unprinted.CODE"), "gu");
    this.corrected = new RegExp(numbering.pattern("unprinted.CORRECTED"), "u");
    this.reason = new RegExp(numbering.pattern("reasons.REASON"), "u");
    this.compares = new RegExp(numbering.pattern("outside.COMPARES"), "u");
    this.lookup = new Lookup(numbering.pattern);
    this.gameWords = [...store.games.values()].filter((game) => game.words.length)
      .map((game) => [game.id, wordsPattern(game.words.map(fold))]);
    this.gameNamed = new RegExp(store.gameNamed, "gu");
    this.following = new Following(store.lists.flow.filter((flow) => store.documents.get(flow.document).current), numbering.following);
    this.parts = store.parts.map((part) => numbering.part(part, [fold(part.name_en), fold(part.name_ja)], fold(part.code)));
    // A game's short name and a space, with which our citations begin.
    this.prefix = new RegExp(`(?<![a-z0-9])(?:${[...store.games.keys()].sort().map(escaped).join("|")}) `, "u");
  }

  // The question as it is understood, or null where it holds nothing that could be searched for.
  understand(typed, language = null) {
    const text = [...readable(typed)].slice(0, MAX_LETTERS).join("");
    const folded = fold(text);
    const named = this.#namesEdition(folded);
    const without = folded.replace(this.edition, " ");
    const ours = this.gameWords.filter(([, pattern]) => holds(pattern, folded)).map(([id]) => id);
    let asked = named && tokens(without).length ? without : text;
    if (ours.length) asked = this.#withoutGame(asked);
    const words = tokens(asked).slice(0, MAX_WORDS);
    if (!words.length) return null;
    const right = new Map();
    for (const word of new Set(words)) {
      const near = this.spelling.knows(word) ? null : this.spelling.nearest(word);
      if (near !== null) right.set(word, near);
    }
    const mentions = this.#mentions(asked, words, right);
    const plain = this.numbering.withoutVersions(alike(text));
    const numbered = this.numbering.printed(plain);
    const bare = numbered === plain || numbered === this.numbering.dashed(plain) || ALONE.test(numbered);
    const read = fold(numbered);
    const ownList = this.numbering.ownList.test(read);
    const locators = [...read.matchAll(NUMBER)].map(({ groups }) => groups.step ?? `Q${groups.asked}`)
      .filter((one) => !(ownList && one.startsWith("Q")));
    const parts = this.parts.filter((name) => holds(name.named, read));
    let { references, missing } = this.#references(numbered, read, locators, parts, mentions, bare);
    if (right.size && !references.length && DIGIT.test(read)) { // "finl phase 2.4"
      const mended = read.replace(/[a-z]+/g, (word) => right.get(word) ?? word);
      ({ references, missing } = this.#references(mended, mended, locators, parts, mentions, bare));
    }
    if (!references.length && !missing.length) missing = this.#nowhere(read, locators);
    if (!references.length && !missing.length) missing = [...read.matchAll(this.tooHigh)].map(({ groups }) => groups.number);
    if (!references.length && !missing.length) missing = this.#uncorrected(folded);
    const strange = this.#strange(text, right);
    const rest = strange.reduce((left, name) => left.replaceAll(name, " "), text);
    if (strange.length && !references.length && !this.glossary.find(rest).length) missing = [...missing, ...strange];
    const inParts = parts.map((name) => `${name.game}/${name.slug}`);
    const following = DIGIT.test(read) && (references.length || !missing.length) ? this.following.find(read, references, inParts) : [];
    const own = this.prefix.test(read) || locators.some((one) => one.startsWith("Q"));
    const edition = named ? this.#editionOf(folded) : null;
    const games = ours.length ? ours : this.#votedGame(mentions);
    const outside = [...new Set(folded.match(this.outside) ?? []), ...strange];
    const elsewhere = !ours.length && outside.length > 0 && holds(this.otherGames, folded) && !this.compares.test(folded);
    const fragment = !mentions.length && !references.length && !locators.length && this.fragments.only(folded);
    const ambiguous = bare && !own && new Set(references).size > 1 && ALONE.test(read);
    missing = references.length ? [] : missing;
    return {
      text, words, mentions, locators, edition, games, named: ours.length > 0,
      game: ours.length === 1 && !this.compares.test(folded) ? ours[0] : "",
      old: named && (edition === null || this.#isOld(edition, games)),
      language: language ?? languageOf(text),
      weights: weigh(words, right, mentions),
      following,
      parts: inParts,
      references: [...new Set(references)],
      missing, ambiguous,
      // No ruling may be given, however near one seems.
      barred: missing.length > 0 || elsewhere || ambiguous || fragment,
      lookedUp: this.#lookedUp(inPlace(asked, right), mentions),
      pointed: following.length ? BESIDE : !references.length || own ? 1 : this.numbering.pointed(read),
      spelled: [asked, ...right.values()].join(" "),
      outside,
      reason: holds(this.reason, folded),
    };
  }

  // Whether a folded text asks about an edition, and not, once it has told of one, about the rules as they are now.
  #namesEdition(folded) {
    const first = folded.search(this.edition);
    if (first < 0) return false;
    this.edition.lastIndex = first;
    this.nowAsked.lastIndex = first + this.edition.exec(folded)[0].length;
    this.edition.lastIndex = 0;
    return this.nowAsked.exec(folded) === null;
  }

  // The number of the edition that a folded text asks about; null for one that it does not tell.
  #editionOf(folded) {
    const found = folded.match(this.editionNumber)?.groups;
    if (!found || holds(this.earlier, folded)) return null;
    return found.first ? 1 : found.second ? 2 : found.third ? 3 : Number(found.number ?? found.plain);
  }

  // A text without the names of games, folded; as it is where nothing else is left (kb/game_named.py).
  #withoutGame(text) {
    const folded = fold(text);
    const left = folded.replace(this.gameNamed, " ").trim().replace(/\s+/g, " ").replace(/^[ ,.、。:;-]+|[ ,.、。:;-]+$/g, "");
    return holds(this.gameNamed, folded) && tokens(left).length ? left : text;
  }

  // Whether an edition is an older one, or one that is not held, of the games that are named, else of any.
  #isOld(edition, games) {
    const held = [...this.store.documents.values()].filter((d) => !games.length || games.includes(d.game));
    return held.some((d) => !d.current && d.edition === edition) || held.every((d) => d.edition !== edition);
  }

  #mentions(text, words, right) {
    const found = this.glossary.find(text);
    if (!right.size) return found;
    const known = new Set(found.map((mention) => mention.term.id));
    const mended = this.glossary.find(words.map((word) => right.get(word) ?? word).join(" "));
    return [...found, ...mended.filter((m) => !known.has(m.term.id)).map((m) => ({ term: m.term, weight: m.weight * CORRECTED, form: m.form }))];
  }

  // The terms of which a question asks only what they are.
  #lookedUp(text, mentions) {
    const [folded, games] = [fold(text), this.gameWords.map(([, pattern]) => pattern)];
    return new Set(mentions.filter(({ form }) => this.lookup.only(folded, form, games)).map(({ term }) => term));
  }

  // The names in brackets that no text prints and no term goes by, nor once its misspelt words are put right.
  #strange(text, right) {
    const isTerm = (name) => this.glossary.find(name).some(({ form }) => tokens(form).join(" ") === tokens(name).join(" "));
    return (/[\[［【『〔]/.test(text) ? this.citing().strange(text) : []).filter((name) => !isTerm(inPlace(name.slice(1, -1), right)));
  }

  // The codes of cards that are all a text is, or of which it asks what was corrected, and that no text prints, but others of their series.
  #uncorrected(folded) {
    const asked = [...folded.matchAll(this.code)];
    if (!asked.length || (!holds(this.corrected, folded) && /[\p{L}\p{N}_]/u.test(folded.replace(this.code, "")))) return [];
    this.codes ??= new Set(this.store.entries.flatMap(({ renditions }) => renditions)
      .flatMap(({ number, title, text }) => fold(`${number ?? ""}\n${title ?? ""}\n${text}`).match(this.code) ?? []));
    const series = new Set([...this.codes].map((code) => code.split("-")[0]));
    return asked.filter(({ 0: code, groups }) => series.has(groups.series) && !this.codes.has(code)).map(([code]) => code);
  }

  // The game whose terms a question uses alone.
  #votedGame(mentions) {
    const votes = new Map();
    for (const { term, weight } of mentions) if (term.game) votes.set(term.game, (votes.get(term.game) ?? 0) + weight);
    const [best, most] = [...votes].reduce((top, one) => (one[1] > top[1] ? one : top), ["", 0]);
    const total = [...votes.values()].reduce((sum, weight) => sum + weight, 0);
    return best && most >= GAME_VOTES * total && most >= 1 ? [best] : [];
  }

  #references(text, folded, locators, parts, mentions, bare) {
    const read = DIGIT.test(text) || this.prefix.test(folded);
    const { ids, every, named, unprinted, lists, own } = read ? this.citing().references(text, this.prefix) : NOTHING_CITED;
    if (own.length) return { references: own, missing: [] };
    const called = DIGIT.test(folded) ? this.parts.filter((name) => holds(name.called, folded)) : [];
    const at = (name, slugs) => slugs.flatMap((slug) => this.store.at(name.game, name.slug, slug));
    let [out, missing] = [[], []];
    if (!locators.length) {
      out = called.flatMap((name) => at(name, this.numbering.pairs(name, folded)));
      if (!out.length) out = named;
      const told = called.flatMap((name) => this.numbering.stages(name, folded).filter((slug) => at(name, [slug]).length).map((slug) => [name, slug]));
      const listed = new Set(told.map(([, slug]) => slug)).size > 1; // "call 1, cast 2"
      if (!out.length && !listed) out = told.flatMap(([name, slug]) => at(name, [slug]));
    }
    const slugs = locators.map((one) => locator(one).slug);
    if (!out.length) out = named;
    for (const names of [parts, called]) if (!out.length) out = names.flatMap((name) => at(name, slugs));
    if (bare && !out.length) out = ALONE.test(folded) ? every : ids;
    missing = unprinted.filter((words) => NAMED_STEP.test(words) || lists.some((list) => fold(words).startsWith(list)));
    out = [...out];
    for (const slug of locators.filter((one) => one.startsWith("Q")).map((one) => one.toLowerCase())) {
      const under = mentions.flatMap(({ term }) => term.entries.slice(0, 1)).filter((id) => this.store.rows.has(`${id}/q1`)).map((id) => `${id}/${slug}`);
      out.push(...under.filter((id) => this.store.rows.has(id)).slice(0, 1));
      if (under.length && !out.length) missing.push(slug.toUpperCase());
    }
    return { references: out, missing };
  }

  // The numbers that the text says to be those of steps (kb/unprinted.py), and that no part prints.
  #nowhere(folded, locators) {
    const ends = this.parts.flatMap((name) => [...folded.matchAll(new RegExp(name.called, "gu"))].map((found) => found.index + found[0].length));
    const near = (end, start) => end <= start && start - end <= 16;
    const told = (number) => {
      if (ALONE.test(folded)) return true;
      const starts = [...folded.matchAll(new RegExp(`(?<![0-9.])${escaped(number)}(?![0-9])`, "gu"))].map((found) => found.index);
      return starts.some((start) => ANNOUNCED.test(folded.slice(Math.max(0, start - 16), start)) || ends.some((end) => near(end, start) && JOINED.test(folded.slice(end, start))));
    };
    const printed = (one) => this.parts.some((name) => this.store.at(name.game, name.slug, locator(one).slug).length);
    const nowhere = [...new Set(locators)].filter((one) => !one.startsWith("Q") && told(one) && !printed(one));
    return nowhere.length ? nowhere : [...new Set(locators)].filter((one) => one.startsWith("Q") && this.#askedUnderNone(folded, one));
  }

  // Whether the number of a Q&A stands right before the name of a part that has Q&As, none of that number: "Q15 call".
  #askedUnderNone(folded, asked) {
    const place = new RegExp(`(?<![a-z0-9])q\\s?${asked.slice(1)}[\\s,:]{0,2}(?:(?:of|in|under|の)\\s)?(?:the\\s)?`, "u").exec(folded);
    if (!place) return false;
    const starts = (name) => [...folded.matchAll(new RegExp(name.called, "gu"))].some(({ index }) => index === place.index + place[0].length);
    const at = (name, slug) => this.store.at(name.game, name.slug, slug).length > 0;
    const parts = this.parts.filter(starts);
    return parts.some((name) => at(name, "q1")) && !parts.some((name) => at(name, asked.toLowerCase()));
  }
}

function weigh(words, right, mentions) {
  const weights = new Map();
  for (const word of words) {
    const share = isHiragana(word) ? HIRAGANA : FUNCTION_WORDS.has(word) ? FUNCTION : 1;
    weights.set(word, Math.min(1.5, (weights.get(word) ?? 0) + share));
  }
  for (const [wrong, near] of right) {
    weights.set(near, Math.max(weights.get(near) ?? 0, CORRECTED));
    weights.delete(wrong);
  }
  for (const { term, weight } of mentions.slice(0, 8)) {
    for (const form of [...term.en.slice(0, 1), ...term.ja.slice(0, 1)]) {
      for (const token of tokens(form)) {
        const share = EXPANDED * weight * (isHiragana(token) ? 0.5 : 1);
        weights.set(token, Math.max(weights.get(token) ?? 0, share));
      }
    }
  }
  return weights;
}
