// Numbers with letters in them that a list of the rules has, alone, in lists and in ranges (kb/citations/lettered.py).
import { patternsOf } from "./pattern.js";

const TO_FIRST = "(?:\\s(?:for|of|on|to|no\\.?))?\\s?:?\\s?(?:the\\s)?$";
const FROM_LAST = "(?:'s|の)?\\s?";
const REACH = 40;
const LONGEST_GAP = 24;
const any = (words) => words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|") || "(?!)";
const isLower = (letter) => /^\p{Lowercase}/u.test(letter);
const risesTo = (one, other) => one.letters === other.letters && one.number < other.number;

export class Lettered {
  constructor(places, { patterns, lettered, leads }) {
    Object.assign(this, patternsOf(patterns, "lettered"), { groups: patternsOf(patterns, "groups"), pin: patternsOf(patterns, "own").PIN });
    this.known = new Map(Object.entries(lettered).map(([code, rows]) => [code, rows.map((row) => places.store.entries[row].id)]));
    const parted = [...this.known.keys()].map((code) => [code, code.slice(0, code.lastIndexOf("-")), code.slice(code.lastIndexOf("-") + 1)]);
    this.order = parted.filter(([, , number]) => /^\p{Nd}+$/u.test(number)).map(([code, letters, number]) => ({ code, letters, number: Number(number) }));
    this.order.sort((a, b) => a.number - b.number);
    const codes = any([...places.store.games.values()].map((game) => game.code.toLowerCase()));
    this.before = new RegExp(`(?<![a-z0-9])(?:(?:${codes}) )?(?:${any(leads)})${TO_FIRST}`, "u");
    this.after = new RegExp(`${FROM_LAST}(?:${any(leads)})(?![a-z0-9])`, "uy");
  }

  // { first, last, ids, pin, spread } in order; without ids where no text prints it.
  find(view, letters) {
    const out = [];
    for (const row of this.#rows(letters, this.#codes(view, letters))) {
      const from = Math.max(out.at(-1)?.last ?? 0, row[0].first - REACH);
      // What stands before the reach is a letter of a word or not.
      const [head, guard] = [letters.slice(from, row[0].first), from ? letters.slice(from - 1, from) : ""];
      const before = this.before.exec(guard + head);
      this.after.lastIndex = row.at(-1).last;
      const after = this.after.exec(letters);
      if (before) row[0] = { ...row[0], first: from - guard.length + before.index };
      if (after) row.push({ ...row.pop(), last: this.after.lastIndex });
      out.push(...this.#read(row, Boolean(before || after)));
    }
    return out;
  }

  // A range is one, each other number is one.
  #read(row, announced) {
    const out = [];
    for (let at = 0; at < row.length; at++) {
      const [low, high] = [row[at], row[at + 1]?.ranges ? row[at + 1] : null];
      if (!high || !(this.#has(low) && (announced || this.#has(high)))) out.push(...this.#one(low, announced));
      else if (this.#has(high)) {
        out.push({ first: low.first, last: high.last, ids: this.#between(low, high), pin: high.pin ?? low.pin, spread: true });
        at++;
      } else out.push({ first: low.first, last: low.last, ids: this.#between(low, high), pin: low.pin, spread: true });
    }
    return out;
  }

  #one(code, announced) {
    const ids = this.known.get(`${code.letters}-${code.number}`) ?? [];
    const told = (announced && (ids.length || code.capital)) || (ids.length && code.capital);
    return told ? [{ first: code.first, last: code.last, ids, pin: code.pin, spread: false }] : [];
  }

  #has(code) {
    return this.known.has(`${code.letters}-${code.number}`);
  }

  #between(low, high) {
    const within = ({ letters, number }) => letters === low.letters && low.number <= number && number <= high.number;
    return this.order.filter(within).flatMap(({ code }) => this.known.get(code));
  }

  // All such numbers in order; a range that gives its last number alone (Bo-43-47) is two.
  #codes(view, letters) {
    return [...this.CODE.all(letters)].flatMap(({ 0: words, 1: head, 2: digits, 3: to, index: first }) => {
      const last = first + words.length;
      const pin = this.pin.match(letters, last);
      const pinned = pin ? { language: pin.groups.language, edition: Number(pin.groups.edition) } : null;
      const end = last + (pin?.[0].length ?? 0);
      const capital = !isLower(view.words(first, first + 1));
      const one = { first, last: first + head.length + 1 + digits.length, letters: head, number: Number(digits), capital, pin: null, ranges: false };
      if (to === undefined) return [{ ...one, last: end, pin: pinned }];
      return one.number < Number(to) ? [one, { ...one, first: last - to.length, last: end, number: Number(to), pin: pinned, ranges: true }] : [one];
    });
  }

  // The numbers in rows: those that a list or a range joins.
  #rows(letters, codes) {
    const out = [];
    for (const code of codes) {
      const last = out.at(-1)?.at(-1);
      const gap = last ? letters.slice(last.last, code.first) : "";
      const ranges = this.groups.RANGE.full(gap) !== null;
      if (!last || gap.length > LONGEST_GAP || !(code.ranges || ranges || this.groups.LIST.full(gap))) out.push([code]);
      else out.at(-1).push(ranges && !last.ranges && risesTo(last, code) ? { ...code, ranges: true } : code);
    }
    return out;
  }
}
