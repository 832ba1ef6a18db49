// How a page calls entries and parts in its own language (web/naming.py, kb/citation.py).
import { Safe, escape } from "./template.js";
import { locator } from "./store.js";

export class Naming {
  // `names` are the citations of entries by language, `pinned` those of documents that have another name for one.
  constructor(store, { names, pinned }, wording) {
    Object.assign(this, { store, names, pinned, wording });
    for (const name of ["cited", "citedHtml", "numberedHtml", "partNamed", "gameName", "gameHtml"]) this[name] = this[name].bind(this);
  }

  inLanguage(entry, language) {
    return this.names[language]?.[entry.id] ?? entry.citation;
  }

  // With a rendition, pinned to it: BF [Penetrate] (EN 3).
  cited(entry, rendition = null) {
    return rendition === null ? this.inLanguage(entry, this.wording.ui) : `${this.#numbered(entry, rendition)} (${label(rendition)})`;
  }

  citedHtml(entry, rendition = null) {
    if (rendition === null) return this.#marked(entry, this.cited(entry));
    const name = this.#marked(entry, this.#numbered(entry, rendition));
    return new Safe(`<span>${name} <span class="held-together">(${label(rendition)})</span></span>`);
  }

  numberedHtml(entry, rendition) {
    return this.#marked(entry, this.#numbered(entry, rendition));
  }

  #numbered(entry, rendition) {
    const { ui } = this.wording;
    const own = rendition.language === ui || !entry.renditions.some((r) => r.language === ui) ? this.pinned[rendition.document]?.[entry.id] : null;
    return own ?? numbered(entry, this.inLanguage(entry, ui), rendition);
  }

  #marked(entry, name) {
    const { ui } = this.wording;
    const language = entry.renditions.some((r) => r.language === ui) ? ui : entry.renditions[0].language;
    return new Safe(language === ui ? escape(name) : `<span lang="${language}">${escape(name)}</span>`);
  }

  gameName(game) {
    return (this.wording.ui === "ja" && game.name_ja) || game.name;
  }

  gameHtml(game) {
    const name = this.gameName(game);
    return new Safe(this.wording.ui === "en" || name !== game.name ? escape(name) : `<span lang="en">${escape(name)}</span>`);
  }

  partNamed(game, slug) {
    const part = this.part(game, slug);
    if (part) return this.partName(part);
    const owner = this.store.entry(`${game}/${slug}`);
    if (owner) return this.cited(owner);
    const words = slug.replaceAll("-", " ");
    return String(this.wording.tOr(`group.${slug}`, words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()));
  }

  part(game, slug) {
    return this.store.parts.find((part) => part.game === game && part.slug === slug);
  }

  partName(part) {
    return (this.wording.ui === "ja" ? part.name_ja : part.name_en) || part.name_en;
  }
}

export const label = (document) => `${document.language.toUpperCase()} ${document.edition}`;

// A citation with the number that a rendition prints: editions renumber.
function numbered(entry, name, rendition) {
  const today = entry.renditions[0].number;
  if (!today || !rendition.number || locator(today).slug === locator(rendition.number).slug) return name;
  const place = name.lastIndexOf(` ${today}`);
  return place < 0 ? name : `${name.slice(0, place)} ${rendition.number}${name.slice(place + today.length + 1)}`;
}
