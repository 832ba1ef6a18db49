// Puts misspelt words right: the nearest word that is known (OSA distance), by the rules of kb/spelling.py.
import { fold } from "./fold.js";
import { tokens } from "./tokens.js";

const SHORTEST = 4;
const TWO_MISTAKES = 7;

// Insertions, deletions, exchanges and swaps of neighbours between two words, or more than `most`.
export function distance(a, b, most) {
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

// A text with tokens set right where they stand, folded; as it is where none is wrong. `right` is a Map.
export function inPlace(text, right) {
  if (!right.size) return text;
  let out = fold(text).replace(/[a-z]+/g, (word) => right.get(tokens(word).find((token) => right.has(token))) ?? word);
  for (const wrong of [...right.keys()].filter((word) => !/^[\x00-\x7f]*$/.test(word)).sort((a, b) => b.length - a.length)) {
    out = out.replaceAll(wrong, right.get(wrong));
  }
  return out;
}

export class Spelling {
  constructor(words) {
    this.known = new Set(words);
    this.byLength = new Map();
    for (const word of [...this.known].sort((a, b) => (a < b ? -1 : 1))) {
      if (word.length < SHORTEST || /^\p{Nd}/u.test(word)) continue;
      if (!this.byLength.has(word.length)) this.byLength.set(word.length, []);
      this.byLength.get(word.length).push(word);
    }
  }

  knows(word) {
    return this.known.has(word);
  }

  nearest(word) {
    if (word.length < SHORTEST || this.known.has(word) || word.length > 30) return null;
    const allowed = word.length >= TWO_MISTAKES ? 2 : 1;
    let best = null;
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      for (const known of this.byLength.get(length) ?? []) {
        const another = known[0] !== word[0];
        const most = Math.min(another ? 1 : allowed, best ? Math.floor(best.penalty) : allowed);
        const far = distance(word, known, most);
        const penalty = far + (another ? 0.5 : 0);
        if (far <= most && (!best || penalty < best.penalty)) best = { penalty, known };
      }
    }
    return best?.known ?? null;
  }
}
