// Finds every citation in a text, in order, none overlapping, as the library does (kb/citations/find.py).
import { Documents } from "./documents.js";
import { Editions } from "./editions.js";
import { Flows } from "./flows.js";
import { Games, OUTSIDE } from "./games.js";
import { Lettered } from "./lettered.js";
import { Lexicon } from "./lexicon.js";
import { Names, Titles, merged } from "./names.js";
import { NumberWords } from "./number_words.js";
import { Numbers } from "./numbers.js";
import { Addresses, OwnForms } from "./own.js";
import { Pattern, patternsOf } from "./pattern.js";
import { Places } from "./places.js";
import { SPACES, key } from "./fold.js";
import { Resolver } from "./resolve.js";
import { View, bisect } from "./view.js";

const BLOT = "\0";
const OTHER_GAMES = ["game-names", "other-games"];
const JAPANESE = /[\u3040-\u30ff\uff66-\uff9f\u3400-\u4dbf\u4e00-\u9fff々〆〇]/;

export class Citing {
  // `shell` are the library's patterns and forms (kb/offline/citing.py).
  constructor(store, shell) {
    this.store = store;
    this.patterns = shell.patterns;
    this.words = new NumberWords(shell.numbers);
    this.letters = {
      cluster: new Pattern(shell.patterns["view.CLUSTER"].replaceAll("\\s", `[${SPACES}]`), "su"), sentence: patternsOf(shell.patterns, "view").SENTENCE,
    };
    const folded = (text) => this.#view(text).folded.trim();
    this.folded = folded;
    this.places = new Places(store);
    this.numbers = new Numbers(shell.patterns);
    this.lettered = new Lettered(this.places, shell);
    this.own = new OwnForms(this.places, shell, this.numbers);
    this.names = new Names(shell);
    this.lists = Object.entries(shell.names).filter(([, all]) => all.some(([, sort]) => sort === "list")).map(([form]) => form);
    this.titles = new Titles(this.places, shell.patterns, folded);
    this.addresses = new Addresses(this.places, shell.patterns);
    this.games = new Games(store, shell.patterns, folded);
    this.documents = new Documents(store, shell, folded);
    const outside = store.lists.outside.filter(({ sort }) => OTHER_GAMES.includes(sort)).flatMap(({ words }) => words);
    this.outside = new Lexicon(outside.map((word) => [folded(word), [word]]), { width: 3 });
  }

  #view(text) {
    return new View(text, this.letters);
  }

  // Citations in order, none within another: { start, end, words, status, reason, candidates, spread }.
  find(text) {
    return new Reading(this, this.#view(text)).read();
  }

  // Whether any text prints a name in brackets or as a title, or a part or a game goes by it.
  knows(name) {
    return this.titles.known.has(key(name));
  }
}

// One text while it is read: what each finder takes is blotted out for the next.
class Reading {
  constructor(citing, view) {
    Object.assign(this, { citing, view, letters: view.folded });
    this.editions = new Editions(view, citing.places, citing.patterns, citing.words);
    this.resolver = new Resolver(citing, view, this.editions);
    this.foreign = citing.outside.find(this.letters).map(([first]) => first);
    this.games = citing.games.find(view);
  }

  read() {
    const { addresses, lettered, own, titles, names, numbers, patterns } = this.citing;
    const linked = addresses.find(this.letters);
    this.#inEditions(linked.filter(({ id }) => id)); // so that none of theirs is taken for another's
    const out = linked.filter(({ id }) => id).map((one) => this.#address(one));
    const said = linked.map(({ last, id }) => [last, this.#place(id)]);
    this.#blot(linked);
    const coded = lettered.find(this.view, this.letters);
    this.#blot(coded);
    const forms = [...coded, ...own.find(this.view, this.letters)].sort((a, b) => a.first - b.first);
    said.push(...forms.filter(({ ids }) => ids.length).map(({ last, ids }) => [last, this.#place(ids[0])]));
    this.#blot(forms);
    const found = titles.find(this.view, this.letters);
    const named = merged(names.find(this.view, this.letters), titles.named(found));
    const strange = own.strange(this.view, this.letters, found, named);
    this.#inEditions(strange); // nor of these
    out.push(...strange.map(({ first, last }) => this.resolver.citation(first, last, [], "not printed")), ...this.#forms(forms));
    this.#blot(strange);
    const documents = this.citing.documents.named(this.view, this.letters);
    const flows = new Flows({
      view: this.view, letters: this.letters, names: named, said: said.filter(([, place]) => place), foreign: this.foreign, patterns, numbers, documents,
      places: this.citing.places, titles, outside: (first, last) => this.citing.games.beside(this.view, this.games, first, last) === OUTSIDE,
    });
    const owned = flows.own(numbers.grouped(this.letters, documents.led(numbers.find(this.letters)))).filter((one) => !this.#inAWord(one));
    this.#inEditions(owned).forEach((edition, n) => out.push(...this.resolver.numbers(owned[n], this.#setting(owned[n].first, owned[n].last, edition))));
    this.#blot(owned);
    const free = found.filter(({ first, last }) => !this.letters.slice(first, last).includes(BLOT));
    this.#inEditions(free).forEach((edition, n) => {
      const { first, last, ids } = free[n];
      const prints = (rendition, entry) => titles.printedIn(free[n], rendition, entry);
      out.push(this.resolver.entries(first, last, ids, this.#setting(first, last, edition), { prints }));
    });
    const unknown = titles.strange(this.view, this.letters, found).filter(({ first, last }) => !this.#setting(first, last, null).foreign);
    out.push(...unknown.map(({ first, last }) => this.resolver.citation(first, last, [], "not printed")));
    return apart(out);
  }

  #inEditions(found) {
    return this.editions.of(found.map(({ first, last }) => [first, last]));
  }

  // Takes letters out of the text for the finders that follow.
  #blot(found) {
    for (const { first, last } of found) this.letters = this.letters.slice(0, first) + BLOT.repeat(last - first) + this.letters.slice(last);
  }

  // Whether a step's number is the end of a word that is no name of ours, such as a model's: "gpt4.1".
  #inAWord({ group, how }) {
    return how !== "named" && ["step", "foreign"].includes(group.sort) && /^[a-z]$/i.test(this.letters[group.first - 1] ?? "");
  }

  // The flow, or the owner of Q&As, that an entry speaks of.
  #place(id) {
    const place = id.split("/").slice(0, -1).join("/");
    return this.citing.places.flows.has(place) || this.citing.places.asked.has(place) ? place : null;
  }

  #address({ first, last, id, document, host }) {
    const entry = this.citing.store.entry(id);
    if (!entry) return this.resolver.citation(first, last, [], "not printed", { host });
    const found = this.resolver.candidate(entry, this.#language(first), document, id.split("/").at(-1));
    const reason = found ? "" : this.citing.store.documents.has(document) ? "edition" : "not held";
    return this.resolver.citation(first, last, found ? [found] : [], reason, { edition: document, host });
  }

  #forms(forms) {
    return this.#inEditions(forms).map((edition, n) => {
      const { first, last, ids, pin, spread, lacks } = forms[n];
      if (!ids.length) return this.resolver.citation(first, last, [], "not printed");
      if (!pin || spread) return this.resolver.entries(first, last, ids, this.#setting(first, last, edition), { spread });
      const found = lacks ? [] : ids.flatMap((id) => this.#pinned(id, pin));
      const games = new Set(ids.map((id) => id.split("/")[0]));
      const held = [...this.citing.store.documents.values()].some((d) => games.has(d.game) && d.language === pin.language && d.edition === pin.edition);
      const reason = found.length === 1 ? "" : found.length ? "several" : held ? "edition" : "not held";
      return this.resolver.citation(first, last, found, reason, { edition: `${pin.language.toUpperCase()} ${pin.edition}` });
    });
  }

  #pinned(id, pin) {
    const entry = this.citing.store.entry(id);
    const printed = entry.renditions.filter((r) => r.language === pin.language && r.edition === pin.edition);
    return printed.map((r) => this.resolver.candidate(entry, r.language, r.document, null)).filter(Boolean);
  }

  #setting(first, last, edition) {
    const [low, high] = this.#sentence(first);
    const games = new Set(this.games.filter(([at, , id]) => low <= at && at < high && id !== OUTSIDE).map(([, , id]) => id));
    const game = this.citing.games.beside(this.view, this.games, first, last);
    return { language: this.#language(first), edition, games, game, foreign: bisect(this.foreign, low) !== bisect(this.foreign, high) };
  }

  #sentence(place) {
    const { sentences } = this.view;
    const at = bisect(sentences, place, true);
    return [at ? sentences[at - 1] : 0, at < sentences.length ? sentences[at] : this.letters.length];
  }

  #language(place) {
    const [low, high] = this.#sentence(place);
    return JAPANESE.test(this.letters.slice(low, Math.min(high, place + 400)).slice(-800)) ? "ja" : "en";
  }
}

// Citations in order; of two that overlap the first stays.
function apart(found) {
  const out = [];
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) if (!out.length || one.start >= out.at(-1).end) out.push(one);
  return out;
}
