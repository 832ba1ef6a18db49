// Tells which entries the numbers of a question name, and what it names that no text has (kb/referring.py).
import { alike, fold } from "./fold.js";
import { Following } from "./following.js";
import { NumberWords } from "./number_words.js";
import { BESIDE, Numbering, PartName } from "./numbering.js";
import { Pattern, patternsOf } from "./pattern.js";
import { inPlace } from "./spelling.js";
import { SpokenSteps } from "./spoken.js";
import { locator } from "./store.js";
import { TitledQuestions } from "./titled.js";
import { tokens } from "./tokens.js";
import { Unprinted } from "./unprinted.js";

// A KB of up to so many entries reads every form of citation; a larger one reads a number beside the name of its part.
const CITED = 20000;
const KEYWORD = "keyword";
const NOT_PRINTED = "not printed";
const ELSEWHERE = ["game", "foreign"];

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const idsOf = (citations) => citations.flatMap(({ candidates }) => candidates.map(({ entry }) => entry.id));
const isAsked = (locator) => locator.startsWith("Q");
const unique = (all) => [...new Set(all)];
// The first of some ways that names anything; a way is not gone before it is needed.
const first = (...ways) => ways.reduce((out, way) => (out.length ? out : way()), []);

export class Referring {
  // `games` tells which games a text names, `citing` gives what finds the citations of a text; `shell` are the library's patterns
  // and forms (kb/offline/citing.py).
  constructor({ store, glossary, spelling, games, citing, shell: { patterns, loose, numbers } }) {
    Object.assign(this, { store, glossary, games, citing });
    this.is = patternsOf(patterns, "referring");
    this.whole = store.size <= CITED;
    this.numbering = new Numbering(patterns, new NumberWords(numbers));
    this.unprinted = new Unprinted(store, patterns);
    this.parts = store.parts.map((part) => new PartName(part, loose[`${part.game}/${part.slug}`], this.numbering));
    this.printed = printedAt(store);
    // A game's short name and a space, with which our citations begin.
    this.prefix = new Pattern(`(?<![a-z0-9])(?:${[...store.games.keys()].sort().map(escaped).join("|")}) `);
    this.spoken = new SpokenSteps({
      parts: this.parts, numbering: this.numbering, games: games.patterns.map(([, pattern]) => pattern), patterns,
      at: (part, slug) => this.#at(part, slug), has: (id) => store.rows.has(id), knows: (word) => spelling.knows(word),
    });
    this.titled = new TitledQuestions(this.whole ? askedUnder(store, this.printed) : [], patterns);
    const flow = (name) => new RegExp(patterns[`following.${name}`], "u");
    const flows = store.lists.flow.filter((one) => this.whole && store.documents.get(one.document).current);
    this.following = new Following(flows, flow);
  }

  // What a question refers to: { locators, parts, references, missing, following, pointed, ambiguous, strange }. `right` are its
  // misspelt words put right, `mentions` its terms, `games` those that it names, `edition` the one that it asks about.
  read(text, right, mentions, games, edition) {
    const { numbering, unprinted } = this;
    const plain = numbering.withoutVersions(this.#joined(alike(text)));
    const numbered = numbering.printed(plain);
    const read = fold(numbered);
    const ownList = numbering.isOwnList(read);
    const printed = [...this.is.NUMBER.all(read)].map(({ groups }) => groups.step ?? `Q${groups.asked}`);
    const locators = printed.filter((one) => !(ownList && isAsked(one)));
    const parts = this.parts.filter((name) => name.named(read));
    const bare = numbered === plain || numbered === numbering.dashed(plain);
    const alone = this.whole ? unprinted.numbersAlone(read).map((slug) => this.#numbered(slug, games, edition)) : [];
    const numbers = { text: numbered, folded: read, said: fold(plain), locators, parts, games, bare, alone };
    let [references, missing] = this.#named(numbers, mentions);
    const digits = this.is.DIGIT.search(read) !== null;
    if (right.size && !references.length && digits) { // "finl phase 2.4"
      const mended = inPlace(read, right);
      const told = games.length ? games : this.games.named(mended);
      [references, missing] = this.#named({ ...numbers, text: mended, folded: mended, said: mended, games: told }, mentions);
    }
    const strange = this.#strange(text, right);
    if (!references.length) {
      const nowhere = () => this.#nowhere(read, locators, games);
      missing = first(() => missing, nowhere, () => unprinted.tooHigh(read), () => this.#uncorrected(read));
      const without = strange.reduce((left, name) => left.replaceAll(name, " "), text);
      if (strange.length && !this.glossary.find(without).length) missing = [...missing, ...strange];
    }
    const inParts = parts.map(({ part }) => `${part.game}/${part.slug}`);
    const following = digits && (references.length || !missing.length) ? this.following.find(read, references, inParts) : [];
    const own = locators.some(isAsked) || this.prefix.search(read) !== null;
    return {
      locators, following, strange,
      parts: inParts,
      references: unique(references),
      missing: references.length ? [] : unique(missing),
      pointed: following.length ? BESIDE : references.length && !own ? numbering.pointed(read) : 1,
      ambiguous: alone.some((held) => held.length > 1),
    };
  }

  // A text without the dots within katakana, where they part the name of a part: プレイ・タイミング.
  #joined(text) {
    const joined = text.replace(this.is.KATAKANA_DOT.onward, "");
    const [before, after] = [fold(text), fold(joined)];
    return joined !== text && this.parts.some((name) => name.named(after) && !name.named(before)) ? joined : text;
  }

  // The entries that numbers name, and the words of numbers that no text prints. A number names an entry beside a part's name, as
  // citations do, or a Q&A beside the title that it stands under; one that stands alone where only one entry has it.
  #named(numbers, mentions) {
    const { folded, games, locators, alone } = numbers;
    if (alone.length) return [alone.flat(), alone.every((held) => held.length) ? [] : locators.length ? locators : [folded]];
    const cited = this.#cited(numbers);
    const own = idsOf(cited.filter((one) => this.#own(one)));
    if (own.length) return [own, []];
    if (cited.length && cited.every(({ reason }) => ELSEWHERE.includes(reason))) {
      const foreign = cited.filter(({ reason }) => reason === "foreign").map(({ words }) => words);
      return [[], [locators, foreign, [folded]].find((all) => all.length)];
    }
    const asked = unique(locators.filter(isAsked)).map((one) => one.toLowerCase());
    const titled = new Map(asked.map((slug) => [slug, this.titled.find(folded, slug).slice(0, 1)]));
    const beside = this.#besideNames(numbers, cited, [...titled.values()].flat().filter((id) => this.store.rows.has(id)));
    const [out, unprinted] = this.spoken.find(numbers.said, folded, beside);
    const nowhere = cited.filter(({ reason, words }) => reason === NOT_PRINTED && this.#namesAStep(words));
    const missing = [...nowhere.map(({ words }) => words), ...unprinted];
    for (const slug of asked) {
      const under = out.some((id) => id.endsWith(`/${slug}`)) ? [] : [...titled.get(slug)];
      const owners = mentions.flatMap(({ term }) => term.entries.slice(0, 1)).filter((id) => this.store.rows.has(`${id}/q1`));
      under.push(...owners.map((id) => `${id}/${slug}`));
      out.push(...under.filter((id) => this.store.rows.has(id)).slice(0, 1));
      if (under.length && !out.length) missing.push(slug.toUpperCase());
    }
    const kept = out.filter((id) => !games.length || games.includes(id.split("/")[0]));
    if (kept.length || !out.length) return [kept, missing];
    return [kept, [...missing, ...(locators.length ? locators : [folded])]];
  }

  // The citations with a number, and those as we write them.
  #cited({ text, folded }) {
    const { DIGIT } = this.is;
    if (!this.whole || !(DIGIT.search(text) || this.prefix.search(folded))) return [];
    return this.citing().find(text).filter((one) => DIGIT.search(one.words) || this.#own(one));
  }

  // The entries whose numbers stand beside the name of a part, cited or otherwise, or alone; `titled` beside a title.
  #besideNames({ folded, locators, parts, games, bare }, cited, titled) {
    const sure = cited.filter(({ spread, candidates }) => (spread || candidates.length === 1)
      && candidates.every(({ entry }) => entry.kind !== KEYWORD));
    const named = idsOf(sure.filter(({ words }) => this.is.LETTER.search(words)));
    const mine = ({ part }) => !games.length || games.includes(part.game);
    const called = this.is.DIGIT.search(folded) ? this.parts.filter((name) => mine(name) && name.calls(folded)) : [];
    const slugs = unique(locators.map((one) => locator(one).slug));
    const numbered = (names) => names.flatMap(({ part }) => slugs.flatMap((slug) => this.#at(part, slug)));
    const meant = () => (bare ? idsOf(sure) : []);
    if (locators.length) return first(() => named, () => titled, () => numbered(parts), () => numbered(called), meant);
    const staged = called.flatMap((name) => name.stages(folded).map((slug) => [slug, this.#at(name.part, slug)]));
    const single = staged.filter(([, ids]) => ids.length);
    const listed = new Set(single.map(([slug]) => slug)).size > 1; // "call 1, cast 2"
    return first(
      () => called.flatMap((name) => name.pairs(folded).flatMap((slug) => this.#at(name.part, slug))),
      () => named, () => (listed ? [] : single.flatMap(([, ids]) => ids)), () => titled, meant,
    );
  }

  // Whether the words of a citation that no text prints say for sure that a step, a Q&A or an item of a list is meant.
  #namesAStep(words) {
    return this.unprinted.namesAStep(words) || this.citing().lists.some((list) => fold(words).startsWith(list));
  }

  // The numbers that the text says to be those of steps or Q&As, and that no part prints, of the `games` that are named.
  #nowhere(folded, locators, games) {
    if (!locators.length) return [];
    const ends = this.parts.flatMap((name) => name.places(folded).map(({ 0: words, index }) => index + words.length));
    ends.sort((a, b) => a - b);
    const meant = unique(locators).filter((one) => !isAsked(one) && this.unprinted.told(folded, one, ends));
    const parts = this.store.parts.filter(({ game }) => !games.length || games.includes(game));
    const nowhere = meant.filter((one) => !parts.some((part) => this.#at(part, locator(one).slug).length));
    return nowhere.length ? nowhere : unique(locators).filter((one) => isAsked(one) && this.#askedUnderNone(folded, one));
  }

  // Whether the number of a Q&A stands right before the name of a part that has Q&As, none of that number: "Q15 call".
  #askedUnderNone(folded, asked) {
    const told = `(?<![a-z0-9])q\\s?${asked.slice(1)}[\\s,:]{0,2}(?:(?:of|in|under|の)\\s)?(?:the\\s)?`;
    const place = new RegExp(told, "u").exec(folded);
    if (!place) return false;
    const end = place.index + place[0].length;
    const named = this.parts.filter((name) => name.places(folded).some(({ index }) => index === end));
    const under = named.filter(({ part }) => this.#at(part, "q1").length);
    return under.length > 0 && !under.some(({ part }) => this.#at(part, asked.toLowerCase()).length);
  }

  // The codes of cards that a text asks the correction of, and that no text prints.
  #uncorrected(folded) {
    return this.whole ? this.unprinted.codes(folded) : [];
  }

  // The names in brackets that no text prints and no term goes by, nor once its misspelt words are put right: [Flying].
  #strange(text, right) {
    if (!this.whole) return [];
    const isTerm = (name) => this.glossary.find(name).some(({ form }) => tokens(form).join(" ") === tokens(name).join(" "));
    const found = [...this.is.IN_BRACKETS.all(text)]
      .filter(({ 1: name }) => this.unprinted.mayBeAName(name) && !this.citing().knows(name));
    const names = found.filter(({ index, 1: name }) => index > 0 || !this.unprinted.isATag(name));
    return names.filter(({ 1: name }) => !isTerm(inPlace(name, right))).map(([bracketed]) => bracketed);
  }

  // The ids of the entries with a number in any part of some games, of all where none are named, in an edition if one is.
  #numbered(slug, games, edition) {
    const of = (r) => r.edition === edition && r.locator?.slug === slug;
    const pinned = edition > 0 ? this.store.entries.filter(({ renditions }) => renditions.some(of)).map(({ id }) => id) : [];
    if (pinned.length) return pinned.filter((id) => !games.length || games.includes(id.split("/")[0]));
    const ids = [...this.printed].filter(([place]) => place.endsWith(` ${slug}`)).flatMap(([, held]) => held);
    const mine = unique(ids).filter((id) => !games.length || games.includes(id.split("/")[0]));
    return mine.sort((a, b) => this.store.rows.get(a) - this.store.rows.get(b));
  }

  // Whether a citation is one as we write it, and means one entry.
  #own({ candidates, words }) {
    return candidates.length === 1 && this.prefix.match(fold(words), 0) !== null;
  }

  // The ids of the entries with a number in a part.
  #at({ game, slug: part }, slug) {
    return this.printed.get(`${game}/${part} ${slug}`) ?? [];
  }
}

// The ids of what each part prints under each number: by the current texts, else by the superseded ones.
function printedAt(store) {
  const [now, before] = [new Map(), new Map()];
  for (const { id, game, part, renditions } of store.entries) {
    for (const { locator: number, document } of renditions) {
      if (!number) continue;
      const [ids, place] = [store.documents.get(document).current ? now : before, `${game}/${part} ${number.slug}`];
      ids.set(place, unique([...(ids.get(place) ?? []), id]));
    }
  }
  return new Map([...before, ...now]);
}

// The entries that Q&As stand under; parts of the rules have Q&As, too, and are none.
function askedUnder(store, printed) {
  const places = [...printed.keys()].filter((place) => place.endsWith(" q1")).map((place) => place.slice(0, -3));
  return places.sort().map((id) => store.entry(id)).filter(Boolean);
}
