// Which flow or section every group of numbers is of: by the name beside it, else by the flow spoken of before (kb/citations/flows.py).
import { depthOf } from "./numbers.js";
import { patternsOf } from "./pattern.js";
import { bisect } from "./view.js";

const LONGEST_GAP = 32;
const FAR = 2;
const NAMES = 4;
const FITS = { asked: ["flow", "questions"], step: ["flow"], single: ["flow", "list"] };

export class Flows {
  // `said` are [place in the view, place of ids] of citations found by other means, `foreign` where other games are named.
  // `titles` tells which entries' title stands right before a place, `outside` whether what stands there is of a game not held here, `documents` which
  // others than ours are named.
  constructor({ view, letters, names, said, foreign, patterns, numbers, places, titles, outside, documents }) {
    Object.assign(this, patternsOf(patterns, "flows"), { view, letters, names, foreign, numbers, places, titles, outside, documents, documentEnd: 0 });
    this.starts = names.map((name) => name.first);
    const carrying = names.map(({ first, last, meanings }) => ({ first, last, places: meanings.filter((one) => one.carries).map((one) => one.place), numbered: false }));
    const telling = carrying.filter(({ places: all }) => all.length).map((one) => ({ ...one, places: this.#held(one, one.places) }));
    this.spoken = [...said.map(([last, place]) => ({ last, places: [place], numbered: true })), ...telling];
    this.spoken.sort((a, b) => a.last - b.last);
  }

  // The groups that may be citations, each { group, first, last, places, how, tail, spoken }.
  own(groups) {
    const out = [];
    let direct = null;
    for (const group of groups.flatMap((one) => this.#split(one))) {
      const owned = this.#named(group, out.at(-1)?.last ?? 0) ?? (group.sort === "single" ? null : this.#carried(group, direct));
      if (!owned) continue;
      if (group.numbers[0].document) this.documentEnd = group.last;
      if (owned.how !== "bare") direct = { last: owned.last, places: this.#held(owned, owned.tail.length ? owned.tail : owned.places), numbered: true };
      out.push(owned);
    }
    return out;
  }

  // The group, without the numbers that are of a document named behind it; those are a group of their own.
  #split(group) {
    const at = bisect(this.starts, group.first);
    return this.documents.split(group, at > 0 && this.#before(group, this.names[at - 1]) !== null);
  }

  // The places of what stands there; none where it is said to be of a game that is not held here.
  #held({ first, last }, places) {
    return this.outside(first, last) ? [] : places;
  }

  // By a name beside it; one before it that ends by `done` is another group's: "Q4 (attack phase), Q4 (call)".
  #named(group, done) {
    if (group.numbers[0].document) return null;
    const at = bisect(this.starts, group.first);
    const before = at && this.names[at - 1].last > done ? this.#before(group, this.names[at - 1]) : null;
    const after = this.#following(group, at);
    if (!before && !after) return null;
    const owned = (first, last, places, tail = []) => ({ group, first, last, places, tail, how: "named", spoken: false });
    if (!before) return owned(group.first, after.last, after.places);
    if (after && group.numbers.length > 1 && !group.ranges.size) return owned(before.name.first, after.last, before.places, after.places);
    return owned(before.name.first, closed(this.letters, before.name.last, group), before.places);
  }

  #before(group, name) {
    const gap = this.letters.slice(name.last, group.first);
    const places = meant(name, group);
    if (gap.length > LONGEST_GAP || !places.length || group.numbers[0].elsewhere) return null;
    const everyday = !name.meanings.some((one) => one.carries && places.includes(one.place));
    let fits;
    if (group.sort === "single") {
      const listed = name.meanings.some((one) => one.sort === "list");
      const heads = new Set([...group.ranges].map((place) => group.numbers[place].last));
      const ends = listed || group.numbers.every(({ last }) => heads.has(last) || this.numbers.mayEnd(this.letters, last));
      if (!ends || group.numbers[0].counts) return null;
      fits = (name.code || listed || !everyday ? this.STRICT : this.TOLD).full(gap) && (!listed || !gap.includes(":"));
    } else {
      fits = (everyday ? this.STRICT : this.LOOSE).full(gap) && (gap || !/\p{Nd}/u.test(this.letters[name.last - 1]));
    }
    return fits ? { name, places } : null;
  }

  #following(group, start) {
    const at = start + this.names.slice(start, start + 3).filter((name) => name.first < group.last).length;
    if (at >= this.names.length) return null;
    const name = this.names[at];
    const gap = this.letters.slice(group.last, name.first);
    const places = meant(name, group);
    const beside = (gap === " " || this.#behindComma(group, name, gap)) && this.#lastWord(group, name);
    if (gap.length > LONGEST_GAP || !places.length || !(beside || this.AFTER.full(gap))) return null;
    if (gap.startsWith(".") && this.view.parted(this.view.sentences, group.last, name.first)) return null;
    if (group.sort === "single" && !group.numbers[0].cue) return null;
    const number = group.numbers.at(-1);
    if (number.counts && !number.cue && depthOf(number) < 3 && !gap.includes(" of ")) return null;
    const shut = gap.includes("(") && this.letters[name.last] === ")";
    if (gap.includes("(") && !shut) return null;
    return { name, last: name.last + Number(shut), places };
  }

  // Whether a name is all that a comma parts from a number that a word announces: "rule 3.2.1, attack phase".
  #behindComma(group, name, gap) {
    return group.numbers.at(-1).cue && this.BEHIND_COMMA.full(gap) !== null && this.SAID.match(this.letters, name.last) !== null;
  }

  // Whether a name right after a step belongs to it, and not to a number that follows.
  #lastWord(group, name) {
    const telling = name.meanings.some((one) => one.carries);
    return telling && ["step", "asked"].includes(group.sort) && !this.NUMBER_NEXT.match(this.letters, name.last);
  }

  // By the part last spoken of in its paragraph, if that prints its first number and is not far; else bare.
  #carried(group, direct) {
    const bare = { group, first: group.first, last: group.last, places: [], tail: [], how: "bare", spoken: false };
    const spoken = this.#lastSpoken(group.first, direct);
    if (spoken && this.#ofADocument(group, spoken)) return { ...bare, spoken: true };
    if (!spoken || group.numbers[0].elsewhere || group.sort === "foreign") return bare;
    if (this.view.parted(this.view.paragraphs, spoken.last - 1, group.first)) return bare;
    if (bisect(this.foreign, spoken.last) !== bisect(this.foreign, group.first)) return bare;
    if (!spoken.places.length) return this.#near(group, spoken) ? { ...bare, group: elsewhere(group) } : bare;
    if (this.#ofAnother(group, spoken)) return { ...bare, spoken: true };
    const held = this.#near(group, spoken) && spoken.places.some((place) => this.places.prints(place, group.numbers[0].slug));
    return held ? { ...bare, places: spoken.places, how: "carried" } : { ...bare, spoken: true };
  }

  // Whether another document is named with a number, before it in its sentence or with the number before it. One right behind the
  // name of a part is that part's.
  #ofADocument(group, spoken) {
    const since = spoken.last + (spoken.numbered ? 0 : 2);
    return group.numbers[0].document || spoken.last < this.documentEnd || this.documents.between(since, group.first);
  }

  // Whether the title of something else stands right before a question's number: "attack phase Q1 and lifelink Q2".
  #ofAnother(group, spoken) {
    const ids = group.sort === "asked" ? this.titles.before(this.letters, group.first) : [];
    return ids.length > 0 && !ids.some((id) => spoken.places.includes(id));
  }

  // What was last spoken of before a place; parts that one sentence names without a number are all meant.
  #lastSpoken(place, direct) {
    const [spoken, ...others] = this.spoken.filter(({ last }) => last <= place).slice(-NAMES - 1).reverse();
    if (!spoken || (direct && direct.last >= spoken.last)) return direct;
    const places = [...spoken.places];
    for (const other of others) {
      const elsewhere = this.view.parted(this.view.sentences, other.last - 1, spoken.last - 1);
      if (spoken.numbered || other.numbered || other.last <= (direct?.last ?? -1) || elsewhere) break;
      places.push(...other.places);
    }
    return { ...spoken, places: [...new Set(places)] };
  }

  // Whether a number is near enough to what was spoken of to be of it.
  #near(group, spoken) {
    const [number] = group.numbers;
    const breaks = this.view.breaksBetween(this.view.sentences, spoken.last - 1, group.first);
    if (number.cue) return breaks <= FAR;
    if (number.others || this.numbers.afterAProduct(this.view, number)) return false;
    if (number.sort === "asked" && this.OWN_LIST.match(this.view.folded, number.last)) {
      return !this.view.parted(this.view.sentences, number.first - 2, number.first) && !breaks;
    }
    if (number.sort === "asked" || depthOf(number) > 2) return breaks <= FAR;
    const told = !breaks || (breaks === 1 && spoken.numbered && !number.value);
    return told && this.numbers.standsAlone(this.view, group.numbers.at(-1));
  }
}

// The same numbers, said to be another game's.
function elsewhere(group) {
  return { ...group, numbers: group.numbers.map((number) => ({ ...number, elsewhere: true })) };
}

function meant(name, group) {
  const fits = FITS[group.sort] ?? [];
  return [...new Set(name.meanings.filter(({ sort }) => fits.includes(sort)).map(({ place }) => place))];
}

// Where a group ends with the bracket that was opened before its first number.
function closed(letters, after, group) {
  const opened = letters.slice(after, group.first).includes("(");
  return group.last + Number(opened && letters[group.last] === ")");
}
