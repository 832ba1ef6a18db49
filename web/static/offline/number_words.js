// The words for the numbers from 1 to 99: two, twelfth, twenty-first, 12th, 六 (kb/number_words.py, whose table the library sends).
export class NumberWords {
  constructor(values) {
    this.values = new Map(Object.entries(values));
  }

  // Whether it is such a word; not digits.
  has(word) {
    return this.values.has(word.replace(" ", "-"));
  }

  // The number that a folded word or digits say.
  value(word) {
    return this.values.get(word.replace(" ", "-")) ?? Number(word.replace(/[^0-9]/g, ""));
  }
}
