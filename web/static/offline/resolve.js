// Numbers to entries: in the edition that is named, else in the current texts; nothing is guessed (kb/citations/resolve.py).
import { OUTSIDE } from "./games.js";
import { depthOf } from "./numbers.js";
import { patternsOf } from "./pattern.js";
import { standing } from "./standing.js";

const BULLET = 8;
const LETTER = /^[\p{L}\p{N}]$/u;
const GRAVITY = ["withdrawn", "renumbered", "changed since", "current"];
const gameOf = (id) => id.split("/")[0];

// A setting is { language, edition, games, game, foreign }: what stands around a citation; `game` directly beside it.
export class Resolver {
  constructor({ places, numbers, patterns, folded }, view, editions) {
    Object.assign(this, patternsOf(patterns, "resolve"), { places, view, editions, finder: numbers, folded });
  }

  // A citation by name: one entry, or several that go by it; all of them where it is a range.
  // `prints` says of the text that is named by its edition whether it goes by that name there.
  entries(first, last, ids, setting, { spread = false, prints = () => true } = {}) {
    const mine = narrowed(ids, setting);
    if (!mine.length) return this.citation(first, last, [], other(setting));
    const all = this.#candidates(mine, setting).filter(({ named, rendition, entry }) => !named || prints(rendition, entry));
    const [found, end] = spread ? [all, last] : this.#titled(all, last);
    const reason = found.length > 1 && !spread ? "several" : found.length ? "" : this.#lacking(setting, mine);
    return this.citation(first, end, found, reason, { isRange: spread, edition: setting.edition });
  }

  // The citations of a group of numbers: a range is one, each other number is one.
  numbers(owned, setting) {
    const { numbers, ranges } = owned.group;
    const out = [];
    for (let at = 0; at < numbers.length; at++) {
      const places = owned.tail.length && at === numbers.length - 1 ? owned.tail : owned.places;
      const first = at === 0 ? owned.first : numbers[at].first;
      if (ranges.has(at) && places.length === 1 && !(owned.how === "carried" && counting(owned, numbers[at]))) {
        const last = at + 1 === numbers.length - 1 ? owned.last : numbers[at + 1].last;
        out.push(...this.#range(owned, [first, last], numbers[at], numbers[at + 1], places[0], setting));
        at++;
        continue;
      }
      const found = this.#number(owned, numbers[at], first, at === numbers.length - 1 ? owned.last : numbers[at].last, places, setting);
      if (found) out.push(found);
    }
    return out;
  }

  // Every step from one number to another; where one end is not printed, what is there and that end by itself.
  #range(owned, [first, last], low, high, place, setting) {
    if (![null, gameOf(place)].includes(setting.game)) return [this.citation(first, last, [], other(setting))];
    const ends = [low, high].map((number) => this.#at(place, number.slug, setting));
    const reason = this.#lacking(setting, [place]);
    const { edition } = setting;
    if (!ends[0].length) {
      const found = this.#candidates(ends[1], setting, high.slug);
      return [this.citation(first, low.last, [], reason, { edition }), this.citation(high.first, last, found, found.length ? "" : reason, { edition })];
    }
    const ids = this.places.between(place, low.slug, high.slug, this.#document(place, low.slug, setting), setting.language);
    const found = this.#candidates(ids, setting);
    const why = found.length ? "" : reason;
    if (ends[1].length) return [this.citation(first, last, found, why, { isRange: true })];
    const bare = high.last === last && !this.places.prints(place, high.slug) ? this.#bare(owned, high, setting, true) : null;
    return [this.citation(first, low.last, found, why, { isRange: true }), bare ?? this.citation(high.first, last, [], reason, { edition })];
  }

  // One number; null where it is no citation: a price, a version, another game's without a word that says so.
  #number(owned, number, first, last, places, setting) {
    const told = number.cue || owned.group.numbers[0].cue;
    if (number.sort === "foreign") return told || owned.group.numbers[0].elsewhere ? this.citation(first, last, [], "foreign") : null;
    if (number.unit && !told) return null;
    if (!places.length) return this.#bare(owned, number, setting, told);
    const listed = first === number.first && last === number.last;
    if (listed && !places.some((place) => this.places.prints(place, number.slug))) {
      return counting(owned, number) && !told ? null : this.#bare(owned, number, setting, true);
    }
    const ids = places.flatMap((place) => this.#at(place, number.slug, setting));
    const [found, end] = this.#titled(this.#candidates(this.places.inOrder(narrowed(ids, setting)), setting, number.slug), last);
    if (owned.how === "carried" && ((counting(owned, number) && !told) || this.#headsALine(number))) return null;
    if (found.length) return this.citation(first, end, found, found.length === 1 ? "" : "several");
    const another = setting.game !== null && places.every((place) => gameOf(place) !== setting.game);
    return this.citation(first, last, [], another ? other(setting) : this.#lacking(setting, places), { edition: setting.edition });
  }

  // The one of several entries whose title stands right behind a citation that ends there, and where that ends; else all.
  #titled(found, last) {
    if (found.length < 2) return [found, last];
    const letters = this.view.folded;
    const gap = this.TO_TITLE.match(letters, last);
    const begins = last + gap[0].length;
    const ends = found.map((one) => Math.max(0, ...one.entry.renditions.flatMap(({ title }) => this.#ends(title, letters, begins))));
    const longest = Math.max(...ends);
    const told = found.filter((_, n) => longest && ends[n] === longest);
    if (told.length !== 1 || this.view.parted(this.view.paragraphs, last, begins)) return [found, last];
    return [told, longest + Number(gap[0].includes("(") && letters[longest] === ")")];
  }

  // Where a title, or what it has in brackets at its end, ends in a text that has it from a place on as whole words.
  #ends(title, letters, first) {
    const whole = this.folded(title ?? "");
    return [whole, this.TAIL.search(whole)?.[1] ?? ""].flatMap((form) => {
      const last = first + form.length;
      const within = LETTER.test(letters[last - 1] ?? "") && LETTER.test(letters[last] ?? "");
      return form && letters.startsWith(form, first) && !within ? [last] : [];
    });
  }

  // A number of no named flow: all flows that print it are candidates, and it is never taken as resolved.
  #bare(owned, number, setting, told) {
    const [head] = owned.group.numbers;
    const spoken = (owned.spoken || owned.how === "carried") && (number.sort === "asked" || depthOf(number) > 2);
    const [first, last] = owned.group.numbers.length > 1 ? [number.first, number.last] : [owned.first, owned.last];
    if (/\p{L}$/u.test(number.slug) || head.elsewhere || setting.foreign) {
      return told || setting.foreign || number.elsewhere ? this.citation(first, last, [], "foreign") : null;
    }
    if (counting(owned, number) && !told) return null;
    if (this.#headsALine(number) || (number.sort === "asked" && !(told || spoken))) return null;
    if (!(told || spoken) && (this.finder.afterAProduct(this.view, number) || !this.finder.standsAlone(this.view, number))) return null;
    if (owned.group.numbers[0].document) return this.citation(first, last, [], "document");
    const places = [...(number.sort === "step" ? this.places.flows : new Set([...this.places.flows, ...this.places.asked]))];
    const ids = this.places.inOrder(places.flatMap((place) => this.#at(place, number.slug, setting)));
    const found = this.#candidates(ids.filter((id) => !setting.games.size || setting.games.has(gameOf(id))), setting, number.slug);
    if (found.length) return this.citation(first, last, found, "no flow");
    const held = setting.edition && places.some((place) => this.places.prints(place, number.slug));
    if (!(told || spoken)) return null;
    const games = setting.games.size ? [...setting.games] : [...this.places.store.games.keys()];
    return this.citation(first, last, [], held ? this.#lacking(setting, games) : "not printed", { edition: setting.edition });
  }

  // Why nothing is found of entries, or of games, by their ids: no edition is named, or it is held, or not.
  #lacking(setting, ids) {
    if (!setting.edition) return "not printed";
    return ids.some((id) => this.editions.documents(setting.edition, gameOf(id), setting.language).length) ? "edition" : "not held";
  }

  // Whether a writer counts questions of his own: "Q1: can I…" at the head of a line.
  #headsALine(number) {
    if (number.sort !== "asked") return false;
    const [start, end] = this.view.span(number.first, number.last);
    const before = this.view.text.slice(Math.max(0, start - BULLET), start);
    const heads = before.includes("\n") || start <= BULLET;
    return heads && !before.split("\n").at(-1).replace(/^[ \-*•>]+/, "") && ":.：) ．、".includes(this.view.text[end] ?? "-");
  }

  #at(place, slug, setting) {
    if (!setting.edition) return this.places.at(place, slug, null, setting.language);
    const document = this.#document(place, slug, setting);
    return document === null ? [] : this.places.at(place, slug, document);
  }

  // The document of the named edition that prints a number there, the likeliest first.
  #document(place, slug, setting) {
    if (!setting.edition) return null;
    const documents = this.editions.documents(setting.edition, gameOf(place), setting.language);
    return documents.find((d) => this.places.at(place, slug, d.id).length)?.id ?? null;
  }

  // The entries by the texts that are meant; one that the named edition does not print is left out.
  #candidates(ids, setting, slug = null) {
    return ids.map((id) => {
      const entry = this.places.store.entry(id);
      if (!entry) return null;
      if (!setting.edition) return this.candidate(entry, setting.language, null, slug);
      const documents = this.editions.documents(setting.edition, entry.game, setting.language);
      const named = documents.find((d) => entry.renditions.some((r) => r.document === d.id));
      return named ? this.candidate(entry, setting.language, named.id, slug) : null;
    }).filter(Boolean);
  }

  candidate(entry, language, document, slug) {
    return standing(this.places.store, entry, language, document, slug);
  }

  // A citation of a view's letters; its status follows from the candidates.
  citation(first, last, candidates, reason, { isRange = false, edition = null, host = "" } = {}) {
    const [start, end] = this.view.span(first, last);
    const spread = isRange && candidates.length > 1;
    const named = typeof edition === "string" || !edition ? edition ?? "" : this.view.words(edition.first, edition.last);
    // Only the server compares quoted words.
    const told = (status, why) => ({
      start, end, words: this.view.text.slice(start, end), candidates, spread, status, reason: why, host, quotes: [], not_compared: [], misquoted: false, outdated: false,
      edition: ["edition", "not held"].includes(why) ? named : "",
      state: status === "current" && candidates.some(({ doubts }) => doubts.length) ? "doubted" : status,
    });
    if (!candidates.length) return told("unknown", reason);
    if (candidates.length === 1 && reason !== "no flow") return told(candidates[0].status, reason);
    if (spread) return told(GRAVITY.find((one) => candidates.some(({ status }) => status === one)), reason);
    return told("ambiguous", reason || "several");
  }
}

// Whether a number of a group is an amount, a score or a version by the words around it or around the first.
function counting(owned, number) {
  return number.counts || owned.group.numbers[0].counts;
}

// The reason of a citation that is not of the game that is named beside it.
function other(setting) {
  return setting.game === OUTSIDE ? "foreign" : "game";
}

function narrowed(ids, setting) {
  if (setting.game !== null) return ids.filter((id) => gameOf(id) === setting.game);
  const mine = ids.filter((id) => setting.games.has(gameOf(id)));
  return mine.length ? mine : ids;
}
