// Printed numbers that may be a rule's, in lists and ranges (kb/citations/numbers.py, groups.py).
import { locator } from "./store.js";
import { patternsOf } from "./pattern.js";

const REACH = 24;
const LONGEST_GAP = 24;
const STEPS = ["step", "asked"];

const orderOf = (slug) => locator(slug).components.map((one) => (typeof one === "number" ? [0, one, ""] : [1, 0, one]));

// Less than 0 where one number comes before the other: 3.9 before 3.10, numbers before letters.
export function compare(one, other) {
  const [a, b] = [orderOf(one), orderOf(other)];
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    for (let k = 0; k < 3; k++) if (a[n][k] !== b[n][k]) return a[n][k] < b[n][k] ? -1 : 1;
  }
  return a.length - b.length;
}

export const depthOf = (number) => number.slug.split(".").length;

export class Numbers {
  constructor(patterns) {
    Object.assign(this, patternsOf(patterns, "numbers"));
    this.groups = patternsOf(patterns, "groups");
    this.amounts = patternsOf(patterns, "amounts");
  }

  // All numbers of a view that could be a rule's, in order, none overlapping.
  find(folded) {
    const all = [];
    for (const [pattern, sort] of [["FOREIGN", "foreign"], ["STEP", "step"], ["ASKED", "asked"], ["SINGLE", "single"]]) {
      for (const found of this[pattern].all(folded)) {
        all.push([found.index, found.index + found[0].length, sort === "asked" ? `q${found.groups.number}` : found[0], sort]);
      }
    }
    all.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const out = [];
    let end = 0;
    for (const [first, last, slug, sort] of all) {
      if (first < end) continue;
      end = last;
      const before = folded.slice(Math.max(0, first - REACH), first);
      const two = sort !== "asked" && slug.split(".").length < 3;
      const unit = two && this.amounts.UNIT_AFTER.match(folded, last) !== null;
      const amount = unit || (two ? this.#isAmount(folded, last, slug, before) : sort === "step" && this.#isDay(slug, before));
      out.push({
        first, last, slug, sort, unit, cue: this.CUE.search(before) !== null, elsewhere: this.ELSEWHERE.search(before) !== null,
        counts: amount || this.amounts.NO_RULE_BEFORE.search(before) !== null, value: two && this.amounts.VALUE_BEFORE.search(before) !== null,
        others: this.OTHERS.search(before) !== null, document: false,
      });
    }
    return out;
  }

  // Whether a number of at most two places is an amount or the first of a score (kb/citations/amounts.py).
  #isAmount(folded, last, slug, before) {
    const { COUNTED_BEFORE, MEASURED_BEFORE, SCORE, FROM } = this.amounts;
    if (COUNTED_BEFORE.search(before) || MEASURED_BEFORE.search(before)) return true;
    const found = slug.includes(".") ? SCORE.match(folded, last) : null;
    if (!found || FROM.search(before)) return false;
    return !found.groups.other.includes(".") || compare(found.groups.other, slug) < 0;
  }

  #isDay(slug, before) {
    return this.amounts.DAY_BEFORE.search(before) !== null && this.amounts.YEAR.search(slug) !== null;
  }

  mayEnd(folded, last) {
    return this.SINGLE_ENDS.match(folded, last) !== null;
  }

  standsAlone(view, number) {
    const { folded } = view;
    return depthOf(number) > 2 || view.parted(view.lines, number.last - 1, number.last) || this.mayEnd(folded, number.last) || this.BARE_ENDS.match(folded, number.last) !== null;
  }

  afterAProduct(view, number) {
    const [start] = view.span(number.first, number.last);
    return this.PRODUCT.search(view.text, start - REACH, start) !== null;
  }

  // Numbers in rows; `ranges` holds the places in a row where a range leads to the next number.
  grouped(folded, numbers) {
    const out = [];
    let row = [];
    let ranges = new Set();
    const close = () => {
      if (row.length) out.push({ numbers: row, ranges, first: row[0].first, last: row.at(-1).last, sort: row[0].sort });
    };
    for (const number of numbers) {
      const joined = row.length ? this.#join(folded, row.at(-1), number) : null;
      if (!joined) {
        close();
        [row, ranges] = [[number], new Set()];
        continue;
      }
      const [whole, isRange] = joined;
      if (isRange && ![...ranges].some((place) => place + 1 === row.length - 1)) ranges.add(row.length - 1);
      row.push(whole);
    }
    close();
    return out;
  }

  #join(folded, one, other) {
    const gap = folded.slice(one.last, other.first);
    if (gap.length > LONGEST_GAP || !gap) return null;
    const isRange = this.groups.RANGE.full(gap) !== null;
    if (other.sort === "single" && STEPS.includes(one.sort)) {
      const counts = gap.includes(" ") && !this.mayEnd(folded, other.last);
      const whole = completed(one, other);
      return isRange && ["-", "~"].includes(gap.trim()) && !counts && compare(one.slug, whole.slug) < 0 ? [whole, true] : null;
    }
    if (STEPS.includes(one.sort) !== STEPS.includes(other.sort) || (one.sort === "foreign") !== (other.sort === "foreign")) return null;
    const rises = compare(one.slug, other.slug) < 0;
    if (isRange && one.sort === "single" && !rises) return null;
    if (isRange) return [other, one.sort === other.sort && rises];
    return this.groups.LIST.full(gap) ? [other, false] : null;
  }
}

// The end of a range that gives its last place alone: the 3 of 3.2.1-3 and of Q1-3.
function completed(one, other) {
  const head = one.sort === "step" ? `${one.slug.split(".").slice(0, -1).join(".")}.` : "q";
  return { ...other, slug: head + other.slug, sort: one.sort };
}
