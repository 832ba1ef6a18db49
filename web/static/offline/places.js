// What is printed where: numbers of each part by document (kb/citations/index.py).
import { compare } from "./numbers.js";
import { locator } from "./store.js";

export class Places {
  constructor(store) {
    this.store = store;
    this.flows = new Set(store.parts.filter((part) => part.kind === "flow").map((part) => `${part.game}/${part.slug}`));
    this.groups = new Set(store.entries.map((entry) => `${entry.game}/${entry.part.split("/")[0]}`));
    this.asked = new Set();
    this.printed = new Map();
    for (const entry of store.entries) for (const rendition of entry.renditions) this.#add(entry, rendition);
  }

  #add(entry, { kind, locator: number, document }) {
    if (!number) return;
    const place = `${entry.game}/${entry.part}`;
    if (kind === "qa") this.asked.add(place);
    if (!this.printed.has(place)) this.printed.set(place, new Map());
    const slots = this.printed.get(place);
    if (!slots.has(number.slug)) slots.set(number.slug, new Map());
    const slot = slots.get(number.slug);
    slot.set(document, [...(slot.get(document) ?? []), entry.id]);
  }

  // Whether any text prints a number under a path.
  prints(place, slug) {
    return this.printed.get(place)?.has(slug) ?? false;
  }

  // Ids of what a part prints under a number in one document; else by the current text of a language, else the newest that has it.
  at(place, slug, document = null, language = "en") {
    const found = this.printed.get(place)?.get(slug) ?? new Map();
    if (document !== null) return found.get(document) ?? [];
    const rank = (name) => {
      const one = this.store.documents.get(name);
      return [Number(!one.current), Number(one.language !== language), -one.edition];
    };
    const [best] = [...found.keys()].sort((a, b) => rank(a).reduce((sum, value, n) => sum || value - rank(b)[n], 0));
    return best === undefined ? [] : this.inOrder(found.get(best));
  }

  // Ids of all that a part prints from one number to another, as deep as it goes, in printed order.
  between(place, first, last, document, language) {
    const [low, high] = [locator(first), locator(last)];
    const deep = low.depth > 1 || high.depth > 1;
    const slugs = [...(this.printed.get(place)?.keys() ?? [])].sort(compare);
    const alike = ({ components: [head], depth }) => typeof head === typeof low.components[0] && (depth > 1) === deep;
    const within = slugs.filter((slug) => compare(first, slug) <= 0 && compare(slug, last) <= 0 && alike(locator(slug)));
    return [...new Set(within.flatMap((slug) => this.at(place, slug, document, language)))];
  }

  inOrder(ids) {
    return [...new Set(ids)].sort((a, b) => this.store.rows.get(a) - this.store.rows.get(b));
  }

  // The documents of a game, the newest edition first.
  editions(game) {
    return [...this.store.documents.values()].filter((d) => d.game === game).sort((a, b) => b.edition - a.edition);
  }
}
