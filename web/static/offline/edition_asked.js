// Which edition a question asks about: the rules as they are now, unless its words name an edition (kb/edition_asked.py).
import { patternsOf } from "./pattern.js";

// The edition of a question that names none, and of one that asks about older rules and does not say which.
export const NOW = 0;
export const BEFORE = -1;

export class EditionAsked {
  // `words` are those for numbers.
  constructor(documents, patterns, words) {
    this.words = words;
    this.is = patternsOf(patterns, "edition_asked");
    // The earliest year in which current documents say that they came into force, infinite where none says.
    const dated = documents.filter((one) => one.current && one.effective);
    this.since = Math.min(...dated.map((one) => Number(one.effective.slice(0, 4))));
  }

  // The number of the edition that a folded text asks about, BEFORE, or NOW.
  of(folded) {
    const { EDITION, NUMBER, YEARS, UNTIL, TILL, EARLIER, EARLIER_JA } = this.is;
    const [named, ...others] = EDITION.all(folded);
    if (!named) return NOW;
    const matches = [named, ...others].map((match) => ({ match, number: YEARS.search(match[0]) ? undefined : NUMBER.search(match[0])?.groups }));
    const told = matches.filter(({ number }) => number);
    const which = told.find(({ number }) => !number.first) ?? told[0];
    if (this.#asksOfNow(folded, named.index + named[0].length, which !== undefined)) return NOW;
    if (!which) {
      const year = YEARS.search(named[0]);
      const now = year && !UNTIL.search(named[0]) && Number(year[0]) >= this.since + Number(TILL.search(named[0]) !== null);
      return now ? NOW : BEFORE;
    }
    const { match, number } = which;
    if (EARLIER.search(folded.slice(0, match.index)) || EARLIER_JA.match(folded, match.index + match[0].length)) return BEFORE;
    const said = number.number ?? number.order ?? number.word ?? number.kanji;
    return said ? this.words.value(said) : 1;
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
