// Tells whether words with a number that no text prints mean a step, a card or a name for sure (kb/unprinted.py).
import { fold } from "./fold.js";
import { patternsOf } from "./pattern.js";

// Letters before a number that are looked at.
const REACH = 16;
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

export class Unprinted {
  constructor(store, patterns) {
    this.store = store;
    this.is = patternsOf(patterns, "unprinted");
    this.edition = patternsOf(patterns, "edition_asked").EDITION;
  }

  // Whether a text is nothing but a number with dots.
  alone(text) {
    return this.is.ALONE.full(text) !== null;
  }

  // The numbers in a folded text, as they stand in ids, where it asks no more than what they say, in an edition or not; else none.
  numbersAlone(text) {
    const { NUMBERED, TO_SEE, PINNED } = this.is;
    const folded = text.replace(PINNED.onward, " ").replace(this.edition.onward, " ");
    const left = folded.replace(NUMBERED.onward, " ");
    if (left === folded || /[\p{L}\p{N}_]/u.test(left.replace(TO_SEE.onward, " "))) return [];
    const slugOf = ({ step, asked, stage }) => (asked ? `q${Number(asked)}` : step ?? stage);
    return [...new Set([...NUMBERED.all(folded)].map(({ groups }) => slugOf(groups)))];
  }

  // Whether a number stands beside words that name its part.
  namesAStep(words) {
    return this.is.NAMED_STEP.match(words, 0) !== null;
  }

  // The numbers in a folded text that it calls those of rules and that are higher than any here.
  tooHigh(folded) {
    return [...this.is.TOO_HIGH.all(folded)].map(({ groups }) => groups.number);
  }

  // Whether a folded text says that a number is that of a step; `ends` are the places where names of parts end, in order.
  told(folded, number, ends) {
    if (this.alone(folded)) return true;
    return [...folded.matchAll(new RegExp(`(?<![0-9.])${escaped(number)}(?![0-9])`, "gu"))].some(({ index }) => {
      const nearest = ends.findLast((end) => end <= index);
      return this.is.ANNOUNCED.search(folded.slice(Math.max(0, index - REACH), index)) !== null
        || (nearest !== undefined && index - nearest <= REACH && this.is.JOINED.full(folded.slice(nearest, index)) !== null);
    });
  }

  // The codes of cards that are all a folded text is, or of which it asks what was corrected, and that no text prints, but others
  // of their series.
  codes(folded) {
    const { CODE, CORRECTED } = this.is;
    const asked = [...CODE.all(folded)];
    if (!asked.length || !(CORRECTED.search(folded) || /^[^\p{L}\p{N}_]*$/u.test(folded.replace(CODE.onward, "")))) return [];
    this.printed ??= this.#printed();
    const { codes, series } = this.printed;
    return asked.filter(({ 0: code, groups }) => series.has(groups.series) && !codes.has(code)).map(([code]) => code);
  }

  #printed() {
    const renditions = this.store.entries.flatMap((entry) => entry.renditions);
    const texts = renditions.map(({ number, title, text }) => fold(`${number ?? ""}\n${title ?? ""}\n${text}`));
    const found = texts.flatMap((text) => [...this.is.CODE.all(text)]);
    return { codes: new Set(found.map(([code]) => code)), series: new Set(found.map(({ groups }) => groups.series)) };
  }

  // Whether what stands in brackets can be a name.
  mayBeAName(bracketed) {
    return this.is.NAME.full(bracketed.trim()) !== null;
  }

  // Whether it says what the text behind it is: [Rules question].
  isATag(bracketed) {
    return this.is.TAG.full(fold(bracketed)) !== null;
  }
}
