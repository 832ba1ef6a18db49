// The glossary (web/terms.py).
import { fold } from "./fold.js";
import { Missing } from "./missing.js";

const ON_A_PAGE = 60;
const allOf = (term) => [...term.en, ...term.ja, ...term.kana, ...term.romaji, ...term.short, ...term.misspelt, ...term.also_en, ...term.also_ja];
const known = new WeakMap();
const foldedOf = (term) => known.get(term) ?? known.set(term, allOf(term).map(fold)).get(term);

export function glossary({ store, wording, args }) {
  const terms = store.lists.term;
  const wanted = fold(args.get("q") ?? "");
  const [game, kind] = [args.get("game") ?? "", args.get("kind") ?? ""];
  const matching = terms.filter((term) => !wanted || foldedOf(term).some((form) => form.includes(wanted)));
  const order = (term) => {
    const forms = wording.ui === "ja" ? (term.kana.length ? term.kana : term.ja) : term.en;
    return [Number(wanted && !foldedOf(term).includes(wanted)), Number(!forms.length), fold(forms[0] ?? term.en[0] ?? term.ja[0]).replace(/^[[<]+|[[<]+$/g, "")];
  };
  const shown = matching.filter((term) => ["", term.game].includes(game) && ["", term.kind].includes(kind)).map((term) => [order(term), term]);
  shown.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0));
  const page = args.get("page") ?? "1";
  const number = /^[0-9]{1,3}$/.test(page) ? Number(page) : 1;
  const pages = Math.max(1, Math.ceil(shown.length / ON_A_PAGE));
  if (number < 1 || number > pages) throw new Missing(404, wording.t("glossary.no_page", { page, pages }));
  const counts = new Map();
  for (const term of terms) if (["", term.game].includes(game)) counts.set(term.kind, (counts.get(term.kind) ?? 0) + 1);
  const entries = (term) => term.entries.map((id) => store.entry(id)).filter(Boolean);
  return ["glossary.html", {
    lines: shown.slice((number - 1) * ON_A_PAGE, number * ON_A_PAGE).map(([, term]) => [term, entries(term)]),
    found: shown.length, page: number, pages, total: terms.length, asked: (args.get("q") ?? "").trim(), game, kind,
    kinds: new Map([...counts].sort((a, b) => b[1] - a[1])), games: store.games,
  }];
}
