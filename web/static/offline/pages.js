// What each page shows: the values for its template, by the rules of web/pages.py.
import { Missing } from "./missing.js";
import { onlyLanguage } from "./store.js";
import { tellsLanguage } from "./understand.js";

export function start({ store, wording, naming }) {
  const shelves = [...store.games.values()].map((game) => [game, shelvesOf(game.id, store, wording, naming)]);
  return ["start.html", { shelves, documents: [...store.documents.values()], examples: examplesOf(store, wording) }];
}

// What people ask, those in the page's language first.
export function examplesOf(store, wording) {
  const foreign = (question) => Number(/^[\x00-\x7f]*$/.test(question) === (wording.ui === "ja"));
  return [...store.games.values()].flatMap((game) => game.examples).sort((a, b) => foreign(a) - foreign(b));
}

function shelvesOf(game, store, wording, naming) {
  const counts = new Map();
  for (const entry of store.under(game)) {
    const top = entry.part.split("/")[0];
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  const parts = store.parts.filter((part) => part.game === game && counts.has(part.slug));
  const named = new Set(parts.map((part) => part.slug));
  return [
    ...parts.map((part) => ({ url: `/${game}/${part.slug}`, name: naming.partName(part), count: counts.get(part.slug) })),
    ...[...counts].filter(([top]) => !named.has(top)).map(([top, count]) => ({ url: `/${game}/${top}`, name: wording.tOr(`group.${top}`, top), count })),
  ];
}

export function search({ store, wording, args, find }) {
  const question = (args.get("q") ?? "").trim();
  const game = args.get("game") || null;
  if (game && !store.games.has(game)) throw new Missing(400, wording.t("error.no_game", { game }), "search.");
  const language = tellsLanguage(question) ? null : wording.ui;
  const found = question ? find().search(question, 12, { game, language }) : null;
  const note = question && found === null ? wording.t("search.empty") : "";
  const template = args.get("only") === "results" ? "_results.html" : "search.html";
  return [template, { question, found, note, game, games: store.games }];
}

export function document({ store, wording }, id) {
  const found = store.documents.get(id);
  if (!found) throw new Missing(404, wording.t("error.no_document", { id }));
  const pairs = store.under(found.game).flatMap((entry) => entry.renditions.filter((r) => r.document === id).map((r) => [entry, r]));
  pairs.sort((a, b) => a[1].lines[0][0] - b[1].lines[0][0] || a[1].lines[0][1] - b[1].lines[0][1]);
  return ["document.html", { document: found, documents: store.documents, pairs, ...lineAnchors(pairs.map((pair) => pair[1])) }];
}

// For each rendition the line that is its own anchor, and its other lines; every line is an anchor once on the page. A line that no
// rendition is printed on leads to the text below it.
function lineAnchors(renditions) {
  const places = new Map();
  const keep = (n, place) => { if (!places.has(n)) places.set(n, place); };
  const own = renditions.map(({ lines: [[first]] }, place) => {
    const mine = places.has(first) ? null : first;
    keep(first, place);
    return mine;
  });
  const begun = new Set(places.keys());
  renditions.forEach(({ lines }, place) => {
    for (const [first, last] of lines) for (let n = first; n <= last; n++) keep(n, place);
  });
  for (let n = Math.max(1, ...places.keys()) - 1; n > 0; n--) keep(n, places.get(n + 1));
  const more = renditions.map(() => []);
  for (const n of [...places.keys()].sort((a, b) => a - b)) if (!begun.has(n)) more[places.get(n)].push(n);
  return { own, more };
}

export function about({ store }) {
  return ["about.html", { kb: { revision: store.revision, store }, documents: [...store.documents.values()] }];
}

export function part({ store, wording, naming }, game, slug) {
  const entries = store.under(game, slug);
  if (!entries.length) throw new Missing(404, wording.t("error.no_entry", { id: `${game}/${slug}` }));
  const named = entries.filter((one) => one.part === slug).every((one) => one.renditions[0].title && !["step", "stage", "jump", "qa"].includes(one.kind));
  const questions = new Map();
  for (const entry of entries.filter((one) => one.part !== slug)) {
    const above = `${entry.game}/${entry.part}`;
    questions.set(above, [...(questions.get(above) ?? []), entry]);
  }
  const texts = new Map(entries.map((one) => [one.id, one.renditions.find((r) => r.language === wording.ui) ?? one.renditions[0]]));
  return [named ? "part_list.html" : "part.html", {
    only: new Map(entries.map((one) => [one.id, onlyLanguage(store, one)])), name: naming.partNamed(game, slug), entries, lists: listsOf(entries.filter((one) => one.part === slug), texts, wording.ui), texts, game: store.games.get(game), part: slug, walk: hasFlow(store, game, slug), questions,
  }];
}

// Entries by the heading of the list that has them, with the first text under it; lists in the page's language first.
function listsOf(entries, texts, ui) {
  const out = new Map();
  for (const entry of entries) {
    const text = texts.get(entry.id);
    if (!out.has(text.listed_under)) out.set(text.listed_under, [text, []]);
    out.get(text.listed_under)[1].push(entry);
  }
  const foreign = ([text]) => Number(text.listed_under !== null && text.language !== ui);
  return [...out.values()].sort((a, b) => foreign(a) - foreign(b));
}

export function hasFlow(store, game, part) {
  return store.lists.flow.some((flow) => flow.game === game && flow.part === part && store.documents.get(flow.document).current);
}
