// Editions that a text names, and whose citation each belongs to (kb/citations/editions.py).
import { patternsOf } from "./pattern.js";
import { bisect } from "./view.js";

const LANGUAGES = { en: "en", eng: "en", english: "en", ja: "ja", jp: "ja", jpn: "ja", japanese: "ja", 英語: "en", 日本語: "ja" };
const LONGEST_GAP = 48;

export class Editions {
  // `words` are those for numbers.
  constructor(view, places, patterns, words) {
    this.view = view;
    this.places = places;
    const { EDITION, AFTER, AHEAD, IN_JAPANESE, KANA_OR_HAN, SHORT, THAT_IS } = patternsOf(patterns, "editions");
    Object.assign(this, { after: AFTER, ahead: AHEAD, inJapanese: IN_JAPANESE, kanaOrHan: KANA_OR_HAN, short: SHORT, thatIs: THAT_IS });
    this.taken = new Set();
    const ids = [...places.store.documents.keys()].sort((a, b) => b.length - a.length);
    // A document's id standing alone; one that pins what stands right before it (…@id) says it of no more.
    const named = new RegExp(`(?:(?<pins>@|%40)|(?<![\\p{L}\\p{N}_/.-]))(?<id>${ids.join("|")})(?![\\p{L}\\p{N}_-])`, "gu");
    const documents = (ids.length ? [...view.folded.matchAll(named)] : [])
      .map(({ 0: words, index, groups }) => ({ first: index, last: index + words.length, document: groups.id, age: "", pins: Boolean(groups.pins) }));
    this.pins = new Map(documents.filter(({ pins }) => pins).map((one) => [one.first, one]));
    const within = new Set(documents.flatMap(({ first, last }) => Array.from({ length: last - first }, (_, n) => first + n))); // the EN 2 of bf-en-2
    const found = [...[...EDITION.all(view.folded)].map((one) => read(one, words)).filter(({ first }) => !within.has(first)), ...documents.filter(({ pins }) => !pins)];
    this.all = this.#joined([...found, ...this.#short(found, words)].sort((a, b) => a.first - b.first));
  }

  // The editions that say their number alone, as another one of their sentence is named in full.
  #short(found, words) {
    const sentenceOf = (place) => bisect(this.view.sentences, place, true);
    const sentences = new Set(found.filter(({ number }) => number).map(({ first }) => sentenceOf(first)));
    const all = sentences.size ? [...this.short.all(this.view.folded)] : [];
    return all.map(({ 0: letters, index, groups: { order } }) => {
      const first = index + letters.indexOf(" the ") + " the ".length;
      return { first, last: first + order.length, number: words.value(order), language: null, document: null, age: "" };
    }).filter(({ first }) => sentences.has(sentenceOf(first)));
  }

  // The editions with the number that stands right behind one without; which is then no other edition.
  #joined(found) {
    const out = [];
    for (const edition of found) {
      const last = out.at(-1);
      const behind = (edition.number || edition.document) && last && !last.number && !last.document
        && last.last <= edition.first && this.thatIs.full(this.view.folded.slice(last.last, edition.first));
      if (behind) out.pop();
      out.push(behind ? { ...edition, first: last.first, language: edition.language || last.language } : edition);
    }
    return out;
  }

  // The edition of each of some citations, which come in order: the one within it or right after it, else the last one before it in
  // its sentence that is not another citation's, of those found before as well. One directly ahead of it comes before one behind a
  // comma.
  of(spans) {
    const out = [];
    const before = [];
    let at = 0;
    for (const [first, last] of spans) {
      while (at < this.all.length && this.all[at].last <= first) before.push(this.all[at++]);
      for (const edition of this.all.slice(at, at + 2)) if (edition.first < last) this.taken.add(edition.first);
      const free = before.slice(-4).reverse().find((edition) => !this.taken.has(edition.first));
      const near = free && this.#reaches(free, first, last) ? free : null;
      const after = this.pins.get(last) ?? this.#after(last, at);
      const behind = after && !(near && this.#isAhead(near, first) && this.#isApart(last, after));
      if (behind) this.taken.add(after.first);
      out.push(behind ? after : near);
    }
    return out;
  }

  // Whether an edition stands directly ahead of a citation; whether a comma stands between one and the edition after it.
  #isAhead(edition, first) {
    return this.ahead.full(this.view.folded.slice(edition.last, first)) !== null;
  }

  #isApart(last, edition) {
    return this.view.folded.slice(last, edition.first).includes(",");
  }

  // Whether an edition named before a citation is said of it: in its sentence, and of Japanese words in Japanese.
  #reaches(edition, first, last) {
    if (this.view.parted(this.view.sentences, edition.first, first)) return false;
    const letters = this.view.folded;
    const foreign = edition.language === "en" && letters[edition.first] < "\x80" && this.kanaOrHan.search(letters, first, last);
    return !foreign || this.inJapanese.full(letters.slice(edition.last, first)) !== null;
  }

  #after(last, at) {
    return this.all.slice(at, at + 2).find((edition) => last <= edition.first && edition.first <= last + LONGEST_GAP
      && this.after.full(this.view.folded.slice(last, edition.first))) ?? null;
  }

  // The documents of a game that a named edition means, the likeliest first.
  documents(edition, game, language) {
    let documents = this.places.editions(game);
    if (edition.document) return documents.filter((d) => d.id === edition.document);
    const wanted = edition.language ?? language;
    if (edition.language) documents = documents.filter((d) => d.language === edition.language);
    documents = documents.filter((d) => (edition.number ? d.edition === edition.number : d.current === (edition.age !== "old")));
    return documents.sort((a, b) => Number(a.language !== wanted) - Number(b.language !== wanted));
  }
}

function read({ 0: letters, index, groups }, words) {
  const { number, of_told: ofTold, order, plain, bracketed, kanji, initial, lang, told, by, of } = groups;
  const said = number || ofTold || order || plain || bracketed || kanji || (initial ? "1" : null);
  const language = groups.japanese ? "ja" : groups.english ? "en" : LANGUAGES[(lang || told || by || of || "").trim()] ?? null;
  return {
    first: index, last: index + letters.length, number: said === null ? null : words.value(said), language, document: null,
    age: groups.old ? "old" : groups.new ? "new" : "",
  };
}
