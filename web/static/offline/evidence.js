// What speaks for one entry, and how it is summed (kb/evidence.py).
const KINDS = ["rules_words", "asked_words", "rules_meaning", "asked_meaning", "likely", "term", "part", "other_part", "reference", "title",
  "bare", "gone", "old", "question", "other_game"];

export class Evidence {
  constructor() {
    for (const kind of KINDS) this[kind] = 0;
  }

  points(weights) {
    return KINDS.reduce((sum, kind) => sum + weights[kind] * this[kind], 0);
  }

  why() {
    const reasons = [];
    if (this.reference) reasons.push("reference");
    if (this.title || this.term) reasons.push("term");
    if (Math.max(this.asked_words, this.asked_meaning) >= Math.max(this.rules_words, this.rules_meaning)) reasons.push("phrasing");
    if (this.rules_words) reasons.push("words");
    if (this.rules_meaning > 0.5) reasons.push("meaning");
    return reasons;
  }
}
