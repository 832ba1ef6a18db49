// The numbers by which people name a rule, said in many ways, put as the rules print them (kb/numbering.py).
const WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
const HAN = [..."一二三四五六七八九十"];
const ROMAN = { i: 1, ii: 2, iii: 3, iv: 4, vi: 6, vii: 7, viii: 8 };
const VALUES = new Map([WORDS, ORDINALS, HAN].flatMap((words) => words.map((word, place) => [word, place + 1])).concat(Object.entries(ROMAN)));
export const BESIDE = 0.05;
const [LONG, ASKED, SHORT] = [90, 0.6, 10];
const DOTTED = ["POINTED", "SPELLED", "IN_HAN", "DASHED"];
const QUESTIONS = ["ASKED_LAST", "ASKED_FIRST", "ASKED_BARE", "SHITSUMON_LAST", "DAI", "MONME", "SHITSUMON_FIRST", "SAISHO", "TOI", "SHITSUMON_LATIN"];
const STEPS = ["STEP_LAST", "STEP_FIRST", "TEJUN_LAST"];
const CHANGES = ["CHANGE_LAST", "CHANGE_FIRST", "HENKO"];
const EACH = new RegExp(`[0-9]+|[${HAN.join("")}]|${[...WORDS].sort((a, b) => b.length - a.length).join("|")}`, "giu");

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const value = (word) => String(VALUES.get(word.toLowerCase()) ?? Number(word.replace(/[^0-9]/g, "")));
const spaced = (name) => escaped(name).replaceAll(" ", "[\\s-]?");
// At the beginning of a word: not the call of "recall".
const begun = (name) => (/^[\x00-\x7f]*$/.test(name) ? "(?<![a-z])" : "(?<![ァ-ヺー])") + spaced(name);
const alone = (name) => (/^[\x00-\x7f]*$/.test(name) ? `(?<![a-z])${spaced(name)}(?:p?ing)?(?![a-z])` : spaced(name));

export class Numbering {
  // `patterns` are the library's by name, `loose` what people call each part beside a number.
  constructor({ patterns, loose }) {
    this.source = (name) => patterns[`numbering.${name}`];
    this.pattern = (name) => patterns[name];
    this.following = (name) => new RegExp(patterns[`following.${name}`], "u");
    this.loose = loose;
    const pointed = (name, before = "") => new RegExp(`${before}(?:${patterns[`pointed.${name}`]})`, "u");
    [this.shown, this.next, this.forAStep, this.onward, this.asks, this.whatNext] =
      ["SHOW", "NEXT", "FOR_A_STEP", "GOES_ON", "ASKS", "WHAT_NEXT"].map((name) => pointed(name));
    [this.cited, this.atFirst] = ["CITED", "AT_FIRST"].map((name) => pointed(name, "^"));
    [this.verb, this.score, this.howMany] = ["VERB", "SCORE", "HOW_MANY"].map((name) => new RegExp(this.source(name), "u"));
    this.ownList = new RegExp(`^(?:${this.source("OWN_LIST")})`, "u");
    this.colon = new RegExp(this.source("COLON"), "iu");
    this.each = new RegExp(this.source("EACH"), "uy");
    this.eachBefore = new RegExp(this.source("EACH_BEFORE"), "u");
    this.bareCode = new RegExp(this.source("BARE_CODE"), "uy");
    this.hint = new RegExp(this.source("HINT"), "iu");
    this.version = new RegExp(this.source("VERSION"), "giu");
    this.forms = new Map([...DOTTED, ...QUESTIONS, ...STEPS, ...CHANGES].map((name) => [name, new RegExp(this.source(name), "giu")]));
  }

  #dotted(text, name) {
    return text.replace(this.forms.get(name), (found) => found.match(EACH).map(value).join("."));
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
        return `${of ?? ""} Q${value(n ?? "first")} `;
      });
    }
    for (const name of STEPS) out = out.replace(this.forms.get(name), (...found) => ` step ${value(found.at(-1).n)} `);
    for (const name of CHANGES) out = out.replace(this.forms.get(name), (...found) => ` rule change ${value(found.at(-1).n ?? found.at(-1).m)} `);
    return out;
  }

  // How much a step counts that a question names: 1 where it is asked for, little where something is asked about it.
  pointed(folded) {
    if (this.shown.test(folded)) return 1;
    if (this.cited.test(folded)) return this.whatNext.test(folded) ? BESIDE : 1;
    if (this.next.test(folded)) return BESIDE;
    if (this.forAStep.test(folded)) return 1;
    if (this.onward.test(folded)) return BESIDE;
    if ([...folded].length > LONG) return ASKED;
    return this.atFirst.test(folded) || !this.asks.test(folded) ? 1 : ASKED;
  }

  // Whether a number beside a name that begins at a place is none of a step, by what is around it.
  #counts(text, at, number) {
    if (number.includes(".")) return false;
    this.bareCode.lastIndex = at;
    if (this.bareCode.test(text) && [...text].length > SHORT) return true;
    this.each.lastIndex = at;
    const before = text.slice(Math.max(0, at - 48), at);
    if (this.each.test(text) || this.eachBefore.test(before)) return true;
    const scored = /[-/]/.test(number) && this.score.test(text);
    return scored || this.verb.test(before) || (/^[0-9]+$/.test(number) && this.howMany.test(before));
  }

  // How a part is called: by its printed names and its code, by any name, with a step's number behind it, with one number beside it.
  part(part, names, code) {
    const written = [...names.map(begun), `(?<![a-z])${escaped(code)}(?![a-z])`].join("|");
    const every = `(?:${[written, ...this.loose[`${part.game}/${part.slug}`].map(alone)].join("|")})`;
    const [pair, stage, told, ahead] = ["PAIR", "STAGE", "TOLD", "AHEAD"].map(this.source);
    const stages = [`(?:${written})${stage}`, every + told, ahead + every];
    return {
      game: part.game, slug: part.slug, named: new RegExp(`(?:${written})`, "u"), called: new RegExp(every, "u"),
      pair: new RegExp(every + pair, "gu"), stages: stages.map((one) => new RegExp(one, "u")),
    };
  }

  pairs(name, folded) {
    return [...folded.matchAll(name.pair)].filter(({ index, groups }) => !this.#counts(folded, index, groups.pair)).map(({ groups }) => {
      const numbers = groups.pair.match(/[0-9]+/g);
      return (numbers.length > 1 ? numbers : [...groups.pair]).join(".");
    });
  }

  stages(name, folded) {
    const told = name.stages.map((one) => folded.match(one)).filter(Boolean);
    return told.filter(({ index, groups }) => !this.#counts(folded, index, groups.stage)).map(({ groups }) => groups.stage).slice(0, 1);
  }
}
