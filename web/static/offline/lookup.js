// Tells a question that only looks a name up (kb/lookup.py).
import { closed, hiragana, isJapanese, japaneseRuns, latinStems, latinWords } from "./glossary.js";

export class Lookup {
  // `pattern` gives the library's patterns by name.
  constructor(pattern) {
    const whole = (name) => new RegExp(`^(?:${pattern(name)})$`, "u");
    [this.latin, this.japanese] = [whole("lookup.LATIN"), whole("lookup.JAPANESE")];
    [this.limits, this.onCards, this.barred] = ["LIMITS", "ON_CARDS", "BARRED"].map((name) => new RegExp(pattern(`lookup.${name}`), "u"));
  }

  // Whether a folded text asks what a list of cards says of the one that a term's form names, or just names it.
  ofItsPlace(folded, form) {
    const [latin, japanese] = without(folded, form);
    const rest = `${isJapanese(form) ? latinWords(folded).join(" ") : latin} ${japanese}`;
    const ofTheCard = this.onCards.test(folded) && !this.barred.test(folded);
    return !ofTheCard && (this.limits.test(rest) || this.only(folded, form, []));
  }

  // Whether a folded text holds a term's form and, beside it and names of games, nothing but words that ask what it is.
  only(folded, form, games) {
    let [latin, japanese] = without(folded, form);
    for (const pattern of games) [latin, japanese] = [latin.replace(pattern, " "), japanese.replace(pattern, "")];
    return this.latin.test(latin.split(" ").filter(Boolean).map((word) => `${word} `).join("")) && this.japanese.test(japanese);
  }
}

// The Latin words of a text and its Japanese letters, without the first place where the form stands.
function without(folded, form) {
  if (!isJapanese(form)) {
    const [words, stems, wanted] = [latinWords(folded), latinStems(folded), form.split(" ")];
    const found = stems.findIndex((_, at) => wanted.every((word, n) => stems[at + n] === word));
    const at = found < 0 ? stems.length : found;
    return [[...words.slice(0, at), ...words.slice(at + wanted.length)].join(" "), japaneseRuns(folded).join("")];
  }
  let letters = closed(folded);
  if (!letters.includes(form)) letters = hiragana(letters);
  const at = letters.indexOf(form);
  const rest = at < 0 ? `${letters} ` : `${letters.slice(0, at)} ${letters.slice(at + form.length)}`;
  return [latinWords(rest).join(" "), japaneseRuns(rest).join("")];
}
