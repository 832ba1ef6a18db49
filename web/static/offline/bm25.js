// BM25 over lists of words, by the rules of kb/offline/bm25.py.
const [K1, B] = [1.2, 0.75];

export class Field {
  // `documents` are Maps from a word to how often the document holds it.
  constructor(documents) {
    this.size = documents.length;
    const lengths = documents.map((words) => Math.max(1, [...words.values()].reduce((sum, times) => sum + times, 0)));
    const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
    this.norms = lengths.map((length) => K1 * (1 - B + (B * length) / average));
    this.holding = new Map();
    documents.forEach((words, place) => {
      for (const [word, times] of words) {
        if (!this.holding.has(word)) this.holding.set(word, []);
        this.holding.get(word).push(place, times);
      }
    });
  }

  weight(word) {
    const holding = (this.holding.get(word)?.length ?? 0) / 2;
    return Math.log(1 + (this.size - holding + 0.5) / (holding + 0.5));
  }

  search(words, limit) {
    const points = new Map();
    for (const [word, share] of words) {
      const weight = this.weight(word) * share;
      const holding = this.holding.get(word) ?? [];
      for (let n = 0; n < holding.length; n += 2) {
        const [place, times] = [holding[n], holding[n + 1]];
        points.set(place, (points.get(place) ?? 0) + (weight * times * (K1 + 1)) / (times + this.norms[place]));
      }
    }
    return [...points].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
  }
}
