// The numbers by which people name a rule, said in many ways, put as the rules print them (kb/numbering.py), also beside the names of
// parts (kb/part_names.py); how much they count (kb/pointed.py).
import { fold } from "./fold.js";
import { Pattern, patternsOf } from "./pattern.js";

const ROMAN = { i: 1, ii: 2, iii: 3, iv: 4, vi: 6, vii: 7, viii: 8 };
export const BESIDE = 0.05;
const [LONG, ASKED, SHORT, GAP, AROUND] = [90, 0.6, 10, 60, 48];
const DOTTED = ["POINTED", "SPELLED", "IN_HAN", "DASHED"];
const QUESTIONS = ["ASKED_LAST", "ASKED_FIRST", "ASKED_BARE", "SHITSUMON_LAST", "DAI", "MONME", "SHITSUMON_FIRST", "SAISHO", "TOI", "SHITSUMON_LATIN"];
const STEPS = ["STEP_LAST", "STEP_FIRST", "TEJUN_LAST"];
const CHANGES = ["CHANGE_LAST", "CHANGE_FIRST", "HENKO"];
// Forms of which Latin letters count as they are written, not in either case.
const AS_WRITTEN = ["IN_HAN", "DASHED", "TEJUN_LAST", "HENKO"];

const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const spaced = (name) => escaped(name).replaceAll(" ", "[\\s-]?");
// At the beginning of a word: not the call of "recall".
const begun = (name) => (isAscii(name) ? "(?<![a-z])" : "(?<![ァ-ヺー])") + spaced(name);
const alone = (name) => (isAscii(name) ? `(?<![a-z])${spaced(name)}(?:p?ing)?(?![a-z])` : spaced(name));

export class Numbering {
  // `patterns` are the library's by name, `words` those for numbers.
  constructor(patterns, words) {
    this.words = words;
    this.is = { ...patternsOf(patterns, "numbering"), ...patternsOf(patterns, "part_names") };
    this.pointing = patternsOf(patterns, "pointed");
    const anyCase = (name, flags) => new RegExp(patterns[`numbering.${name}`], flags);
    [this.colon, this.hint, this.version] = [anyCase("COLON", "iu"), anyCase("HINT", "iu"), anyCase("VERSION", "giu")];
    this.each = anyCase("EACH_NUMBER", "giu");
    const form = (name) => (AS_WRITTEN.includes(name) ? this.is[name].onward : anyCase(name, "giu"));
    this.forms = new Map([...DOTTED, ...QUESTIONS, ...STEPS, ...CHANGES].map((name) => [name, form(name)]));
  }

  // A number as digits: two, second, 2nd, 二, ii.
  value(word) {
    const plain = word.toLowerCase();
    return String(ROMAN[plain] ?? this.words.value(plain));
  }

  #dotted(text, name) {
    return text.replace(this.forms.get(name), (found) => found.match(this.each).map((one) => this.value(one)).join("."));
  }

  // Whether a text is a person's own questions, numbered.
  isOwnList(folded) {
    return this.is.OWN_LIST.match(folded, 0) !== null;
  }

  // A text without numbers with dots that are none of a rule: version 1.4, an average of 2.3.
  withoutVersions(text) {
    return text.replace(this.version, " ");
  }

  // A text with numbers such as 3-2-1 as they are printed.
  dashed(text) {
    return this.#dotted(text, "DASHED");
  }

  // A text with the numbers of rules as they are printed; all else stays.
  printed(text) {
    if (!this.hint.test(text)) return text;
    let out = text.replace(this.colon, "$1,");
    for (const name of DOTTED) out = this.#dotted(out, name);
    for (const name of QUESTIONS) {
      out = out.replace(this.forms.get(name), (...found) => {
        const { n, of } = typeof found.at(-1) === "object" ? found.at(-1) : {};
        return `${of ?? ""} Q${this.value(n ?? "first")} `;
      });
    }
    for (const name of STEPS) out = out.replace(this.forms.get(name), (...found) => ` step ${this.value(found.at(-1).n)} `);
    for (const name of CHANGES) out = out.replace(this.forms.get(name), (...found) => ` rule change ${this.value(found.at(-1).n ?? found.at(-1).m)} `);
    return out;
  }

  // How much a step counts that a question names: 1 where it is asked for, little where it is asked about (kb/pointed.py).
  pointed(folded) {
    const { SHOW, CITED, WHAT_NEXT, NEXT, FOR_A_STEP, GOES_ON, ASKS, AT_FIRST } = this.pointing;
    if (SHOW.search(folded)) return 1;
    if (CITED.match(folded, 0)) return WHAT_NEXT.search(folded) ? BESIDE : 1;
    if (NEXT.search(folded)) return BESIDE;
    if (FOR_A_STEP.search(folded)) return 1;
    if (GOES_ON.search(folded)) return BESIDE;
    if ([...folded].length > LONG) return ASKED;
    return ASKS.search(folded) && !AT_FIRST.match(folded, 0) ? ASKED : 1;
  }

  // Whether a number beside a name that begins at a place is none of a step, by what is around it: "if I call 2", a score.
  counts(text, at, number) {
    const { BARE_CODE, EACH: each, EACH_BEFORE, SCORE, VERB, HOW_MANY } = this.is;
    if (number.includes(".")) return false;
    if (BARE_CODE.match(text, at) && [...text].length > SHORT) return true;
    const before = text.slice(Math.max(0, at - AROUND), at);
    if (each.match(text, at) || EACH_BEFORE.search(before)) return true;
    const scored = /[-/]/.test(number) && SCORE.search(text) !== null;
    return scored || VERB.search(before) !== null || (/^[0-9]+$/.test(number) && HOW_MANY.search(before) !== null);
  }
}

// A part of the rules, by what people call it: its printed names, and loose ones, which say it only beside a number.
export class PartName {
  constructor(part, loose, numbering) {
    Object.assign(this, { part, numbering, code: fold(part.code) });
    const names = [part.name_en, part.name_ja].map(fold);
    const written = [...names.map(begun), `(?<![a-z])${escaped(this.code)}(?![a-z])`].join("|");
    this.written = new Pattern(`(?:${written})`);
    this.any = new Pattern(`(?:${[written, ...loose.map(alone)].join("|")})`);
    const [english] = names;
    const short = english.replace(numbering.is.LAST_WORD.onward, "");
    // The words of its printed English name, with and without the last where that is "phase" or the like.
    this.words = [...new Set([english, short])].filter(isAscii).map((name) => name.split(" "));
  }

  // Whether a folded text names it by a printed name or its code.
  named(folded) {
    return this.written.search(folded) !== null;
  }

  // Whether a folded text that has a number calls it by any name.
  calls(folded) {
    return this.any.search(folded) !== null;
  }

  // Where a folded text calls it by any name.
  places(folded) {
    return [...this.any.all(folded)];
  }

  // Numbers right behind its name that are a step's, as they are printed, if there is such a step.
  pairs(folded) {
    return this.places(folded).flatMap(({ 0: words, index }) => {
      const pair = this.numbering.is.PAIR.match(folded, index + words.length)?.groups.pair;
      if (pair === undefined || this.numbering.counts(folded, index, pair)) return [];
      const numbers = pair.match(/[0-9]+/g);
      return [(numbers.length > 1 ? numbers : [...pair]).join(".")];
    });
  }

  // Single numbers beside its name.
  stages(folded) {
    const { STAGE, TOLD, AHEAD_END } = this.numbering.is;
    const [written, called] = [[...this.written.all(folded)], this.places(folded)];
    const behind = [[written, STAGE], [called, TOLD]].flatMap(([names, pattern]) => names
      .map((name) => [name, pattern.match(folded, name.index + name[0].length)]));
    const ahead = called.map((name) => [name, AHEAD_END.search(folded, name.index - GAP, name.index)]);
    const told = [...behind, ...ahead].filter(([, found]) => found)
      .map(([name, found]) => [Math.min(name.index, found.index), found.groups.stage]);
    return told.filter(([at, stage]) => !this.numbering.counts(folded, at, stage)).map(([, stage]) => stage).slice(0, 1);
  }
}
