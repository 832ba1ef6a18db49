// Where the languages disagree, and what editions changed (web/reviews.py).
import { label } from "./naming.js";

const IMPACTS = ["high", "medium", "low", "", "none"];
const ANNOUNCED = "rule_change";
const partOf = (entry) => entry.split("/")[1];
const whole = (one) => one.entry.split("/").slice(0, 2).join("/");
const isQuiet = (c) => c.impact === "none" || ["typographic", "renumbered"].includes(c.kind);

// By impact, first the parts that announce changes of the rules, then the others as they come (web/weighing.py).
function weighed(shown, entries) {
  const announced = new Set(shown.filter((one) => entries.get(one.entry)?.kind === ANNOUNCED).map(whole));
  const parts = [...new Set(shown.map(whole))].sort((a, b) => Number(!announced.has(a)) - Number(!announced.has(b)));
  return [...shown].sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) || parts.indexOf(whole(a)) - parts.indexOf(whole(b)));
}

// What is in order already, impact by impact and part by part. A part's first heading has its own anchor, bf-keyword.
function grouped(shown) {
  const out = [];
  const anchors = new Set();
  for (const one of shown) {
    if (out.at(-1)?.impact !== one.impact) out.push({ impact: one.impact, weight: one.impact || "open", sections: [], count: 0 });
    const group = out.at(-1);
    const [game, part] = one.entry.split("/");
    const last = group.sections.at(-1);
    if (!last || last.game !== game || last.part !== part) {
      const anchor = anchors.has(`${game}-${part}`) ? `${game}-${part}-${group.weight}` : `${game}-${part}`;
      anchors.add(anchor);
      group.sections.push({ anchor, game, part, shown: [] });
    }
    group.sections.at(-1).shown.push(one);
    group.count++;
  }
  return out;
}

// What fits all the filters that the address names; for each filter its values, counted within what the others leave.
function filtered(site, found, fields) {
  const fits = (but) => (one) => Object.entries(fields).every(([name, valueOf]) => {
    const asked = site.args.get(name);
    return name === but || !asked || asked === valueOf(one);
  });
  const filters = Object.entries(fields).map(([name, valueOf]) => [
    name, choices(site, name, counted(found.map(valueOf)), counted(found.filter(fits(name)).map(valueOf))),
  ]);
  return { shown: found.filter(fits()), filters: new Map(filters) };
}

function counted(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export function conflicts(site) {
  const { store } = site;
  const found = store.lists.conflict;
  const { shown, filters } = filtered(site, found, { impact: (c) => c.impact, severity: (c) => c.severity, part: (c) => partOf(c.entry) });
  const entries = entriesOf(store, shown);
  return ["conflicts.html", { shown, groups: grouped(weighed(shown, entries)), filters, entries, total: found.length }];
}

export function changes(site) {
  const { store, args } = site;
  const found = store.lists.change;
  const everything = args.get("all") === "1";
  const listed = everything ? found : found.filter((c) => !isQuiet(c));
  const { shown, filters } = filtered(site, listed, { to: (c) => c.to_document, impact: (c) => c.impact, kind: (c) => c.kind, part: (c) => partOf(c.entry) });
  const quiet = found.filter(isQuiet).length;
  const entries = entriesOf(store, shown);
  return ["changes.html", { shown, groups: grouped(weighed(shown, entries)), filters, entries, quiet, everything, documents: store.documents }];
}

function entriesOf(store, shown) {
  return new Map(shown.map((one) => [one.entry, store.entry(one.entry)]).filter((pair) => pair[1]));
}

// The values of a filter that leave something, and the one that is chosen, the commonest of all first.
function choices({ store, wording, naming, args }, name, every, counts) {
  const chosen = args.get(name) ?? "";
  const rest = {};
  for (const [key, value] of args) if (![name, "ui", "c"].includes(key) && value) rest[key] ??= value;
  const words = (value) => {
    if (!value) return wording.t("filter.all");
    if (name === "to") return label(store.documents.get(value));
    if (name !== "part") return wording.tOr(`${name === "kind" ? "change" : name}.${value}`, value);
    return naming.partNamed(store.parts.find((part) => part.slug === value)?.game ?? [...store.games.keys()][0], value);
  };
  const choice = (value, count) => ({
    value, count, words: words(value), chosen: chosen === value, url: wording.at(wording.url.pathname, { ...rest, [name]: value }),
  });
  const order = (a, b) => (name === "impact" ? IMPACTS.indexOf(a[0]) - IMPACTS.indexOf(b[0]) : b[1] - a[1]);
  const values = [...every].sort(order).map(([value]) => value).filter((value) => value && (counts.has(value) || value === chosen));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [choice("", total), ...values.map((value) => choice(value, counts.get(value) ?? 0))];
}
