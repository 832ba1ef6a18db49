// The ruling slip and its QR code (web/slip.py, web/slip_link.py).
import { key } from "./fold.js";
import { Missing } from "./missing.js";
import { svg } from "./qr.js";
import { quote } from "./quote.js";
import { judged } from "./standing.js";
import { bestFirst, onlyLanguage } from "./store.js";
import { letters } from "./template.js";
import { queryOf } from "./wording.js";

const VERDICTS = ["yes", "no", "depends"];
const [LONGEST_QUESTION, LONGEST_LINK, LONGEST_PIN] = [300, 1200, 160];
const ROOM = { 1: 1000, 2: 480, 3: 270 };
const ROOM_WHERE_IT_FLOWS = 480;
// A date with a time if one is given: 2026-05-03, 2026-05-03T14:05, with a zone of at most 14 hours or not. Not 3.5.2026.
const TIME = /^(?!0000)([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?)?$/;

// Whether a text is a time on a day that there is: Date takes the 31st of February for a day of March.
function isTime(text) {
  const [, day] = TIME.exec(text) ?? [];
  return day !== undefined && new Date(`${day}T00:00Z`).toISOString().startsWith(day);
}

function read({ store, wording, args }) {
  const { t } = wording;
  const wrong = (status, words, values) => { throw new Missing(status, t(words, values), "slip."); };
  // An empty c= names nothing: it is how a link says that the slip was emptied.
  const pins = [...new Set(args.getAll("c").filter(Boolean))];
  const question = (args.get("q") ?? "").split(/\s+/).filter(Boolean).join(" ");
  const [verdict, time] = [args.get("v") ?? "", args.get("t") ?? ""];
  if (pins.length > wording.mostPins) wrong(400, "slip.too_many", { n: pins.length, most: wording.mostPins });
  if (letters(question).length > LONGEST_QUESTION) wrong(414, "slip.long_question", { n: letters(question).length, most: LONGEST_QUESTION });
  if (verdict && !VERDICTS.includes(verdict)) wrong(400, "slip.bad_verdict", { value: verdict.slice(0, 40) });
  if (time && !isTime(time)) wrong(400, "slip.bad_time", { value: time.slice(0, 40) });
  const cited = pins.map((pin) => {
    const place = pin.lastIndexOf("@");
    const [id, document] = [pin.slice(0, Math.max(place, 0)), pin.slice(place + 1)];
    if (pin.length > LONGEST_PIN || !id || !document) wrong(400, "slip.bad_pin", { value: pin.slice(0, 80) });
    const entry = store.entry(id) ?? wrong(404, "slip.unknown", { value: id });
    const there = entry.renditions.map((r) => r.document).join(", ");
    return [entry, entry.renditions.find((r) => r.document === document) ?? wrong(404, "slip.not_printed", { id, document, there })];
  });
  const pairs = [...cited.map(([entry, r]) => ["c", `${entry.id}@${r.document}`]), ...Object.entries({ q: question, v: verdict, t: time }).filter(([, value]) => value)];
  const query = queryOf(pairs);
  if (query.length > LONGEST_LINK) wrong(414, "slip.long_link", { n: query.length, most: LONGEST_LINK });
  return { cited, question, verdict, time, pairs, query };
}

const ownPairs = (slip, { chosen }) => [...slip.pairs, ...(chosen ? [["ui", chosen]] : [])];
const linkOf = (slip, wording) => `${wording.url.origin}/slip?${queryOf(ownPairs(slip, wording))}`;

// A slip's query without one of its entries; with an empty c= where none is left.
function less(own, pin, count) {
  const rest = own.filter(([name, value]) => name !== "c" || value !== pin);
  return count > 1 ? rest : [["c", ""], ...rest];
}

export function slip(site) {
  const { store, wording } = site;
  const found = read(site);
  const own = ownPairs(found, wording);
  const pins = found.cited.map(([entry, r]) => `${entry.id}@${r.document}`);
  return ["slip.html", {
    slip: found, question: found.question, verdicts: VERDICTS, most: wording.mostPins, link: linkOf(found, wording),
    citations: found.cited.map(([entry, rendition]) => citation(store, entry, rendition, found)),
    without: new Map(pins.map((pin) => [pin, `/slip?${queryOf(less(own, pin, pins.length))}`])),
    games: store.games, documents: store.documents,
  }];
}

// The QR code of a slip, as an SVG picture.
export function code(site) {
  const found = read(site);
  if (!found.cited.length) throw new Missing(400, site.wording.t("slip.no_code"), "slip.");
  return svg(linkOf(found, site.wording));
}

// What has become of a superseded text among the current ones; "" for a current one.
function ageOf(store, entry, rendition, current) {
  if (current.includes(rendition)) return "";
  const today = current.find((one) => one.language === rendition.language);
  if (!today) return "old_gone";
  if (key(today.text) === key(rendition.text)) return "old_same";
  return judged(store, entry, rendition) ? "old_typographic" : "old_changed";
}

function citation(store, entry, rendition, slip) {
  const current = bestFirst(entry, rendition.language).filter((r) => store.documents.get(r.document).current);
  const other = current.find((r) => r.language !== rendition.language);
  const room = ROOM[slip.cited.length] ?? ROOM_WHERE_IT_FLOWS;
  const age = ageOf(store, entry, rendition, current);
  const shown = [[rendition, quote(rendition, room, slip.question), age]];
  if (other) shown.push([other, quote(other, room, slip.question), age ? "as_now" : ""]);
  const documents = shown.map(([text]) => text.document);
  const apart = (one) => one.entry === entry.id && documents.includes(one.en_document) && documents.includes(one.ja_document);
  return {
    entry, rendition, shown, disagreeing: store.lists.conflict.filter(apart).length, pin: `${entry.id}@${rendition.document}`,
    only: age ? null : onlyLanguage(store, entry),
    cut: shown.some(([, one]) => one.cut_before || one.cut_after),
  };
}
