// Numbers in a row that may be those of a step, in any script: 3.2.1, "two one two", "stage 2, third step" (kb/chains.py).
import { patternsOf } from "./pattern.js";

const counted = (words) => Object.fromEntries(words.split(" ").map((word, place) => [word, place + 1]));
export const ROMAN = counted("i ii iii iv v vi vii viii ix x");
const ROMAJI = { ichi: 1, ni: 2, san: 3, yon: 4, shi: 4, go: 5, roku: 6, nana: 7, hachi: 8, kyuu: 9 };
const KANA = { ...counted("いち に さん よん ご ろく なな はち きゅう"), いっ: 1, にい: 2, にー: 2, ごー: 5 };
const FORMAL = counted("壱 弐 参");
const SAID = { roman: ROMAN, romaji: ROMAJI, kana: KANA, formal: FORMAL };
// A number may stand right behind one.
const SECTIONS = ["節", "条", "章", "項", "段落"];
const LOOSE = [",", "→", ">", "->"];
// No step has more places.
const MOST = 3;

const endOf = (found) => found.index + found[0].length;
const firstWord = (cue) => cue[0].trim().split(" ")[0];

export class Chains {
  // `numbering` reads numbers.
  constructor(patterns, numbering) {
    this.is = patternsOf(patterns, "chains");
    this.valueOf = (word, sort) => (SAID[sort] ? SAID[sort][word] : Number(numbering.value(word)));
  }

  // The numbers that begin at a place of a folded text, if any do: { numbers, slug, sorts, marked, loose, cued, step, end }, as
  // Chain in kb/chains.py has them.
  at(text, place) {
    const { CUE, NUMBER, SUFFIX, NOUN_NEXT, BETWEEN, MORE, DIGITS_ON, ORDINAL_NOUN } = this.is;
    const [numbers, sorts] = [[], new Set()];
    let [marked, loose] = [true, false];
    let cue = CUE.match(text, place);
    let [cued, step] = [cue !== null, Boolean(cue?.groups.step)];
    const cues = cue?.[0].trim() ? [firstWord(cue)] : [];
    let at = cue ? endOf(cue) : place;
    let end = at;
    while (numbers.length < MOST) {
      const found = NUMBER.match(text, at);
      if (!found) break;
      const sort = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
      numbers.push(this.valueOf(found[0], sort));
      sorts.add(sort);
      end = endOf(found);
      const suffix = (sort === "ordinal" ? NOUN_NEXT : SUFFIX).match(text, end);
      if (suffix) [cued, step, end] = [true, step || suffix.groups.step !== undefined, endOf(suffix)];
      const between = BETWEEN.match(text, end);
      const told = MORE.match(text, end);
      cue = told && !between ? CUE.match(text, endOf(told)) : null;
      if (between) {
        loose ||= LOOSE.includes(between[0].trim());
        at = endOf(between);
        cue = CUE.match(text, at);
        if (cue) at = endOf(cue);
      } else if (cue) {
        at = endOf(cue);
        cues.push(firstWord(cue));
      } else if (told && (cued || numbers.length > 1) && ORDINAL_NOUN.match(text, endOf(told))) {
        at = endOf(told);
      } else if (told && sort === "digits" && DIGITS_ON.full(text.slice(end))) {
        [at, loose] = [endOf(told), true];
      } else if (told?.[0] === " " && sort === "word") {
        [at, marked, loose] = [endOf(told), false, true];
      } else if (suffix && SECTIONS.includes(suffix[0])) {
        at = end + Number(text.startsWith("第", end));
      } else {
        break;
      }
    }
    if (!numbers.length) return null;
    step ||= new Set(cues).size > 1 && cues[0].startsWith("part"); // "part one, line six"
    const several = numbers.length > 1;
    return { numbers, slug: numbers.join("."), sorts, marked: marked || !several, loose: loose && several, cued, step, end };
  }
}
