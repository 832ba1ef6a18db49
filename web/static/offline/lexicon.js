// Fixed forms in a view: the longest at each place, standing by themselves (kb/citations/lexicon.py).
const KATAKANA = /[\u30a1-\u30faー]/;
const DIGIT = /^\p{Nd}/u;
const WORDY = /^[a-z0-9]$/i;

export class Lexicon {
  constructor(forms, { width = 2, numbers = false } = {}) {
    this.width = width;
    this.numbers = numbers;
    this.meant = new Map();
    for (const [form, values] of forms) {
      if ([...form].length < width) continue;
      const known = this.meant.get(form) ?? [];
      this.meant.set(form, [...known, ...values.filter((value) => !known.some((one) => JSON.stringify(one) === JSON.stringify(value)))]);
    }
    this.heads = new Map();
    for (const form of [...this.meant.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))) {
      const head = form.slice(0, width);
      this.heads.set(head, [...(this.heads.get(head) ?? []), form]);
    }
  }

  // [first, last, what the form stands for], from left to right without overlap.
  find(folded) {
    const out = [];
    let place = 0;
    while (place < folded.length) {
      const forms = this.heads.get(folded.slice(place, place + this.width)) ?? [];
      const form = forms.find((one) => folded.startsWith(one, place) && this.#stands(folded, place, place + one.length));
      if (form) out.push([place, place + form.length, this.meant.get(form)]);
      place += form ? form.length : 1;
    }
    return out;
  }

  get(form) {
    return this.meant.get(form) ?? [];
  }

  #stands(folded, first, last) {
    if (first && sameWord(folded[first - 1], folded[first])) return false;
    const [end, after] = [folded[last - 1], folded[last] ?? ""];
    if (DIGIT.test(end)) return !(DIGIT.test(after) || /^[a-z]/i.test(after) || (after === "." && DIGIT.test(folded[last + 1] ?? "")));
    return !after || !sameWord(end, after) || (this.numbers && DIGIT.test(after));
  }
}

function sameWord(one, other) {
  if (one < "\x80" && other < "\x80") return WORDY.test(one) && WORDY.test(other);
  return KATAKANA.test(one) && KATAKANA.test(other);
}
