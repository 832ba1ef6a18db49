// A text with its letters made alike, each remembering where it came from (kb/citations/view.py).
import { casefold } from "./casefold.js";
import { SPACES, alike } from "./fold.js";

const NOTHING = /^[\p{Cf}\p{Cc}\p{Cs}]/u;
const SPACE = new RegExp(`^[${SPACES}]`, "u");
// A line's end as Python's splitlines has it.
const BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
const ENDS_IN_BREAK = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]$/;

export const lettersOf = (cluster) => (NOTHING.test(cluster) ? "" : casefold(alike(cluster).normalize("NFKC")).normalize("NFKC"));

// The first place in a sorted list that is not before `value`.
export function bisect(list, value, after = false) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value || (after && list[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class View {
  constructor(text, patterns) {
    this.text = text;
    this.starts = [];
    this.ends = [];
    this.lines = [];
    this.paragraphs = [];
    const pieces = [];
    for (const { 0: cluster, index } of patterns.cluster.all(text)) {
      const letters = SPACE.test(cluster) ? this.#space(cluster) : lettersOf(cluster);
      pieces.push(letters);
      for (let n = 0; n < letters.length; n++) {
        this.starts.push(index);
        this.ends.push(index + cluster.length);
      }
    }
    this.folded = pieces.join("");
    const ends = [...patterns.sentence.all(text)].map((found) => bisect(this.starts, found.index + found[0].length));
    this.sentences = [...new Set([...this.lines, ...ends])].sort((a, b) => a - b);
  }

  #space(cluster) {
    const broken = cluster.match(BREAK) ?? [];
    const open = ENDS_IN_BREAK.test(cluster) ? 0 : 1;
    const count = broken.length + open - (/[\n\r]$/.test(cluster) ? 0 : 1);
    if (count) this.lines.push(this.starts.length);
    if (count > 1) this.paragraphs.push(this.starts.length);
    return " ";
  }

  // Where a stretch of the view stands in the text.
  span(first, last) {
    return [this.starts[first], this.ends[last - 1]];
  }

  words(first, last) {
    return this.text.slice(...this.span(first, last));
  }

  // Whether one of `breaks` lies between the letters at two places.
  parted(breaks, first, last) {
    return this.breaksBetween(breaks, first, last) !== 0;
  }

  // How many of `breaks` lie between the letters at two places; what begins at one stands behind it.
  breaksBetween(breaks, first, last) {
    return bisect(breaks, last, true) - bisect(breaks, first, true);
  }
}
