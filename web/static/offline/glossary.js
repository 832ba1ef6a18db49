// Finds game terms in a question, however people type them, by the rules of kb/glossary.py.
import { fold } from "./fold.js";
import { stem } from "./tokens.js";

const [PRINTED, TYPED] = [1.0, 0.9];
export const BORROWED = 0.7;
const WORD = /[a-z0-9]+(?:[.'-][a-z0-9]+)*/g;
const JAPANESE = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+/g;
const LONGEST_WORDS = 6;
const LONGEST_LETTERS = 14;
const TOO_COMMON = new Set(("a an as at be by do go he i if in is it me my no of on or so to up us we am are can did get not the you").split(" "));

const all = (pattern, text) => text.match(pattern) ?? [];
// A katakana form of four letters or more is known in hiragana too: あくと is the end of "opens", not アクト.
const LONG_KANA = 4;
const KATAKANA = /^[\u30a1-\u30f6ー]+$/;
export const hiragana = (text) => text.replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
// A text without the spaces and dots that some set between Latin and Japanese letters.
export const closed = (folded) => folded.replace(/[ ・]/g, "");
export const latinWords = (folded) => all(WORD, folded);
export const latinStems = (folded) => latinWords(folded).map((word) => (word.includes(".") ? word : stem(word)));
export const japaneseRuns = (folded) => all(JAPANESE, folded);
export const isJapanese = (folded) => japaneseRuns(folded).length > 0;

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
    this.mixed = new Map();
    this.kana = new Map();
    for (const term of terms) for (const [form, weight] of forms(term)) this.#add(term, fold(form), weight);
    const mixed = [...this.mixed.keys()].map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    this.anyMixed = new RegExp(mixed.sort((a, b) => [...b].length - [...a].length).join("|") || "(?!)", "gu");
  }

  // The table that a folded form belongs in, and its name there: by the scripts in which it is written.
  #place(folded) {
    const [japanese, latin] = [all(JAPANESE, folded), all(WORD, folded)];
    if (!japanese.length) return [this.latin, latinStems(folded).join(" ")];
    return latin.length ? [this.mixed, closed(folded)] : [this.japanese, japanese.join("")];
  }

  #add(term, folded, weight) {
    const [table, name] = this.#place(folded);
    if (TOO_COMMON.has(name) || name.length < 2) return;
    put(table, name, { term, weight });
    if (name.length >= LONG_KANA && KATAKANA.test(name)) put(this.kana, hiragana(name), { term, weight: Math.min(weight, TYPED) });
  }

  *words() {
    for (const name of this.latin.keys()) yield* name.split(" ");
  }

  // Forms in Latin letters or digits and Japanese ones, such as 2回攻撃; not 2回攻撃 in 12回攻撃.
  #mixed(text) {
    const latin = (letter) => /[a-z0-9]/.test(letter ?? "");
    return [...text.matchAll(this.anyMixed)].filter(({ 0: form, index }) => !(latin(text[index - 1]) && latin(form[0]))
      && !(latin(text[index + form.length]) && latin(form.at(-1)))).map(([form]) => [form, this.mixed.get(form)]);
  }

  // The terms of a question, the surest first; a form of several terms counts less for each.
  find(text) {
    const folded = fold(text);
    const found = new Map();
    const within = (run, table) => longest([...run], table, LONGEST_LETTERS, 2, "");
    const runs = all(JAPANESE, folded).flatMap((run) => [within(run, this.japanese), within(hiragana(run), this.kana)]);
    const words = longest(latinStems(folded), this.latin, LONGEST_WORDS, 1, " ");
    for (const [said, group] of [...words, ...runs.flat(), ...this.#mixed(closed(folded))]) {
      const share = group.length === 1 ? 1.0 : group.length === 2 ? 0.6 : 0.4;
      for (const { term, weight } of group) {
        const known = found.get(term.id);
        if (!known || known.weight < weight * share) found.set(term.id, { term, weight: weight * share, form: said });
      }
    }
    return [...found.values()].sort((a, b) => b.weight - a.weight || (a.term.id < b.term.id ? -1 : 1));
  }
}

function put(table, name, form) {
  const known = table.get(name) ?? [];
  if (!table.has(name)) table.set(name, known);
  if (!known.some((one) => one.term === form.term)) known.push(form);
}

// The forms that stand in a list of words or letters, with what each means, the longest taken first; of words one gives way to a longer one that begins in it.
function longest(pieces, table, most, least, joint) {
  const out = [];
  const at = (place) => {
    let size = Math.min(most, pieces.length - place);
    while (size >= least && !table.has(pieces.slice(place, place + size).join(joint))) size--;
    return size >= least ? [size, pieces.slice(place, place + size).join(joint)] : [0, ""];
  };
  for (let place = 0; place < pieces.length;) {
    const [size, form] = at(place);
    const longer = joint && Array.from({ length: Math.max(0, size - 1) }, (_, n) => at(place + 1 + n)[1]).some((one) => one.length > form.length);
    if (size && !longer) out.push([form, table.get(form)]);
    place += size && !longer ? size : 1;
  }
  return out;
}
