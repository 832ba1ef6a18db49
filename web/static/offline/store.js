// The texts of a pack as the pages read them: entries with their renditions, records by sort, parts and documents.
export const LISTED = "restricted_card"; // the kind of an entry that says of a card only how many may be played
const NAMES = { section: [], doubts: [], number: null, title: null, flow: null, under: null, question: null, answer: null };

// "702.19b" and "3.2.1" as what they mean: numbers and words. Announcing 第 carries no meaning (kb/locator.py).
export function locator(raw) {
  const pieces = raw.normalize("NFKC").toLowerCase().match(/\p{Nd}+|[\p{L}\p{Nl}\p{No}]+/gu) ?? [];
  const components = pieces.filter((piece) => piece !== "第").map((piece) => (/^\p{Nd}+$/u.test(piece) ? Number(piece) : piece));
  let slug = "";
  let before = null;
  for (const one of components) {
    slug += before !== null && typeof before === typeof one ? `.${one}` : one;
    before = one;
  }
  return { components, slug, depth: components.length };
}

export class Store {
  constructor(pack) {
    this.revision = pack.revision;
    this.gameNamed = pack.game_named;
    this.around = pack.around;
    this.games = new Map(pack.games.map((game) => [game.id, game]));
    this.documents = new Map(pack.documents.map((document) => [document.id, document]));
    this.parts = pack.parts;
    this.entries = pack.entries;
    this.lists = pack.lists;
    this.byEntry = pack.by_entry;
    this.size = pack.entries.length;
    this.rows = new Map(pack.entries.map((entry, row) => [entry.id, row]));
    for (const entry of pack.entries) for (const rendition of entry.renditions) this.#fill(entry, rendition);
  }

  #fill(entry, rendition) {
    const { language, edition } = this.documents.get(rendition.document);
    for (const [name, value] of Object.entries(NAMES)) rendition[name] ??= value;
    rendition.kind ??= entry.kind;
    Object.assign(rendition, { entry: entry.id, language, edition });
    rendition.locator = rendition.number === null ? null : locator(rendition.number);
    rendition.listed_under = rendition.kind === LISTED && rendition.section.length ? rendition.section.at(-1) : null;
  }

  entry(id) {
    const row = this.rows.get(id);
    return row === undefined ? null : this.entries[row];
  }

  // Entries of a game, of one part if given; a part holds what lies below it too.
  under(game, part = null) {
    const inside = (entry) => part === null || entry.part === part || entry.part.startsWith(`${part}/`);
    return this.entries.filter((entry) => entry.game === game && inside(entry));
  }

  // Entries that a part prints under a number: by the current texts, else by the superseded ones.
  at(game, part, slug) {
    for (const current of [true, false]) {
      const found = this.entries.filter((entry) => entry.game === game && entry.part === part && entry.renditions.some(
        (r) => r.locator?.slug === slug && this.documents.get(r.document).current === current));
      if (found.length) return found.map((entry) => entry.id);
    }
    return [];
  }

  records(sort, entry) {
    return this.byEntry[sort]?.[entry] ?? [];
  }
}

// An entry's renditions: the document asked for, then the latest of each language, the question's language first.
export function bestFirst(entry, language, document = null) {
  const newest = {};
  for (const r of entry.renditions) newest[r.language] = Math.max(newest[r.language] ?? -Infinity, r.edition);
  const order = (r) => [Number(document !== null && r.document !== document), Number(r.edition !== newest[r.language]), Number(r.language !== language)];
  return [...entry.renditions].sort((one, other) => {
    const [a, b] = [order(one), order(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}

// The one language whose current text prints an entry, where its game has current texts in others, too; else null.
export function onlyLanguage(store, entry) {
  const spoken = new Set([...store.documents.values()].filter((d) => d.current && d.game === entry.game).map((d) => d.language));
  const printing = new Set(entry.renditions.filter((r) => store.documents.get(r.document).current).map((r) => r.language));
  return printing.size === 1 && spoken.size > 1 ? [...printing][0] : null;
}
