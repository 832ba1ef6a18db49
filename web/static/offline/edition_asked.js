// Which edition a question asks about: the rules as they are now, unless its words name an edition (kb/edition_asked.py).
import { patternsOf } from "./pattern.js";

// The edition of a question that names none, and of one that asks about older rules and does not say which.
export const NOW = 0;
export const BEFORE = -1;
const counted = (words) => Object.fromEntries(words.split(" ").map((word, place) => [word, place + 1]));
const ORDERS = {
  ...counted("first second third fourth fifth sixth seventh eighth ninth"), ...counted("1st 2nd 3rd 4th 5th 6th 7th 8th 9th"),
};
const WORDS = counted("one two three four five six seven eight nine");
const KANJI = counted("一 二 三 四 五");

export class EditionAsked {
  constructor(documents, patterns) {
    this.is = patternsOf(patterns, "edition_asked");
    // The earliest year in which current documents say that they came into force, infinite where none says.
    const dated = documents.filter((one) => one.current && one.effective);
    this.since = Math.min(...dated.map((one) => Number(one.effective.slice(0, 4))));
  }

  // The number of the edition that a folded text asks about, BEFORE, or NOW.
  of(folded) {
    const { EDITION, NUMBER, YEARS, EARLIER, EARLIER_JA } = this.is;
    const [named, ...others] = EDITION.all(folded);
    if (!named) return NOW;
    const matches = [named, ...others].map((match) => ({ match, number: YEARS.search(match[0]) ? undefined : NUMBER.search(match[0])?.groups }));
    const told = matches.filter(({ number }) => number);
    const which = told.find(({ number }) => !number.first) ?? told[0];
    if (this.#asksOfNow(folded, named.index + named[0].length, which !== undefined)) return NOW;
    if (!which) {
      const year = YEARS.search(named[0]);
      return year && Number(year[0]) >= this.since && !/^(?:before|prior to|pre)|(?:より前|以前|まで)$/.test(named[0]) ? NOW : BEFORE;
    }
    const { match, number } = which;
    if (EARLIER.search(folded.slice(0, match.index)) || EARLIER_JA.match(folded, match.index + match[0].length)) return BEFORE;
    return number.number ? Number(number.number) : ORDERS[number.order] ?? WORDS[number.word] ?? KANJI[number.kanji] ?? 1;
  }

  // A folded text without its words for an edition.
  without(folded) {
    return folded.replace(this.is.EDITION.onward, " ");
  }

  // Whether a folded text asks of the rules as they are now behind the place where its words for an older text end.
  #asksOfNow(folded, end, numbered) {
    const { NOW_ASKED, NOW_ASKED_APART, OF_THIS_GAME } = this.is;
    if (numbered) return NOW_ASKED_APART.search(folded, end) !== null;
    return NOW_ASKED.search(folded, end) !== null && OF_THIS_GAME.search(folded) === null;
  }
}
