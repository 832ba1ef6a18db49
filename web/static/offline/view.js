// A folded view of a text that remembers where each of its letters came from (kb/citations/view.py).
import { casefold } from "./casefold.js";
import { fold } from "./fold.js";

const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

export class View {
  constructor(text) {
    this.text = text;
    this.folded = "";
    this.from = [];
    for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
      const letters = /\s/u.test(cluster) ? " " : fold(cluster) || casefold(cluster);
      for (const letter of letters) for (let n = 0; n < letter.length; n++) this.from.push([index, index + cluster.length]);
      this.folded += letters;
    }
  }

  // Where a stretch of the view stands in the text.
  span(first, last) {
    return [this.from[first][0], this.from[last - 1][1]];
  }
}
