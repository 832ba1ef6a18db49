// Where to go from an address that holds nothing (web/lost.py).
import { label } from "./naming.js";
import { hasFlow } from "./pages.js";
import { Safe, escape, letters } from "./template.js";

const LONGEST_SEARCH = 80;
const WORD = /[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu;

export function waysFrom({ store, wording, naming }, path) {
  const [first, ...pieces] = path.replace(/^\/+|\/+$/g, "").split("/");
  const rest = pieces.join("/");
  if (first === "d") {
    return [...store.documents.values()].map((one) => ({
      url: `/d/${one.id}`, name: new Safe(`<span lang="${one.language}">${escape(one.title)}</span> <span class="pin">${label(one)}</span>`), search: "",
    }));
  }
  if (first === "walk") {
    const flows = store.parts.filter((part) => hasFlow(store, part.game, part.slug));
    const mine = flows.filter((part) => part.game === pieces[0]);
    return (mine.length ? mine : flows).map((part) => ({ url: `/walk/${part.game}/${part.slug}`, name: naming.partName(part), search: "" }));
  }
  const words = ((store.games.has(first) ? rest.split("@")[0] : path).match(WORD) ?? []).join(" ");
  const size = letters(words).length;
  const search = size > 0 && size <= LONGEST_SEARCH ? [{ url: "/search", name: wording.t("error.search", { words }), search: words }] : [];
  return [...(store.games.has(first) ? near(store, naming, first, rest) : []), ...search];
}

// The texts of the entry that an address pins to another document, else the entry or part above the address.
function near(store, naming, game, rest) {
  const [local] = rest.split("@");
  const entry = store.entry(`${game}/${local}`);
  if (entry) return entry.renditions.map((r) => ({ url: `/${entry.id}@${r.document}`, name: naming.citedHtml(entry, r), search: "" }));
  const pieces = local.split("/").slice(0, 8);
  for (let count = pieces.length; count > 0; count--) {
    const above = pieces.slice(0, count).join("/");
    const owner = store.entry(`${game}/${above}`);
    if (owner) return [{ url: `/${owner.id}`, name: naming.citedHtml(owner), search: "" }];
    if (store.under(game, above).length) return [{ url: `/${game}/${above}`, name: naming.partNamed(game, above), search: "" }];
  }
  return [];
}
