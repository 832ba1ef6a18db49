// Editions that a text names, and whose citation each belongs to (kb/citations/editions.py).
import { patternsOf } from "./pattern.js";

const NUMBERS = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5 };
const LANGUAGES = { en: "en", eng: "en", english: "en", ja: "ja", jp: "ja", jpn: "ja", japanese: "ja" };
const LONGEST_GAP = 48;

export class Editions {
  constructor(view, places, patterns) {
    this.view = view;
    this.places = places;
    const { EDITION, AFTER } = patternsOf(patterns, "editions");
    this.after = AFTER;
    const found = [...EDITION.all(view.folded)].map(read);
    const ids = [...places.store.documents.keys()].sort((a, b) => b.length - a.length);
    // A document's id standing alone; not the one that pins an address (…@id).
    const alone = new RegExp(`(?<![\\p{L}\\p{N}_@/.-])(?:${ids.join("|")})(?![\\p{L}\\p{N}_-])`, "gu");
    if (ids.length) for (const m of view.folded.matchAll(alone)) found.push({ first: m.index, last: m.index + m[0].length, document: m[0], age: "" });
    this.all = found.sort((a, b) => a.first - b.first);
  }

  // The edition of each of some citations, which come in order: the one right after it, else the last one before it in its sentence.
  of(spans) {
    const out = [];
    const taken = new Set();
    const before = [];
    let at = 0;
    for (const [first, last] of spans) {
      while (at < this.all.length && this.all[at].last <= first) before.push(this.all[at++]);
      const after = this.#after(last, at);
      if (after) {
        taken.add(after.first);
        out.push(after);
        continue;
      }
      const near = before.slice(-4).reverse().find((edition) => !taken.has(edition.first));
      out.push(near && !this.view.parted(this.view.sentences, near.first, first) ? near : null);
    }
    return out;
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

function read({ 0: words, index, groups }) {
  const said = groups.number || groups.order || groups.plain || groups.kanji || (groups.initial ? "1" : null);
  const language = groups.japanese ? "ja" : groups.english ? "en" : LANGUAGES[(groups.lang || groups.of || "").trim()] ?? null;
  return {
    first: index, last: index + words.length, number: said === null ? null : NUMBERS[said] ?? Number(said), language, document: null,
    age: groups.old ? "old" : groups.new ? "new" : "",
  };
}
