// What a cited text is today: current, changed since, renumbered or withdrawn, and where it went (kb/citations/standing.py).
import { key } from "./fold.js";
import { bestFirst } from "./store.js";

const GRAVE = "high";

export function standing(store, entry, language, document, slug) {
  const current = (r) => store.documents.get(r.document).current;
  // What a language has dropped is withdrawn in it, also where another language prints it yet.
  const all = bestFirst(entry, language);
  const own = all.filter((r) => r.language === language);
  const ranked = (own.length ? own : all).sort((a, b) => Number(!current(a)) - Number(!current(b)));
  const rendition = document === null ? ranked[0] : entry.renditions.find((r) => r.document === document);
  if (!rendition) return null;
  const named = document !== null;
  const today = entry.renditions.find((r) => r.language === rendition.language && current(r)) ?? null;
  if (today === null) {
    const [gone] = store.records("withdrawn", entry.id);
    const wentTo = gone?.merged_into ? store.entry(gone.merged_into) : null;
    return { entry, rendition, named, status: "withdrawn", today: entry.renditions.find(current) ?? null, went_to: wentTo, doubts: [] };
  }
  const status = statusOf(store, entry, rendition, today, slug ?? rendition.locator?.slug ?? null);
  // An older edition that prints the words of today has against it what they have.
  const doubts = doubtsOf(store, entry, status === "current" ? today : rendition);
  return { entry, rendition, named, status, today: status === "current" ? null : today, went_to: null, doubts };
}

// What is known against a current text: rules that a dated change made old, then grave conflicts (kb/citations/index.py).
function doubtsOf(store, { id }, { document }) {
  if (!store.documents.get(document).current) return [];
  const stale = store.records("rule_change", id).flatMap((body) => body.stale.filter(([entry, of]) => entry === id && of === document)
    .map(([, , passage]) => ({ stale: true, passage, source: body.change, note_en: body.note_en, note_ja: body.note_ja })));
  const grave = store.lists.conflict.filter((one) => one.entry === id && one.impact === GRAVE)
    .flatMap((one) => [[one.en_document, one.en_text], [one.ja_document, one.ja_text]].filter(([of]) => of === document)
      .map(([, passage]) => ({ stale: false, passage, source: id, note_en: one.note_en, note_ja: one.note_ja })));
  return [...stale, ...grave];
}

const sameWords = (one, other) => key(one.text) === key(other.text) && key(one.title ?? "") === key(other.title ?? "");

// What all the changes of an entry from a text up to today's of its language come to, where they change no rule (kb/review.py).
export function judged(store, entry, { language, edition }) {
  const of = (change) => store.documents.get(change.from_document);
  const way = store.lists.change.filter((one) => one.entry === entry.id && of(one)?.language === language && of(one).edition >= edition);
  if (!way.length || way.some((one) => one.impact !== "none" || !["typographic", "renumbered"].includes(one.kind))) return "";
  return way.some((one) => one.kind === "renumbered" && one.status === "reviewed") ? "renumbered" : "typographic";
}

function statusOf(store, entry, rendition, today, cited) {
  const printed = entry.renditions.map((r) => r.locator?.slug);
  if (today.locator && cited !== null && printed.includes(cited) && today.locator.slug !== cited) return "renumbered";
  const how = judged(store, entry, rendition);
  if (how === "renumbered") return how;
  return rendition.document === today.document || how || sameWords(rendition, today) ? "current" : "changed since";
}
