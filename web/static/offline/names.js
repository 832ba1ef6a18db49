// Names of flows and sections, and titles of entries, in a text (kb/citations/names.py, titles.py).
import { key } from "./fold.js";
import { Lexicon } from "./lexicon.js";
import { patternsOf } from "./pattern.js";

const REACH = 32;
const LONG_JAPANESE = 8;
const LONGEST_BARE = 48;
const NEVER_QUOTED = ["card_anatomy", "table_row", "intro", "stage"];
const PROSE = ["topic", "zone", "rule_change"];
const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
const capitals = (text) => (text.match(/\p{Lu}/gu) ?? []).length;

const joined = (name, other) => ({ ...name, meanings: unique([...other, ...name.meanings]) });
const unique = (meanings) => [...new Map(meanings.map((one) => [JSON.stringify(one), one])).values()];

export class Names {
  constructor({ patterns, names }) {
    Object.assign(this, patternsOf(patterns, "names"));
    const forms = Object.entries(names).map(([form, all]) => [form, all.map(([place, sort, carries, short]) => ({ place, sort, carries, short }))]);
    this.lexicon = new Lexicon(forms, { numbers: true });
  }

  // In order; one coordinated with the name before it means both.
  find(view, letters) {
    const out = [];
    for (const [first, last, meanings] of this.lexicon.find(letters)) {
      const words = view.words(first, last);
      let name = { first, last, meanings, code: meanings.every((one) => one.short) && words === words.toUpperCase() };
      name = this.#withElided(name, letters);
      if (out.length && this.COORDINATED.full(letters.slice(out.at(-1).last, first))) name = joined(name, out.at(-1).meanings);
      out.push(name);
    }
    return out;
  }

  // "attack and final phase" are two names, of which the second has the word that both share.
  #withElided(name, letters) {
    const found = this.ELIDED.search(letters, name.first - REACH, name.first);
    const words = letters.slice(name.first, name.last);
    const space = words.lastIndexOf(" ");
    const meanings = found && space > 0 ? this.lexicon.get(`${found[1]} ${words.slice(space + 1)}`) : [];
    return meanings.length ? joined(name, meanings) : name;
  }
}

// Names of two sorts in order; where two overlap, the longer stays.
export function merged(names, others) {
  return apart([...names, ...others]);
}

function apart(all) {
  const out = [];
  for (const one of all.sort((a, b) => a.first - b.first || b.last - a.last)) if (!out.length || one.first >= out.at(-1).last) out.push(one);
  return out;
}

export class Titles {
  constructor(places, patterns, folded) {
    Object.assign(this, patternsOf(patterns, "titles"), { places, folded, bracketed: new Map(), quoted: new Map(), printed: new Map(), known: new Set() });
    const { parts, games } = places.store;
    const names = [...parts.flatMap((part) => [part.name_en, part.name_ja]), ...[...games.values()].flatMap((game) => [game.name, game.name_ja ?? "", ...game.words])];
    for (const name of names) this.known.add(key(name));
    const prose = [];
    for (const entry of places.store.entries) {
      for (const { title, kind, text, document } of entry.renditions) {
        for (const found of this.IN_BRACKETS.all(`${title ?? ""}\n${text}`)) this.known.add(key(found[1]));
        this.known.add(key(title ?? ""));
        if (!title || NEVER_QUOTED.includes(kind)) continue;
        const items = this.#items(title, entry.id);
        for (const item of items.length ? items : plain(title)) {
          put(this.printed, `${key(item)} ${entry.id}`, document, false);
          put(this.bracketed, item, entry.id);
          if (!items.length) put(this.quoted, item, entry.id);
        }
        if (PROSE.includes(kind) && !items.length) prose.push(...plain(title).map((one) => [folded(one), [[one, entry.id]]]));
      }
    }
    this.prose = new Lexicon(prose, { width: 3 });
  }

  // { first, last, ids } in order, without what is taken.
  find(view, letters) {
    return apart([...this.#in("BRACKETED", this.bracketed, letters), ...this.#in("QUOTED", this.quoted, letters), ...this.#inProse(view, letters)]);
  }

  // Whether a text's document prints a title as it was found; one that no text of its language has is of another language.
  printedIn({ names }, rendition, entry) {
    const known = names.flatMap((name) => this.printed.get(`${name} ${entry.id}`) ?? []);
    return known.includes(rendition.document) || known.every((id) => this.places.store.documents.get(id).language !== rendition.language);
  }

  // Where a text has a name in brackets as keywords have it ([Flying], 『飛行』) that no text prints, and that is no title or name.
  strange(view, letters, titles) {
    const free = ({ first, last }) => !titles.some((title) => title.first < last && first < title.last);
    const named = ({ first, last }) => this.LIKE_A_KEYWORD.full(view.words(first, last)) && letters[last] !== "(" // [see here](https://…)
      && !this.known.has(key(view.words(first, last).slice(1, -1)));
    return [...this.IN_BRACKETS.all(letters)].map((found) => ({ first: found.index, last: found.index + found[0].length })).filter(free).filter(named);
  }

  // The ids of the entries whose title, bare or not, stands right before a place: the "lifelink" of "lifelink Q2".
  before(letters, place) {
    const head = letters.slice(Math.max(0, place - LONGEST_BARE), place);
    const told = head.slice(0, this.TO_NUMBER.search(head)?.index ?? head.length);
    for (const { index } of this.BEGINNING.all(told)) {
      const ids = this.bracketed.get(key(told.slice(index)));
      if (ids) return ids;
    }
    return [];
  }

  // The titles under which Q&As are printed, as names that a question's number may stand beside.
  named(titles) {
    const asked = titles.filter(({ ids }) => ids.length && ids.every((id) => this.places.asked.has(id)));
    return asked.map(({ first, last, ids }) => ({ first, last, code: false, meanings: ids.map((place) => ({ place, sort: "questions", carries: false, short: false })) }));
  }

  #in(pattern, table, letters) {
    return [...this[pattern].all(letters)].flatMap((found) => {
      const name = key(found.slice(1).find(Boolean));
      const ids = table.get(name);
      return ids ? [{ first: found.index, last: found.index + found[0].length, ids: this.places.inOrder(ids), names: [name] }] : [];
    });
  }

  #inProse(view, letters) {
    return this.prose.find(letters).flatMap(([first, last, meant]) => {
      const told = this.BEFORE.search(letters.slice(Math.max(0, first - 16), first)) || this.AFTER.match(letters, last);
      const words = view.words(first, last);
      const said = meant.filter(([title]) => told || asPrinted(words, title));
      return said.length ? [{ first, last, ids: this.places.inOrder(said.map(([, id]) => id)), names: said.map(([title]) => key(title)) }] : [];
    });
  }

  // The items of a title that is nothing but a list of names in brackets, or of a keyword that is printed without them.
  #items(title, id) {
    const alike = this.folded(title);
    if (this.ITEMS_ONLY.full(alike)) return [...this.ITEM.all(alike)].map((found) => found[1]);
    return id.split("/")[1] === "keyword" ? alike.split(",").map((item) => item.trim()) : [];
  }
}

// A title without note marks, outer quotes and brackets, also without the number in brackets after it.
function plain(title) {
  const bare = title.replace(/^[\s※●■・]+/u, "").trim();
  const forms = [bare, bare.replace(/\s*[(（][^()（）]*[)）]\s*$/u, "")];
  return [...new Set(forms.map((form) => form.replace(/^[ "'“”「」『』[\]［］【】]+|[ "'“”「」『』[\]［］【】]+$/gu, "")).filter((form) => form.length > 1))];
}

function put(table, words, id, folds = true) {
  const name = folds ? key(words) : words;
  table.set(name, [...new Set([...(table.get(name) ?? []), id])]);
}

// Whether words are a title and no everyday words: two words with its capitals, or Japanese of some length.
function asPrinted(words, title) {
  if (!isAscii(title)) return title.length >= LONG_JAPANESE && !isAscii(title[0]);
  return title.includes(" ") && capitals(words) >= capitals(title) && capitals(title) > 0;
}
