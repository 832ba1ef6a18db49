// The walker: a flow one step at a time (web/flow.py, web/walker.py).
import { fold } from "./fold.js";
import { Missing } from "./missing.js";
import { hasFlow } from "./pages.js";
import { preview } from "./quote.js";
import { bestFirst } from "./store.js";

const position = (id) => id.split("/").at(-1);

// A folded text that goes on to a flow of this name (web/flow.py).
const PROCEEDS = {
  en: (name) => `(?<![\\p{L}\\p{N}_])(?:proceed|go|move)(?:s|es)?(?: on)? to (?:(?:the|your|their|opponent's|next) )*${name}(?![\\p{L}\\p{N}_])`,
  ja: (name) => `${name}[にへ](?:進|移)`,
};

class Walk {
  constructor(store, record) {
    Object.assign(this, { store, game: record.game, part: record.part, document: record.document, stages: record.stages });
    this.language = store.documents.get(record.document).language;
    this.steps = new Map(record.steps.map((step) => [position(step.id), step]));
    this.order = [...this.steps.keys()];
    this.edges = record.edges.map((e) => [position(e.from), { target: position(e.to), kind: e.kind, text: e.text }]);
  }

  ways(here) {
    const mine = this.edges.filter(([source]) => source === here).map(([, way]) => way);
    return mine.sort((a, b) => Number(a.kind === "next") - Number(b.kind === "next"));
  }

  // The part that a last step names as what follows.
  onward(here) {
    if (this.ways(here).length) return null;
    const words = fold(this.steps.get(here).text);
    const named = this.store.parts.find((part) => {
      const name = fold((this.language === "ja" && part.name_ja) || part.name_en).replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
      const says = (PROCEEDS[this.language] ?? PROCEEDS.en)(name);
      return part.game === this.game && part.slug !== this.part && hasFlow(this.store, part.game, part.slug) && new RegExp(says, "u").test(words);
    });
    return named?.slug ?? null;
  }

  before(here) {
    const place = this.order.indexOf(here);
    const earlier = this.edges.filter(([, way]) => way.target === here).map(([source]) => this.order.indexOf(source)).filter((n) => n < place);
    return earlier.length ? this.order[Math.max(...earlier)] : null;
  }

  stage(here) {
    return this.stages.find((stage) => stage.id === this.steps.get(here).stage) ?? null;
  }

  name(here) {
    const stage = this.stage(here);
    return String(this.steps.get(here).number || (stage ? `${stage.number} →` : "→"));
  }

  #found(here) {
    return this.store.records("window", this.steps.get(here).id).filter((one) => one.document === this.document);
  }

  windows(here) {
    const terms = new Map(this.store.lists.term.map((term) => [term.id, term]));
    return this.#found(here).map((one) => windowOf(terms.get(one.term), this.language));
  }

  allWindows() {
    const found = new Set(Object.values(this.store.byEntry.window).flat().filter((one) => one.document === this.document).map((one) => one.term));
    return this.store.lists.term.filter((term) => found.has(term.id)).map((term) => windowOf(term, this.language));
  }

  // None where the ways part before it.
  nextWindow(here) {
    const seen = new Set([here]);
    let ways = this.ways(here);
    while (ways.length === 1 && !seen.has(ways[0].target)) {
      const next = ways[0].target;
      if (this.#found(next).length) return next;
      seen.add(next);
      ways = this.ways(next);
    }
    return null;
  }
}

function windowOf(term, language) {
  const forms = language === "ja" && term.ja.length ? term.ja : term.en;
  return { name: forms.find((form) => fold(form).startsWith("[")) ?? forms[0], entry: term.entries[0] ?? null };
}

// The flow in a language where a current text prints it in that one, else in another; null where there is no such flow.
function walkOf(store, game, part, wanted) {
  const records = store.lists.flow.filter((r) => r.game === game && r.part === part && store.documents.get(r.document).current);
  const language = (record) => store.documents.get(record.document).language;
  records.sort((a, b) => Number(language(a) !== wanted) - Number(language(b) !== wanted));
  return records.length ? new Walk(store, records[0]) : null;
}

export function walk(site, game, part, asked = null) {
  const { store, wording } = site;
  const found = walkOf(store, game, part, wording.ui);
  if (!found) throw new Missing(404, wording.t("walk.no_flow", { game, part }), "walk.");
  if (asked === null || found.steps.has(asked)) return page(site, found, asked ?? found.order[0]);
  const stage = found.stages.find((one) => one.id === `${game}/${part}/${asked}` && one.steps.length);
  if (stage) return page(site, found, position(stage.steps[0]));
  const [first, last] = [found.name(found.order[0]), found.name(found.order.at(-1))];
  throw new Missing(404, wording.t("walk.no_step", { game, part, position: asked, first, last }), "walk.");
}

// The flow that a last step leads to, and the first words of that one's first step.
function onwardOf({ store, naming }, walk, here) {
  const part = walk.onward(here);
  const other = part && walkOf(store, walk.game, part, walk.language);
  if (!other) return null;
  const there = other.steps.get(other.order[0]).text.split("\n")[0];
  return { part, name: naming.partNamed(walk.game, part), there, language: other.language };
}

function page(site, walk, here) {
  const { store, args } = site;
  const entry = store.entry(walk.steps.get(here).id);
  const rendition = entry.renditions.find((r) => r.document === walk.document);
  const came = args.get("from") ?? "";
  const led = walk.steps.has(came) && walk.ways(came).some((way) => way.target === here);
  const stage = walk.stage(here);
  const current = (r) => store.documents.get(r.document).current;
  const windows = walk.windows(here);
  const named = [...new Set(windows.filter((one) => one.entry).map((one) => one.entry.split("/").slice(0, 2).join("/")))];
  return ["walk.html", {
    walk, entry, here: rendition, position: here, preview: preview(rendition),
    other: bestFirst(entry, rendition.language).find((r) => current(r) && r.language !== rendition.language) ?? null,
    stage: stage ? store.entry(stage.id) : null,
    ways: walk.ways(here).map((way) => ({ ...way, name: walk.name(way.target), there: walk.steps.get(way.target).text.split("\n")[0] })),
    onward: onwardOf(site, walk, here),
    back: led ? came : walk.before(here),
    place: walk.order.indexOf(here) + 1,
    windows,
    all_windows: windows.length ? [] : walk.allWindows(),
    next_window: walk.nextWindow(here),
    contested: store.lists.conflict.some((one) => one.entry === entry.id),
    flows: named.filter((flow) => flow !== `${walk.game}/${walk.part}` && hasFlow(store, ...flow.split("/"))),
    documents: store.documents,
  }];
}
