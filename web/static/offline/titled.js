// Q&As of entries that are no part of the rules, by the title beside their number: End Q1 (kb/titled.py).
import { fold } from "./fold.js";
import { Pattern } from "./pattern.js";

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const spaced = (text) => text.replaceAll("-", " ");

export class TitledQuestions {
  // `askedUnder` are the entries that Q&As stand under, `patterns` the library's, in which TITLE stands for a title.
  constructor(askedUnder, patterns) {
    const [leftOut, ending] = ["LEFT_OUT", "ENDING"].map((name) => new RegExp(patterns[`titled.${name}`], "gu"));
    const bare = (title) => spaced(fold(title).replace(ending, "").replace(leftOut, "")).replace(/^the /, "").trim();
    const form = (name) => {
      if (!name.includes(" ") && (isAscii(name) || name.length < 5)) return "ONE_WORD";
      return isAscii(name) ? "WORDS_LATIN" : "WORDS_JAPANESE";
    };
    this.names = askedUnder.flatMap(({ id, renditions }) => {
      const names = new Set(renditions.filter(({ title }) => title).map(({ title }) => bare(title)));
      const pattern = (name) => new Pattern(patterns[`titled.${form(name)}`].replaceAll("TITLE", () => escaped(name)));
      return [...names].filter((name) => name.length > 1).sort().map((name) => ({ id, name, pattern: pattern(name) }));
    });
  }

  // The ids of the Q&As whose number, such as q2, stands beside such a title in a folded text with numbers as printed.
  find(folded, slug) {
    const text = spaced(folded);
    const numbers = (pattern) => Object.values(pattern.search(text)?.groups ?? {});
    const beside = ({ name, pattern }) => text.includes(name) && numbers(pattern).some((number) => `q${number}` === slug);
    return this.names.filter(beside).map(({ id }) => `${id}/${slug}`);
  }
}
