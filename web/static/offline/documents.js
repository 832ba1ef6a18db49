// Other documents that a text names with a number, of which no text is held here (kb/citations/documents.py).
import { Lexicon } from "./lexicon.js";
import { patternsOf } from "./pattern.js";
import { bisect } from "./view.js";

const SORT = "documents-beside";
const REACH = 24;
const LONGEST_GAP = 48;

export class Documents {
  constructor(store, { patterns, names }, folded) {
    this.is = patternsOf(patterns, "documents");
    const words = store.lists.outside.filter(({ sort }) => sort === SORT).flatMap((body) => body.words);
    const plural = words.filter((word) => /^[\x00-\x7f]*$/.test(word)).map((word) => `${word}s`);
    this.lexicon = new Lexicon([...words, ...plural].map((word) => [folded(word), [word]]));
    const ours = [...store.games.values()].flatMap((game) => [game.code, ...game.words]);
    this.ours = new Set([...ours, ...Object.keys(names)].map((word) => word.toUpperCase()));
  }

  // Those that a text names.
  named(view, letters) {
    return new Named(view, letters, this.lexicon.find(letters), this);
  }
}

class Named {
  constructor(view, letters, spans, { is, ours }) {
    Object.assign(this, { view, letters, is, ours, firsts: spans.map(([first]) => first), lasts: spans.map(([, last]) => last) });
  }

  // The numbers of a text, each marked as a document's that is named right before it.
  led(numbers) {
    return numbers.map((number) => (this.#leads(number) ? { ...number, document: true } : number));
  }

  // A group, or what is left of it where its last number is of a document that is named behind it. Of a list that begins `named`,
  // beside a flow, its first number or range is that flow's.
  split(group, named) {
    if (!this.#follows(group.numbers.at(-1))) return [group];
    const kept = !named ? 0 : group.ranges.has(0) ? 2 : 1;
    const made = (numbers, ranges) => ({ numbers, ranges: new Set(ranges), first: numbers[0]?.first, last: numbers.at(-1)?.last, sort: numbers[0]?.sort });
    const ranges = [...group.ranges];
    const head = made(group.numbers.slice(0, kept), ranges.filter((place) => place < kept));
    const rest = made(group.numbers.slice(kept).map((number) => ({ ...number, document: true })), ranges.filter((place) => place >= kept).map((place) => place - kept));
    return [head, rest].filter(({ numbers }) => numbers.length);
  }

  // Whether one is named between two places, in the sentence of the second.
  between(first, last) {
    const at = bisect(this.lasts, last, true) - 1;
    return at >= 0 && this.firsts[at] >= first && !this.#parted(this.firsts[at], last);
  }

  #parted(first, last) {
    return this.view.parted(this.view.sentences, first, last);
  }

  #leads({ first, last, sort }) {
    if (sort !== "step") return false;
    const end = this.lasts[bisect(this.lasts, first, true) - 1];
    if (end !== undefined && first - end < LONGEST_GAP && this.is.LED.full(this.letters.slice(end, first))) return !this.#parted(end, first);
    const [start] = this.view.span(first, last);
    const found = this.is.INITIALS_LED.search(this.view.text, start - REACH, start);
    return found !== null && !this.ours.has(found.groups.word);
  }

  #follows({ first, last, sort }) {
    if (sort !== "step") return false;
    const begins = this.firsts[bisect(this.firsts, last)];
    const near = begins !== undefined && begins - last <= LONGEST_GAP && !this.#parted(last, begins);
    if (near && this.is.BEHIND.full(this.letters.slice(last, begins))) return true;
    const [, end] = this.view.span(first, last);
    const found = this.is.INITIALS_BEHIND.match(this.view.text, end);
    return found !== null && !this.ours.has(found.groups.word);
  }
}
