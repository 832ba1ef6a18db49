// Understands a question by the rules of kb/understand.py: its language, numbers, parts, terms, the words that search.
import { Around } from "./around.js";
import { BEFORE, EditionAsked, NOW } from "./edition_asked.js";
import { fold } from "./fold.js";
import { BORROWED } from "./glossary.js";
import { Lookup } from "./lookup.js";
import { NumberWords } from "./number_words.js";
import { Pattern } from "./pattern.js";
import { Referring } from "./referring.js";
import { inPlace } from "./spelling.js";
import { LISTED } from "./store.js";
import { isHiragana, tokens } from "./tokens.js";

const MAX_LETTERS = 2000;
const MAX_WORDS = 80;
const [HIRAGANA, FUNCTION, CORRECTED, EXPANDED, GAME_VOTES] = [0.3, 0.25, 0.8, 0.6, 0.8];
const FUNCTION_WORDS = new Set(tokens(
  "a an the is are am was were be been do does did can could may might must shall should will would i me my mine you your "
  + "he she it its we they them their this that these those there here to of in on at by for from with about into and or but "
  + "if so then than what when where which who whom whose why how any some no not just also only still now ok hey please tell"));
const GAME_NAMES = "game-names";
const BESIDE = ["names-beside", "documents-beside"];
const FRAGMENTS = "fragments";
const JAPANESE = /[\u3040-\u30ff\uff66-\uff9f\u3400-\u4dbf\u4e00-\u9fff々〆〇]/;

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const holds = (pattern, text) => text.search(pattern) >= 0;

export const languageOf = (text) => (JAPANESE.test(text) ? "ja" : "en");
// Whether a text has letters that tell its language: "3.2.1" and "Q1" are of either.
export const tellsLanguage = (text) => JAPANESE.test(text) || /[A-Za-z]{2}/.test(text);

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

// A text of as many letters as are read: one letter may stand for a whole phrase, such as ﷺ, which folds to 18.
function cut(text) {
  const letters = [...text].slice(0, MAX_LETTERS).join("");
  const folded = [...fold(letters)];
  return folded.length > 2 * MAX_LETTERS ? folded.slice(0, MAX_LETTERS).join("").trim() : letters;
}

// A letter alone, or again and again.
const NO_WORD = /^([a-zà-öø-ÿ'])\1*$/;

// Words that ask nothing where they are all there is, and one letter again and again.
class Fragments {
  constructor(words) {
    const known = words.map(fold);
    this.latin = new Set(known.flatMap((word) => word.match(/[a-zà-öø-ÿ']+/g) ?? []));
    this.japanese = new Set(known.filter((word) => !/^[\x00-\x7f]*$/.test(word)));
    this.longest = Math.max(0, ...[...this.japanese].map((word) => word.length));
  }

  // Whether nothing else stands in a folded text but marks and numbers.
  only(folded) {
    return (folded.match(/[a-zà-öø-ÿ']+/g) ?? []).every((word) => this.latin.has(word) || NO_WORD.test(word))
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

// Where a text says which game it is of: that tells the game, and is no matter of the question (kb/game_named.py).
class GameNamed {
  constructor(games, pattern) {
    this.pattern = new Pattern(pattern);
    // What finds the words that people call each game, by id.
    const known = games.filter(({ words }) => words.length);
    this.patterns = known.map(({ id, words }) => [id, new Pattern(wordsPattern(byLength(words)).source)]);
  }

  // The ids of the games that a folded text names.
  named(folded) {
    return this.patterns.filter(([, pattern]) => pattern.search(folded)).map(([id]) => id);
  }

  // A text without the names of games, folded; as it is where nothing else is left.
  without(text) {
    const folded = fold(text);
    const left = folded.replace(this.pattern.onward, " ").trim().replace(/\s+/g, " ").replace(/^[ ,.、。:;-]+|[ ,.、。:;-]+$/g, "");
    return this.pattern.search(folded) && tokens(left).length ? left : text;
  }
}

export class Understanding {
  // `citing` gives what finds the citations of a text, `shell` are the library's patterns and forms (kb/offline/citing.py).
  constructor(store, glossary, spelling, citing, shell) {
    Object.assign(this, { store, glossary, spelling });
    const said = (wanted) => store.lists.outside.filter(({ sort }) => wanted(sort)).flatMap((body) => body.words);
    this.outside = wordsPattern(byLength(said((sort) => ![FRAGMENTS, ...BESIDE].includes(sort))));
    this.fragments = new Fragments(said((sort) => sort === FRAGMENTS));
    this.otherGames = wordsPattern(byLength(said((sort) => sort === GAME_NAMES)));
    const pattern = (name) => shell.patterns[name];
    [this.reason, this.compares] = ["reasons.REASON", "outside.COMPARES"].map((name) => new RegExp(pattern(name), "u"));
    this.lookup = new Lookup(pattern);
    this.around = new Around(store.around);
    this.games = new GameNamed([...store.games.values()], store.gameNamed);
    this.editions = new EditionAsked([...store.documents.values()], shell.patterns, new NumberWords(shell.numbers));
    this.referring = new Referring({ store, glossary, spelling, games: this.games, citing, shell });
  }

  // The question as it is understood, or null where it holds nothing that could be searched for.
  understand(typed, language = null) {
    const text = cut(readable(typed));
    const question = this.around.without(text);
    const folded = fold(question);
    const edition = this.editions.of(folded);
    const without = edition === NOW ? "" : this.editions.without(folded);
    let asked = tokens(without).length ? without : question;
    const named = this.games.named(folded);
    if (named.length) asked = this.games.without(asked);
    const words = tokens(asked).slice(0, MAX_WORDS);
    if (!words.length) return null;
    const right = new Map();
    for (const word of new Set(words)) {
      const near = this.spelling.knows(word) ? null : this.spelling.nearest(word);
      if (near !== null) right.set(word, near);
    }
    const mentions = this.#mentions(asked, right);
    const { strange, ...referred } = this.referring.read(text, right, mentions, named, edition);
    const { references, missing, locators, ambiguous } = referred;
    const games = named.length ? named : votedGame(mentions);
    const outside = [...new Set(folded.match(this.outside) ?? []), ...strange];
    const compares = this.compares.test(folded);
    const elsewhere = !named.length && outside.length > 0 && holds(this.otherGames, folded) && !compares;
    const fragment = !mentions.length && !references.length && !locators.length && this.fragments.only(folded);
    return {
      text, question, words, mentions, edition, games, outside, referred, ...referred,
      named: named.length > 0,
      game: named.length === 1 && !compares ? named[0] : "",
      old: this.#isOld(edition, games),
      // It names an edition newer than all that are held.
      unheld: edition > this.#newest(games),
      language: language ?? languageOf(text),
      weights: weigh(words, right, mentions),
      // No ruling may be given, however near one seems.
      barred: missing.length > 0 || elsewhere || ambiguous || fragment,
      besideList: this.#asksBesideList(inPlace(asked, right), mentions),
      lookedUp: this.#lookedUp(inPlace(asked, right), mentions, named),
      spelled: [asked, ...right.values()].join(" "),
      reason: holds(this.reason, folded),
    };
  }

  #documents(games) {
    return [...this.store.documents.values()].filter(({ game }) => !games.length || games.includes(game));
  }

  // A question as it is read of an entry of a game, where it names none: which editions are old differs between games.
  inGame(query, game) {
    if (query.named || query.edition === NOW || query.edition === BEFORE) return query;
    return { ...query, old: this.#isOld(query.edition, [game]), unheld: query.edition > this.#newest([game]) };
  }

  // Whether an edition is an older one, or an unheld one before the newest, of the games that are named, else of any.
  #isOld(edition, games) {
    if (edition === NOW || edition === BEFORE) return edition === BEFORE;
    const same = this.#documents(games).filter((one) => one.edition === edition);
    return same.some(({ current }) => !current) || (!same.length && edition < this.#newest(games));
  }

  // The newest edition of the games that are named, else of any.
  #newest(games) {
    return Math.max(0, ...this.#documents(games).map((one) => one.edition));
  }

  #mentions(text, right) {
    const found = this.glossary.find(text);
    if (!right.size) return found;
    const known = new Set(found.map((mention) => mention.term.id));
    const mended = this.glossary.find(inPlace(text, right));
    return [...found, ...mended.filter((m) => !known.has(m.term.id)).map((m) => ({ term: m.term, weight: m.weight * CORRECTED, form: m.form }))];
  }

  // Whether a question names a card of which the rules only say how many may be played, and asks something else of it.
  #asksBesideList(text, mentions) {
    const isListed = ({ term }) => term.kind === "card" && this.store.entry(term.entries[0])?.kind === LISTED;
    const listed = mentions.filter(isListed);
    return listed.length > 0 && !listed.some(({ form }) => this.lookup.ofItsPlace(fold(text), form));
  }

  // The terms of which a question asks only what they are; `named` are the games that it names.
  #lookedUp(text, mentions, named) {
    const games = this.games.patterns.filter(([id]) => named.includes(id)).map(([, pattern]) => pattern.onward);
    return new Set(mentions.filter(({ form }) => this.lookup.only(fold(text), form, games)).map(({ term }) => term));
  }
}

// The game whose terms a question uses alone.
function votedGame(mentions) {
  const votes = new Map();
  for (const { term, weight } of mentions) if (term.game) votes.set(term.game, (votes.get(term.game) ?? 0) + weight);
  const [best, most] = [...votes].reduce((top, one) => (one[1] > top[1] ? one : top), ["", 0]);
  const total = [...votes.values()].reduce((sum, weight) => sum + weight, 0);
  // What other games call them does not tell by itself ("match", "my deck").
  const own = mentions.some(({ term, weight }) => term.game === best && weight > BORROWED);
  return best && own && most >= GAME_VOTES * total && most >= 1 ? [best] : [];
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
