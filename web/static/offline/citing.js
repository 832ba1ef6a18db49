// Finds citations on the device: addresses, the site's own forms, titles in brackets, numbers beside or after a flow's name.
// A plainer reader than the library's: editions count where they are pinned (EN 3, @document), not where words name them.
import { fold } from "./fold.js";
import { standing } from "./standing.js";
import { locator } from "./store.js";
import { View } from "./view.js";

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const anyOf = (words) => [...words].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(escaped).join("|");
// A step or a question. Not the 7.1 inside 17.1.2, not a version glued to letters, not a price or a share.
const NUMBER = "(?<![a-zà-ÿ\\p{N}.$¥€£])(?:(?:q|question |質問)\\s?(?:\\p{Nd}{1,2})|\\p{Nd}{1,2}(?:\\.\\p{Nd}{1,2}){1,3})(?![\\p{Nd}%]|\\.\\p{Nd}|[a-z])";
const CUE = "(?:steps?|stages?|rules?|sections?|手順|ステップ|第)?\\s?";
// Between a flow's name and its number, between two numbers of a list, between the ends of a range.
const BESIDE = `(?:'s)?\\s?(?:flow|の流れ)?\\s?(?:[,:、]|の)?\\s?[(\\[-]?\\s?${CUE}[(\\[]?`;
const LIST = `\\s?(?:[,、;/&+・])?\\s?(?:and|or|then|と|や|または|および)?\\s?${CUE}`;
const RANGE = `\\s?(?:-|~|to|through|から)\\s?${CUE}`;
const GROUP = `${NUMBER}(?:(?:${RANGE}|${LIST})${NUMBER})*`;
const PIN = /^\s?\((?<language>[a-z]{2}) (?<edition>[1-9]\p{Nd}?)\)/u;

export class Citing {
  constructor(store, names) {
    this.store = store;
    const add = (table, words, id) => {
      const name = fold(words);
      if (name) table.set(name, [...new Set([...(table.get(name) ?? []), id])]);
    };
    this.forms = new Map();
    this.titles = new Map();
    for (const entry of store.entries) {
      add(this.forms, entry.citation, entry.id);
      for (const table of Object.values(names)) if (table[entry.id]) add(this.forms, table[entry.id], entry.id);
      for (const { title } of entry.renditions) for (const [bracketed] of fold(title ?? "").matchAll(/\[[^\]]+\]/g)) add(this.titles, bracketed, entry.id);
    }
    this.flows = new Map();
    for (const part of store.parts) for (const name of [part.name_en, part.name_ja]) add(this.flows, name, `${part.game}/${part.slug}`);
    const codes = store.parts.filter((part) => part.code).map((part) => fold(part.code));
    for (const part of store.parts) if (part.code) add(this.flows, part.code, `${part.game}/${part.slug}`);
    const names_ = [...this.flows.keys()].map((name) => (codes.includes(name) ? `(?<![a-z])${escaped(name)}(?![a-z])` : escaped(name)));
    const flow = `(?:${names_.sort((a, b) => b.length - a.length).join("|")})`;
    this.patterns = {
      address: new RegExp(`(?:https?://[^\\s/]+)?/?(?<id>(?:${[...store.games.keys()].join("|")})/[a-z0-9./-]*[a-z0-9])(?:@(?<document>[a-z0-9-]+))?`, "gu"),
      form: new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(this.forms.keys())})(?![a-z0-9]|\\.\\p{Nd})`, "gu"),
      title: new RegExp(anyOf(this.titles.keys()), "gu"),
      named: new RegExp(`(?<flow>${flow})(?<gap>${BESIDE})(?<group>${GROUP})`, "gu"),
      after: new RegExp(`(?<group>${GROUP})(?:\\s(?:of|in|from) (?:the )?|\\s?\\()(?<flow>${flow})`, "gu"),
      flow: new RegExp(flow, "gu"),
      group: new RegExp(GROUP, "gu"),
      number: new RegExp(NUMBER, "gu"),
    };
  }

  // Citations in order, none within another: { start, end, words, status, reason, candidates, spread }.
  find(text, language = null) {
    const view = new View(text);
    this.language = language ?? (/[\u3040-\u30ff\u3400-\u9fff]/.test(text) ? "ja" : "en");
    const taken = new Array(view.folded.length).fill(false);
    const out = [];
    const take = (first, last, candidates, reason = "", spread = false) => {
      if (taken.slice(first, last).some(Boolean)) return;
      taken.fill(true, first, last);
      const [start, end] = view.span(first, last);
      out.push({ start, end, words: text.slice(start, end), ...stateOf(candidates, reason, spread), candidates, spread });
    };
    for (const found of view.folded.matchAll(this.patterns.address)) this.#byId(found, take);
    for (const found of view.folded.matchAll(this.patterns.form)) this.#byForm(view, found, this.forms.get(found[0]), take);
    for (const found of view.folded.matchAll(this.patterns.title)) this.#byForm(view, found, this.titles.get(found[0]), take);
    for (const sort of ["named", "after"]) for (const found of view.folded.matchAll(this.patterns[sort])) this.#numbers(found, this.flows.get(found.groups.flow), take, sort);
    this.#bare(view, taken, take);
    return out.sort((a, b) => a.start - b.start);
  }

  // The ids of the entries that a question's citations name.
  references(text) {
    const told = this.find(text).filter((one) => /\p{Nd}/u.test(one.words) && (one.spread || one.candidates.length === 1));
    return told.flatMap((one) => one.candidates.map((candidate) => candidate.entry.id));
  }

  #candidates(ids, document = null, slug = null) {
    return ids.map((id) => standing(this.store, this.store.entry(id), this.language, document, slug)).filter(Boolean);
  }

  #byId(found, take) {
    const entry = this.store.entry(found.groups.id);
    if (!entry && !/^https?:|^\//.test(found[0])) return;
    const candidates = entry ? this.#candidates([entry.id], found.groups.document ?? null) : [];
    if (entry || !this.store.under(...split(found.groups.id)).length) take(found.index, found.index + found[0].length, candidates, candidates.length ? "" : entry ? "edition" : "not printed");
  }

  #byForm(view, found, ids, take) {
    const last = found.index + found[0].length;
    const pin = view.folded.slice(last).match(PIN);
    const { language, edition } = pin?.groups ?? {};
    const pinned = (id) => this.store.entry(id).renditions.find((r) => r.language === language && r.edition === Number(edition))?.document;
    const candidates = pin ? ids.flatMap((id) => (pinned(id) ? this.#candidates([id], pinned(id)) : [])) : this.#candidates(ids);
    take(found.index, last + (pin?.[0].length ?? 0), candidates, candidates.length === 1 ? "" : candidates.length ? "several" : "edition");
  }

  #numbers(found, places, take, sort) {
    const start = sort === "named" ? found.index + found.groups.flow.length + found.groups.gap.length : found.index;
    const numbers = [...found.groups.group.matchAll(this.patterns.number)].map((one) => ({ first: start + one.index, last: start + one.index + one[0].length, slug: slugOf(one[0]) }));
    const between = (n) => found.groups.group.slice(numbers[n].last - start, numbers[n + 1].first - start);
    for (let n = 0; n < numbers.length; n++) {
      const first = n === 0 && sort === "named" ? found.index : numbers[n].first;
      const range = n + 1 < numbers.length && new RegExp(`^${RANGE}$`, "u").test(between(n)) ? this.#between(places, numbers[n].slug, numbers[n + 1].slug) : [];
      const end = range.length ? n + 1 : n;
      const last = end === numbers.length - 1 && sort === "after" ? found.index + found[0].length : numbers[end].last;
      const candidates = range.length ? this.#candidates(range) : this.#candidates(this.#at(places, numbers[n].slug), null, numbers[n].slug);
      take(first, last, candidates, range.length || candidates.length === 1 ? "" : candidates.length ? "several" : "not printed", range.length > 1);
      n = end;
    }
  }

  // A number with no name beside it is of the flow that the same line spoke of before; else every flow that prints it is a candidate.
  #bare(view, taken, take) {
    for (const found of [...view.folded.matchAll(this.patterns.group)].filter(({ index }) => !taken[index])) {
      const line = view.text.lastIndexOf("\n", view.from[found.index][0]);
      const spoken = [...view.folded.slice(0, found.index).matchAll(this.patterns.flow)].filter(({ index }) => view.from[index][0] > line).at(-1);
      const [numbers] = [...found[0].matchAll(this.patterns.number)];
      const slug = slugOf(numbers[0]);
      if (spoken && this.#at(this.flows.get(spoken[0]), slug).length) {
        this.#numbers({ index: found.index, 0: found[0], groups: { group: found[0] } }, this.flows.get(spoken[0]), take, "carried");
      } else if (!slug.startsWith("q")) {
        const ids = this.store.parts.flatMap((part) => this.store.at(part.game, part.slug, slug));
        const depth = slug.split(".").length;
        if (ids.length && (depth > 2 || new RegExp(`${CUE.replace("?\\s?", "\\s")}$`, "u").test(view.folded.slice(0, found.index)))) {
          take(found.index + numbers.index, found.index + numbers.index + numbers[0].length, this.#candidates(ids, null, slug), "no flow");
        }
      }
    }
  }

  #at(places, slug) {
    return places.flatMap((place) => this.store.at(...split(place), slug));
  }

  // Every step from one number to another, in printed order.
  #between(places, low, high) {
    if (places.length !== 1) return [];
    const steps = this.store.under(...split(places[0])).filter((entry) => entry.part === split(places[0])[1]).map((entry) => entry.id);
    const [first, last] = [this.#at(places, low)[0], this.#at(places, high)[0]].map((id) => steps.indexOf(id));
    return first >= 0 && last > first ? steps.slice(first, last + 1).filter((id) => this.store.entry(id).renditions[0].number) : [];
  }
}

const split = (id) => [id.split("/")[0], id.split("/").slice(1).join("/")];
const slugOf = (words) => locator(words.replace(/^(?:question |質問)\s?/u, "q")).slug;
const GRAVITY = ["withdrawn", "renumbered", "changed since", "current"];

function stateOf(candidates, reason, spread) {
  if (!candidates.length) return { status: "unknown", reason };
  if (candidates.length === 1 && reason !== "no flow") return { status: candidates[0].status, reason };
  if (spread) return { status: GRAVITY.find((one) => candidates.some(({ status }) => status === one)), reason };
  return { status: "ambiguous", reason: reason || "several" };
}
