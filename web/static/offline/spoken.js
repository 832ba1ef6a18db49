// Steps said beside the names of their parts, in whatever way: "FP two one two", "second point under attack 2.1" (kb/spoken.py).
import { Chains, ROMAN } from "./chains.js";
import { patternsOf } from "./pattern.js";
import { distance } from "./spelling.js";

const REACH = 60;
// A question names no more parts and numbers.
const MANY = 12;
// No row of steps is as long.
const LONGEST = 30;
const SMALL = new Set(["the", "of", "in", "at", "from", "for"]);

const endOf = (found) => found.index + found[0].length;
const startsWith = (text, heads) => heads.some((head) => text.startsWith(head));
const within = (sorts, wanted) => [...sorts].every((sort) => wanted.includes(sort));
const parent = (id) => id.slice(0, id.lastIndexOf("/"));
const gameOf = (id) => id.split("/")[0];
const singular = (words) => words.map((word) => word.replace(/s+$/, "")).join(" ");

export class SpokenSteps {
  // `parts` are the names of parts, `at` gives the ids of a part that have a number, `has` whether there is an id, `knows` whether
  // the KB knows a word; `games` are patterns of the words that name a game, `patterns` the library's, `numbering` reads numbers.
  constructor({ parts, at, has, knows, games, patterns, numbering }) {
    Object.assign(this, { parts, has, knows, games, numbering });
    this.at = ({ part }, slug) => at(part, slug);
    this.is = patternsOf(patterns, "spoken");
    this.chains = new Chains(patterns, numbering);
  }

  // The number that a digit, a word or a roman numeral says.
  #value(word) {
    return ROMAN[word] ?? Number(this.numbering.value(word));
  }

  // The number that an ordinal says, "" for "last".
  #ordinal({ n }) {
    return n && (/^\p{Nd}/u.test(n) || this.numbering.words.has(n)) ? this.numbering.value(n) : "";
  }

  // The ids that a folded text names, and the words of steps that it names and no text prints, where it names no other. Of the ids
  // `found` otherwise each stays where nothing says more. `printed` is this text with numbers as they are printed.
  find(folded, printed, found) {
    const { HINT, KATAKANA_DOT, INITIALS, JUMP } = this.is;
    if (!HINT.search(folded)) return [[...found], []];
    const text = folded.split(" ").filter(Boolean).join(" ").replace(KATAKANA_DOT.onward, "").replace(INITIALS.onward, "$1$2");
    const missing = [];
    const called = this.parts.filter((name) => name.calls(text)).map((name) => ({ name, named: name.named(text) }));
    let said = [];
    for (const { name } of called.sort((a, b) => b.named - a.named)) if (!said.length) said = this.#beside(name, text, missing);
    if (!said.length && !found.length) said = this.#misspelt(printed);
    const out = merged(found, said);
    return [JUMP.search(text) ? this.#jump(out) : out, out.length ? [] : missing];
  }

  // The ids of a part whose numbers stand behind or before its name; `missing` takes in the words of what is not there.
  #beside(name, text, missing) {
    const { BELOW, BEHIND, LAST_OF, LAST_JA, ENDS, BRACKETED, NAME_ENDS } = this.is;
    for (const place of name.places(text).slice(0, MANY)) {
      const end = endOf(place);
      const plain = this.#isPlain(name, text, place);
      const inner = this.#toldBefore(text, place.index);
      const below = inner !== null && BELOW.match(inner.groups.noun ?? inner.groups.cue, 0) !== null;
      const chain = this.#behind(name, text, place, plain, below);
      const nested = this.#nested(name, text, place);
      if (nested.length) return nested;
      const told = inner ? this.#inside(name, text, place, chain, inner, plain) : [];
      if (told.length) return told;
      const direct = chain ? this.at(name, chain.slug) : [];
      if (direct.length) return direct;
      const gap = BEHIND.match(text, end);
      let last = gap && plain ? LAST_OF.match(text, endOf(gap)) : null;
      if (!last || !ENDS.match(text, endOf(last))) last = LAST_JA.match(text, end);
      const lasts = last && !place[0].endsWith("ing") ? this.#lastOf(name, last.groups.noun, "") : [];
      if (lasts.length) return lasts;
      const ahead = this.#ahead(name, text, place);
      if (ahead.length) return ahead;
      if (!this.at(name, "1").length && !this.at(name, "1.1").length) continue;
      const bracketed = chain !== null && BRACKETED.search(text, end, chain.end + 1) !== null;
      if (chain && (chain.cued || bracketed) && (chain.step || plain)) {
        missing.push(text.slice(place.index, chain.end + Number(bracketed)));
      } else if (!chain && plain && inner?.groups.number && NAME_ENDS.match(text, end)) {
        missing.push(text.slice(inner.index, end));
      }
    }
    return [];
  }

  // The ids of a step that is told by its place within another, right before or behind a name.
  #nested(name, text, place) {
    const { NESTED_AHEAD, NESTED_BEHIND, OTHER, NAME_ENDS, BEHIND, ENDS } = this.is;
    const start = Math.max(0, place.index - REACH);
    let ahead = NESTED_AHEAD.search(text.slice(start, place.index));
    if (ahead && (OTHER.search(text.slice(start, start + ahead.index)) || !NAME_ENDS.match(text, endOf(place)))) ahead = null;
    const gap = BEHIND.match(text, endOf(place));
    const behind = gap && NESTED_BEHIND.match(text, endOf(gap));
    const found = ahead ?? (behind && ENDS.match(text, endOf(behind)) ? behind : null);
    if (!found) return [];
    const { dotted, under, bare, n, m } = found.groups;
    return this.at(name, `${dotted ?? this.numbering.value(under ?? bare)}.${this.numbering.value(n ?? m)}`);
  }

  // The ids of what `inner`, an ordinal or "last" before a name, names: a stage, a Q&A, a step below that behind it.
  #inside(name, text, place, chain, inner, plain) {
    const { NAME_ENDS, THING, STAGE, STAGE_AHEAD } = this.is;
    if (!chain && !NAME_ENDS.match(text, endOf(place))) return [];
    const noun = inner.groups.noun ?? inner.groups.cue;
    if (!plain && !chain && (THING.full(noun) || (noun.startsWith("stage") && this.#isShort(name, place[0])))) return [];
    const stageOf = () => (STAGE.match(noun, 0) ? this.#ordinal(inner.groups) : "");
    if (inner.groups.number) {
      const number = String(this.#value(inner.groups.number));
      const outer = this.#toldBefore(text, inner.index);
      const ahead = STAGE_AHEAD.search(text.slice(0, inner.index).slice(-REACH));
      if (outer?.groups.number && !chain) return this.at(name, `${number}.${this.#value(outer.groups.number)}`);
      const stepped = ahead && inner.groups.cue.startsWith("step") && !chain;
      if (stepped) return this.at(name, `${this.#value(ahead.groups.number)}.${number}`);
      const below = outer?.groups.n ? this.#child(name, number, outer) : [];
      return below.length ? below : this.at(name, chain ? `${chain.slug}.${number}` : number);
    }
    if (!chain) {
      const outer = this.#toldBefore(text, inner.index);
      const stage = outer?.groups.n ? stageOf() : "";
      return stage ? this.#child(name, stage, outer) : this.#child(name, "", inner);
    }
    if (within(chain.sorts, ["ordinal"])) {
      const stage = stageOf();
      return stage ? this.at(name, `${stage}.${chain.slug}`) : [];
    }
    return this.#child(name, chain.slug, inner);
  }

  // The numbers behind a name, if they can be those of a step. `plain` says that the name means nothing else, `below` that a step
  // of such a number is spoken of before the name.
  #behind(name, text, place, plain, below) {
    const { BEHIND, WHOLE, COUNTED, ENDS, NOTHING, AT_LAST, STAGE_SAID, LISTED } = this.is;
    const gap = BEHIND.match(text, endOf(place));
    const chain = gap && this.chains.at(text, endOf(gap));
    if (!chain || WHOLE.match(text, chain.end) || !COUNTED.match(text, chain.end)) return null;
    if (name.numbering.counts(text, place.index, text.slice(endOf(gap), chain.end))) return null;
    const tail = this.#pastAGame(text, chain.end);
    const ends = tail !== chain.end || ENDS.match(text, tail) !== null;
    const direct = place.index === 0 && !text.slice(endOf(place), endOf(gap)).trim() && !chain.cued;
    const alone = direct && NOTHING.full(text.slice(tail)) !== null;
    const { sorts } = chain;
    if (chain.numbers.length > 1) {
      if (sorts.has("word") && !(plain || alone || chain.step)) return null;
      if (chain.loose && !(ends && (plain || alone))) return null;
      return ends || (chain.marked && !sorts.has("kana") && !sorts.has("romaji")) ? chain : null;
    }
    const bracketed = gap.groups.bracket === "(" && text[tail] === ")";
    const past = bracketed ? this.#pastAGame(text, tail + 1) : tail;
    if (!ends || sorts.has("romaji") || sorts.has("kana")) return null;
    if (bracketed && past === tail + 1 && !ENDS.match(text, past)) return null;
    if (below && within(sorts, ["digits"])) return chain;
    if (plain && AT_LAST.match(text, tail) && within(sorts, ["word", "roman"]) && chain.numbers[0] > 1) return chain;
    if (within(sorts, ["roman"])) return plain && (bracketed || (chain.cued && chain.slug !== "1")) ? chain : null;
    if (!plain) {
      const stage = STAGE_SAID.search(text.slice(endOf(gap), chain.end)) !== null && this.#isShort(name, place[0]);
      return chain.step && !stage ? chain : null;
    }
    const whole = within(sorts, ["digits"]) && tail !== chain.end;
    const told = gap.groups.mark === ":" && [...LISTED.all(text)].length === 1;
    return chain.cued || bracketed || told || whole ? chain : null;
  }

  // Where a text goes on behind a word that names a game, if one stands at a place.
  #pastAGame(text, at) {
    const found = text[at] === " " ? this.games.map((pattern) => pattern.match(text, at + 1)).find(Boolean) : null;
    return found ? endOf(found) : at;
  }

  // The ids whose number, or the step of whose number, stands before a name. "2-1 in the final phase" is a score.
  #ahead(name, text, place) {
    const { PLAIN_NAME, FIRST_OF_ALL, LAST_OF_ALL, AHEAD, DOTTED, ANNOUNCED, NAME_ENDS } = this.is;
    const whole = PLAIN_NAME.match(place[0], 0) ? FIRST_OF_ALL.match(text.slice(0, place.index), 0)?.groups.chain : undefined;
    const number = AHEAD.search(text, place.index - REACH, place.index);
    if (whole !== undefined && LAST_OF_ALL.match(text, endOf(place))) {
      const chain = this.chains.at(whole, 0);
      if (chain) return chain.end === whole.length ? this.at(name, chain.slug) : [];
    }
    if (!number) return [];
    const said = number.groups.chain;
    if (!DOTTED.full(said) && !ANNOUNCED.search(text.slice(0, number.index).slice(-REACH))) {
      const link = (number.groups.link ?? "").trim();
      if (number.index > 0 || !["", "of"].includes(link) || said.includes("/") || !NAME_ENDS.match(text, endOf(place))) return [];
    }
    const slug = this.chains.at(said, 0)?.slug ?? "";
    const told = this.#toldBefore(text, number.index);
    const child = told?.groups.n ? this.#child(name, slug, told) : [];
    return child.length ? child : this.at(name, slug);
  }

  // The step of a stage, or the stage, the last step or the Q&A of a part, that an ordinal or "last" names.
  #child(name, base, { groups }) {
    const { noun } = groups;
    const head = /^[qf]/.test(noun) ? "q" : base && `${base}.`;
    const number = this.#ordinal(groups);
    if (!number) return this.#lastOf(name, noun, base);
    const out = this.at(name, head + number);
    const alone = !head && this.is.ALONE.match(noun, 0) && !this.at(name, "2").length;
    return !out.length && alone ? this.at(name, `1.${number}`) : out;
  }

  // The ids of the last Q&A, step or stage of a part, or of the last step below one.
  #lastOf(name, noun, base) {
    if (/^[qf質]/.test(noun)) return this.#last(name, "q");
    const last = this.#last(name, base && `${base}.`);
    const steps = startsWith(noun, ["step", "手順", "ステップ"]) && !base && last.length;
    const below = steps ? this.#last(name, `${last[0].split("/").at(-1)}.`) : [];
    return below.length ? below : last;
  }

  // The ids of the last of the numbers that begin so.
  #last(name, head) {
    for (let number = LONGEST - 1; number > 0; number--) {
      const out = this.at(name, `${head}${number}`);
      if (out.length) return out;
    }
    return [];
  }

  // The ids whose printed number stands behind a part's name that was cut short or misspelt, if it is one part's.
  #misspelt(text) {
    const { PRINTED, LATIN_WORD } = this.is;
    for (const { index, groups: { number, cue } } of [...PRINTED.all(text)].slice(0, MANY)) {
      const words = [...LATIN_WORD.all(text.slice(Math.max(0, index - REACH), index))].map(([word]) => word);
      if (!words.length || SMALL.has(words.at(-1))) continue;
      const before = words.filter((word) => !SMALL.has(word));
      const asPrinted = (one) => singular(before.slice(-one.length)) === singular(one);
      const bracketed = text[index - 1] === "(" && !this.parts.some((name) => name.words.some(asPrinted));
      const least = number.includes(".") ? 1 : cue || bracketed || number[0] === "q" ? 2 : 3;
      const meant = this.parts.filter((name) => name.words.some((one) => one.length >= least && this.#like(before, one)));
      const out = meant.map((name) => this.at(name, number)).filter((ids) => ids.length);
      if (out.length === 1) return out[0];
    }
    return [];
  }

  // Whether the last of some words are those of a name, cut short or with a letter wrong; one alone must be no other word.
  #like(before, words) {
    const last = before.slice(-words.length);
    if (last.length < words.length || !last.every((typed, n) => same(typed, words[n]))) return false;
    if (!last.some((word) => word.length > 2)) return false;
    const [typed] = last;
    return words.length > 1 || typed === words[0] || isCut(typed, words[0]) || (typed.length > 3 && !this.knows(typed));
  }

  // Where a text speaks of the jump of a stage, the jump rather than the stage.
  #jump(ids) {
    const jumps = ids.map((id) => `${id}-jump`).filter(this.has);
    return jumps.length ? jumps : ids;
  }

  // Whether a name means nothing but the part: no everyday word such as call or アタック, unless it is called a flow.
  #isPlain(name, text, place) {
    const flow = this.is.BEHIND.match(text, endOf(place))?.groups.flow;
    if (flow !== undefined && !flow.startsWith("の中")) return true;
    const asCode = place[0] === name.code && name.code !== name.part.name_en.toLowerCase();
    return asCode || this.is.PLAIN_NAME.match(place[0], 0) !== null;
  }

  // Whether a part was called by its name without "phase": "the last stage of evolution" is none of the phase's.
  #isShort(name, said) {
    return name.part.name_en.toLowerCase().includes("phase") && !this.is.PHASE_SAID.search(said);
  }

  // What an ordinal, "last" or a step's number says right before a place ("the third step of the"), if it is that.
  #toldBefore(text, at) {
    const start = Math.max(0, at - REACH);
    const found = this.is.WITHIN.search(text, start, at);
    return found === null || this.is.OTHER.search(text, start, found.index) ? null : found;
  }
}

// What was found, or what was said where nothing was found. A stage below which a step was said is replaced by that step; where
// there is no such stage, one of the same part is, and with it its play timing and another game's of the same number.
function merged(found, said) {
  const parts = said.filter((id) => id.includes(".")).map(parent);
  let above = found.filter((one) => said.some((id) => id.startsWith(`${one}.`)));
  if (!above.length) above = found.filter((one) => !one.includes(".") && parts.includes(parent(one)));
  if (!found.length || !above.length) return found.length ? [...found] : [...said];
  const games = above.map(gameOf);
  const kept = found.filter((one) => !above.includes(one) && games.includes(gameOf(one)));
  return [...said, ...kept.filter((one) => !above.some((stage) => one.startsWith(`${stage}-`)))];
}

// Whether a typed word may be another: its beginning, its consonants, or with one letter of four wrong, two of eight.
function same(typed, word) {
  if (typed === word || (typed.length > 2 && word.startsWith(typed)) || (typed === "ph" && word === "phase")) return true;
  if (isCut(typed, word)) return true;
  const most = word.length > 7 ? 2 : 1;
  return word.length > 3 && typed[0] === word[0] && distance(typed, word, most) <= most;
}

// Whether a typed word is another without its vowels but the first letter: atk, strt.
function isCut(typed, word) {
  if (typed.length < 3 || typed[0] !== word[0] || /[aeiou]/.test(typed.slice(1)) || 2 * typed.length < word.length) return false;
  let at = -1;
  return [...typed].every((letter) => (at = word.indexOf(letter, at + 1)) >= 0);
}
