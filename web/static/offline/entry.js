// The page of one entry (web/entry.py).
import { markedAgainst, passages } from "./difference.js";
import { key } from "./fold.js";
import { Missing } from "./missing.js";
import { hasFlow } from "./pages.js";
import { preview } from "./quote.js";
import { judged } from "./standing.js";
import { bestFirst, onlyLanguage } from "./store.js";

export function entry(site, entry, pin) {
  const { store, wording, naming } = site;
  if (pin !== null && entry.renditions.every((r) => r.document !== pin)) {
    const there = entry.renditions.map((r) => r.document).join(", ");
    throw new Missing(404, wording.t("error.not_printed", { citation: naming.cited(entry), document: pin, there }));
  }
  const current = (r) => store.documents.get(r.document).current;
  const review = reviewOf(store, entry.id);
  const renditions = bestFirst(entry, wording.ui, pin);
  const latest = new Map();
  for (const r of [...renditions].reverse()) if (current(r)) latest.set(r.language, r);
  const shown = pin ? [renditions[0]] : [...latest.values()].reverse();
  if (!shown.length) shown.push(renditions[0]);
  shown.sort((a, b) => Number(a.language !== wording.ui) - Number(b.language !== wording.ui) || (a.language < b.language ? -1 : 1));
  const around = store.under(entry.game, entry.part);
  const place = Math.max(0, around.indexOf(entry));
  const contested = pin === null || store.documents.get(pin).current;
  const conflicts = contested ? review.conflicts : [];
  const sides = shown.map((r) => sideOf(r, pin === null ? null : latest.get(r.language), conflicts));
  const pinned = pin === null ? null : shown[0];
  const rest = renditions.filter((r) => !shown.includes(r));
  if (pinned) rest.sort((a, b) => Number(a.language !== pinned.language) - Number(b.language !== pinned.language));
  const others = rest.map((r) => sideOf(r, latest.get(r.language), conflicts, pinned));
  const entries = (ids) => [...new Set(ids)].map((id) => store.entry(id)).filter(Boolean);
  return ["entry.html", {
    entry, pin, review, shown: sides,
    others,
    contested,
    only: contested && review.withdrawn === null ? onlyLanguage(store, entry) : null,
    pinned_changed: Boolean(sides[0].compared) && !sides[0].same && !judged(store, entry, shown[0]),
    pinned_marked: [...sides, ...others].some((side) => side.marked),
    moved: moved(entry, latest.get(pinned?.language ?? "en") ?? latest.get("en") ?? [...latest.values()][0] ?? null),
    stale: stale(store, review, entry),
    rule_changes: review.rule_changes.map(({ change, entries: touched, note_en, note_ja }) => ({ id: change, entries: entries(touched), note_en, note_ja })),
    told: review.changes.filter((change) => change.impact !== "none" && (change.impact || change.kind !== "added")),
    cites: entries(review.references.filter((r) => r.target && r.status === "ok").map((r) => r.target)),
    cited_by: entries(review.cited_by),
    wrong: review.references.filter((r) => r.status === "wrong" && store.documents.get(r.document).current),
    part: naming.partNamed(entry.game, entry.part),
    flow: hasFlow(store, entry.game, entry.part) && entry.kind !== "qa",
    preview: preview(shown[0]),
    before: around[place - 1] ?? null,
    after: around[place + 1] ?? null,
    documents: store.documents,
  }];
}

function reviewOf(store, id) {
  return {
    conflicts: store.lists.conflict.filter((one) => one.entry === id),
    changes: store.lists.change.filter((one) => one.entry === id),
    rule_changes: store.records("rule_change", id),
    references: store.records("reference", id),
    cited_by: store.records("cited_by", id)[0]?.by ?? [],
    withdrawn: store.records("withdrawn", id)[0] ?? null,
  };
}

function sideOf(rendition, latest, conflicts, pinned = null) {
  for (const [compared, other] of [["pinned", pinned], ["latest", latest]]) {
    if (!other || other === rendition || other.language !== rendition.language) continue;
    const [runs, same] = [markedAgainst(rendition.text, other.text), key(rendition.text) === key(other.text)];
    // A text that lacks words and has no others shows no mark.
    return { rendition, runs, same, compared, marked: !same && runs.some((run) => run.marked) };
  }
  const quoted = conflicts.map((c) => (c.en_document === rendition.document ? c.en_text : c.ja_text));
  const known = conflicts.some((c) => [c.en_document, c.ja_document].includes(rendition.document));
  return { rendition, runs: passages(rendition.text, known ? quoted : []), same: false, compared: "", marked: false };
}

// The number that the latest text prints, where the entry's address holds another.
function moved(entry, latest) {
  if (!latest?.locator) return null;
  const last = entry.id.split("/").at(-1);
  const old = entry.renditions.some((r) => r.locator?.slug === last);
  return old && latest.locator.slug !== last ? latest.number : null;
}

function stale(store, review, entry) {
  return review.rule_changes.flatMap((body) => body.stale
    .filter(([id, document]) => id === entry.id && store.documents.get(document).current)
    .map(([, document, passage]) => ({ document, passage, change: body.change })));
}
