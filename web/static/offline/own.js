// The forms that the site itself prints, and addresses (kb/citations/own.py, addresses.py).
import { Lexicon } from "./lexicon.js";
import { compare } from "./numbers.js";
import { patternsOf } from "./pattern.js";

const lower = (word) => word.toLowerCase();
const END = /[.,;:!?)\]}'"]+$/;
const END_OF_ID = /[.,;:!?)\]}'"/-]+$/;

export class OwnForms {
  constructor(places, { patterns, own, listed }, numbers) {
    Object.assign(this, patternsOf(patterns, "own"), { places, numbers });
    this.codes = [...places.store.games.values()].map((game) => game.code);
    const ids = ([row, document]) => ({ id: places.store.entries[row].id, document: [...places.store.documents.keys()][document] ?? null });
    const read = (table) => Object.entries(table).map(([form, all]) => [form, all.map(ids)]);
    this.forms = new Lexicon(read(own), { width: Math.min(...this.codes.map((code) => code.length)) + 3 });
    this.listed = new Lexicon(read(listed), { width: 3 });
    const codes = this.codes.map((code) => lower(code).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|") || "(?!)";
    this.beginning = new RegExp(`(?<![a-z0-9])(?:${codes})(?![a-z0-9])`, "gu");
  }

  // { first, last, ids, pin } in order; the game's code stands in capitals.
  find(view, letters) {
    const found = this.forms.find(letters);
    const coded = new Set();
    for (const [first, last] of found) for (let place = first; place < last; place++) coded.add(place);
    const apart = ([first, last]) => {
      for (let place = first; place < last; place++) if (coded.has(place)) return false;
      return true;
    };
    const all = [...found, ...this.listed.find(letters).filter(apart)].sort((a, b) => a[0] - b[0]);
    return all.flatMap(([first, last, meant]) => {
      if (coded.has(first) && !this.codes.some((code) => /^[\x00-\x7f]*$/.test(code) && view.words(first, last).startsWith(code))) return [];
      const pin = this.PIN.match(letters, last);
      if (pin) {
        const named = { language: pin.groups.language, edition: Number(pin.groups.edition) };
        const { ids, lacks } = this.#pinned(meant, named);
        return [{ first, last: last + pin[0].length, ids, pin: named, lacks }];
      }
      return this.#ends(letters, first, last) ? [{ first, last, ids: meantBy(meant), pin: null, lacks: false }] : [];
    });
  }

  // The entries that go by a form in the document that is pinned, and whether that has another name for them. A form may be of
  // another language than the pin.
  #pinned(forms, { language, edition }) {
    const said = forms.filter(({ document }) => document !== null).map(({ id, document }) => ({ id, of: this.places.store.documents.get(document) }));
    const pinned = said.filter(({ of }) => of.language === language && of.edition === edition);
    const otherwise = new Set(said.filter(({ of }) => of.language === language).map(({ id }) => id));
    const left = forms.filter(({ id }) => !otherwise.has(id));
    const meant = [pinned, left, forms].find((all) => all.length) ?? [];
    return { ids: [...new Set(meant.map(({ id }) => id))], lacks: !pinned.length && !left.length };
  }

  // Citations in the forms that the site prints which no entry goes by, in order (kb/citations/own.py).
  strange(view, letters, titles, names) {
    const out = [];
    const whole = names.filter(({ last }) => letters.startsWith("(", last) || letters.startsWith(" (", last));
    for (const { 0: words, index } of letters.matchAll(this.beginning)) {
      const after = index + words.length;
      const written = view.words(index, after);
      if (written !== written.toUpperCase()) continue;
      const tries = [["BRACKETED", titles], ["NUMBERED", [...titles, ...names]], ["PINNED", [...titles, ...whole]]];
      const last = tries.map(([name, known]) => this.#strange(view, letters, this[name].match(letters, after), known)).find(Boolean);
      if (last) out.push({ first: index, last });
    }
    return out;
  }

  // Where a strange form ends; null where there is none.
  #strange(view, letters, found, known) {
    if (!found) return null;
    const last = found.index + found[0].length;
    const first = found.index + Number(letters[found.index] === " ");
    const begins = view.words(first, first + 1);
    if (/^\p{Lowercase}/u.test(begins) || known.some((one) => one.first < last && one.last > first)) return null;
    return view.parted(view.sentences, first - 1, last - 1) ? null : last;
  }

  #ends(letters, first, last) {
    const end = letters[last - 1];
    if (!/\p{Nd}/u.test(end)) {
      if (this.QUESTION.match(letters, last)) return false;
      const form = letters.slice(first, last);
      return form.split(" ").length > 2 || /\p{Nd}/u.test(form) || !/\p{L}/u.test(end) || this.numbers.mayEnd(letters, last);
    }
    const single = this.SINGLE.search(letters, first, last) !== null;
    return (!single || this.numbers.mayEnd(letters, last)) && !this.#headsARange(letters, first, last);
  }

  #headsARange(letters, first, last) {
    const [one, other] = [this.NUMBER.search(letters, first, last), this.RANGE.match(letters, last)];
    if (!one || !other) return false;
    if (other.groups.number.includes(".")) return compare(one[0], other.groups.number) < 0;
    return !other[0].includes(" ") || this.numbers.mayEnd(letters, last + other[0].length);
  }
}

// The entries whose own citation a form is; else all that go by it in any document.
function meantBy(forms) {
  const own = forms.filter(({ document }) => document === null);
  return [...new Set((own.length ? own : forms).map(({ id }) => id))];
}

export class Addresses {
  constructor(places, patterns) {
    this.places = places;
    const { ADDRESS, ESCAPED } = patternsOf(patterns, "addresses");
    Object.assign(this, { foreign: ADDRESS, escaped: ESCAPED });
    const games = [...places.store.games.keys()].join("|") || "(?!)";
    // As in kb/citations/addresses.py: a host may come first. Not a longer path, no mail address, no word that ends like a game's id.
    this.own = new RegExp(
      "(?<![\\p{L}\\p{N}_.@/-])(?:(?:https?://(?<linked>[a-z0-9.:\\[\\]-]+)|(?<bare>[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?::\\p{Nd}+)?|localhost:\\p{Nd}+))?/)?"
      + `(?:api/entries/|slip\\?c=)?(?<id>(?:${games})(?:/|%2f)[a-z0-9](?:[a-z0-9./-]|%(?!40)[0-9a-f]{2})*)`
      + "(?:(?:@|%40)(?<document>(?:[a-z0-9-]|%[0-9a-f]{2})+))?(?<rest>[?#][!-;=?-~]*)?", "gud");
  }

  // { first, last, id, document } in order; a foreign address has no id, so that nothing in it is read.
  find(folded) {
    const ours = [...folded.matchAll(this.own)].flatMap((found) => this.#read(found));
    const apart = ({ first, last }) => ours.every((one) => one.last <= first || last <= one.first);
    const others = [...this.foreign.all(folded)].map(({ 0: words, index }) => ({ first: index, last: index + words.replace(END, "").length, id: "", document: null }));
    return [...ours, ...others.filter(apart)].sort((a, b) => a.first - b.first);
  }

  #read({ 0: words, index, groups, indices }) {
    const document = groups.document === undefined ? null : this.#unescaped(groups.document);
    const whole = document === null && !groups.rest;
    const written = whole ? groups.id.replace(END_OF_ID, "") : groups.id;
    const id = this.#unescaped(written).replace(/\/+$/, "");
    const [game, top, ...deeper] = id.split("/");
    if (!this.places.groups.has(`${game}/${top}`) || !deeper.length) return [];
    const [start] = indices.groups.id;
    let last = whole ? start + written.length : index + words.length;
    if (groups.rest) last = index + words.replace(END, "").length;
    return [{ first: words.includes("slip?c=") ? start : index, last, id, document, host: groups.linked ?? groups.bare ?? "" }];
  }

  // A piece of a link with each sign for its number.
  #unescaped(written) {
    return written.replace(this.escaped.onward, (_, number) => String.fromCharCode(parseInt(number, 16)).toLowerCase());
  }
}
