// Finds game terms in a question, however people type them, by the rules of kb/glossary.py.
import { fold } from "./fold.js";
import { stem } from "./tokens.js";

const [PRINTED, TYPED, BORROWED] = [1.0, 0.9, 0.7];
const WORD = /[a-z0-9]+(?:[.'-][a-z0-9]+)*/g;
const JAPANESE = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+/g;
const LONGEST_WORDS = 6;
const LONGEST_LETTERS = 14;
const TOO_COMMON = new Set(("a an as at be by do go he i if in is it me my no of on or so to up us we am are can did get not the you").split(" "));

const all = (pattern, text) => text.match(pattern) ?? [];
const latinWords = (folded) => all(WORD, folded).map((word) => (word.includes(".") ? word : stem(word)));

function* forms(term) {
  for (const form of [...term.en, ...term.ja]) yield [form, PRINTED];
  for (const form of [...term.kana, ...term.romaji, ...term.short, ...term.misspelt]) yield [form, TYPED];
  for (const form of [...term.also_en, ...term.also_ja]) yield [form, BORROWED];
}

export class Glossary {
  constructor(terms) {
    this.terms = terms;
    this.latin = new Map();
    this.japanese = new Map();
    for (const term of terms) for (const [form, weight] of forms(term)) this.#add(term, fold(form), weight);
  }

  #add(term, folded, weight) {
    const inJapanese = all(JAPANESE, folded).length > 0 && !all(WORD, folded).length;
    const name = inJapanese ? all(JAPANESE, folded).join("") : latinWords(folded).join(" ");
    if (!name || TOO_COMMON.has(name) || name.length < 2) return;
    const table = inJapanese ? this.japanese : this.latin;
    const known = table.get(name) ?? [];
    if (!table.has(name)) table.set(name, known);
    if (!known.some((form) => form.term === term)) known.push({ term, weight });
  }

  *words() {
    for (const name of this.latin.keys()) yield* name.split(" ");
  }

  // The terms of a question, the surest first; a form of several terms counts less for each.
  find(text) {
    const folded = fold(text);
    const found = new Map();
    const runs = all(JAPANESE, folded).map((run) => longest([...run], this.japanese, LONGEST_LETTERS, 2, ""));
    for (const group of [...longest(latinWords(folded), this.latin, LONGEST_WORDS, 1, " "), ...runs.flat()]) {
      const share = group.length === 1 ? 1.0 : group.length === 2 ? 0.6 : 0.4;
      for (const { term, weight } of group) {
        const known = found.get(term.id);
        if (!known || known.weight < weight * share) found.set(term.id, { term, weight: weight * share });
      }
    }
    return [...found.values()].sort((a, b) => b.weight - a.weight || (a.term.id < b.term.id ? -1 : 1));
  }
}

// The forms that stand in a list of words or letters, the longest taken first.
function longest(pieces, table, most, least, joint) {
  const out = [];
  for (let place = 0; place < pieces.length;) {
    let size = Math.min(most, pieces.length - place);
    while (size >= least && !table.has(pieces.slice(place, place + size).join(joint))) size--;
    if (size >= least) out.push(table.get(pieces.slice(place, place + size).join(joint)));
    place += Math.max(1, size >= least ? size : 1);
  }
  return out;
}
