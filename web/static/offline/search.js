// The search of a device without a network: the same evidence as kb/search.py over a small model, fused by weights of its own.
import { answerOf } from "./answer.js";
import { Field } from "./bm25.js";
import { BEFORE, NOW } from "./edition_asked.js";
import { Evidence } from "./evidence.js";
import { Glossary } from "./glossary.js";
import { Model } from "./model.js";
import { Spelling } from "./spelling.js";
import { LISTED, bestFirst, onlyLanguage } from "./store.js";
import { counted, tokens } from "./tokens.js";
import { Understanding } from "./understand.js";

const POOL = 48;
const HEAVIEST = 5;
const TEMPERATURE = 0.06;
const LEAD = 0.4;
const NAMED_LEAD = 0.6;
const NAMED = 15;
const NO_ENTRY = -1;
const OF_NONE = 0.4;
const NONE = new Map();
// The log odds of a share from 0 to 1, smoothed (kb/verdict.py).
const odds = (share) => Math.log((share + 0.01) / (1.01 - share));

// The passages of the rules, in the order that the model's vectors have: texts, titles and questions, with their entry rows.
function passages(store) {
  const out = [];
  store.entries.forEach((entry, row) => entry.renditions.forEach((r, place) => {
    const title = r.title ?? "";
    const whole = title && title !== r.text ? `${title}\n${r.text}` : r.text;
    const heading = [place === 0 ? entry.citation : "", title].filter(Boolean).join(" ");
    for (const text of [whole, heading, r.question ?? ""]) if (text) out.push({ row, text });
  }));
  return out;
}

// A reason, with the id of the term where the question holds one that the entry defines: "term: penetrate".
function withTerm(reason, entry, query) {
  const term = reason === "term" && query.mentions.map((mention) => mention.term).find(({ entries }) => entries.includes(entry.id));
  return term ? `term: ${term.id}` : reason;
}

// Whether an entry is of a game and printed in a document, where these are chosen.
function isWithin(entry, game, document) {
  return (!game || entry.game === game) && (!document || entry.renditions.some((r) => r.document === document));
}

function askedOf(line) {
  const pieces = line ? line.split(" ") : [];
  const out = new Map();
  for (let n = 0; n < pieces.length; n += 2) out.set(pieces[n], Number(pieces[n + 1]));
  return out;
}

// The impact of a conflict of which an answer quotes both sides (kb/review.py).
const GRAVE = "high";

// Where the texts of each entry with a conflict disagree, by entry and document (kb/review.py).
function disagreeingPassages(conflicts) {
  const out = new Map();
  for (const one of conflicts) {
    if (!out.has(one.entry)) out.set(one.entry, new Map());
    const passages = out.get(one.entry);
    for (const [document, text] of [[one.en_document, one.en_text], [one.ja_document, one.ja_text]]) {
      passages.set(document, [...passages.get(document) ?? [], text]);
    }
  }
  return out;
}

export class Search {
  // `citing` gives what finds the citations of a text, `shell` are the library's patterns and forms.
  constructor(store, search, model, citing, shell) {
    this.store = store;
    this.weights = search.weights;
    this.model = new Model(model, search);
    this.stock = new Set((store.lists.stock ?? []).flatMap((body) => body.sentences));
    const rules = passages(store);
    if (rules.length !== search.rules) throw new Error(`the pack has ${search.rules} passages, the texts have ${rules.length}`);
    this.rules = new Field(rules.map((passage) => counted(tokens(passage.text))));
    this.asked = new Field(search.asked.map(askedOf));
    this.rows = [...rules.map((passage) => passage.row), ...search.owners];
    this.beyond = search.beyond;
    this.games = [...store.games.keys()].sort();
    this.firstAsked = rules.length;
    this.firstUnanswered = this.rows.length;
    const glossary = new Glossary(store.lists.term);
    this.glossary = glossary;
    this.spelling = new Spelling([...search.known.split("\n"), ...glossary.words()]);
    this.understanding = new Understanding(store, glossary, this.spelling, citing, shell);
    // By entry and document the passages that disagree with another current text.
    this.disagreeingPassages = disagreeingPassages(store.lists.conflict);
    this.grave = disagreeingPassages(store.lists.conflict.filter((one) => one.impact === GRAVE));
  }

  // Hits and the answer; null for a question without words or numbers.
  search(text, limit = 10, { language = null, game = null, document = null } = {}) {
    const ranked = this.rank(text, language);
    if (ranked === null) return null;
    const { query, vector, objections } = ranked;
    const hits = [];
    for (const { row, points, evidence } of ranked.candidates) {
      const entry = this.store.entries[row];
      if (!isWithin(entry, game, document)) continue;
      const renditions = bestFirst(entry, query.language, document ?? this.#edition(entry, query));
      hits.push({
        entry, renditions,
        score: this.#confidence(points + objections.get((hits[0]?.entry ?? entry).game).points),
        why: evidence.why().map((reason) => withTerm(reason, entry, query)),
        disagreeingPassages: this.disagreeingPassages.get(entry.id) ?? NONE,
        conflicting: [...(this.disagreeingPassages.get(entry.id) ?? NONE).keys()],
        superseded: !this.#isCurrent(renditions[0]),
        withdrawn: !renditions.some((one) => this.#isCurrent(one)),
        only: onlyLanguage(this.store, entry),
      });
      if (hits.length >= limit) break;
    }
    const chosen = game ?? (document ? this.store.documents.get(document).game : null);
    const ofAnother = () => query.game !== "" && (hits[0].entry.game !== query.game || this.#leadOfAnotherGame(ranked) > NAMED_LEAD);
    const another = () => (chosen !== null ? this.#leadsElsewhere(ranked, chosen, document) : ofAnother());
    const beside = () => query.besideList && hits[0].entry.kind === LISTED;
    const refused = () => query.barred || (hits.length > 0 && (another() || beside()));
    const barred = !this.#namesOne(query, hits, game, document) && refused();
    const asked = hits.length ? this.understanding.inGame(query, hits[0].entry.game) : query;
    const alone = hits.length && chosen === null && !query.games.length
      ? Math.max(...[...objections.values()].map((one) => one.beside)) - objections.get(hits[0].entry.game).beside : 0;
    return { query: asked, hits, answer: barred ? null : answerOf(asked, hits, this.weights, this.model, vector, this.stock, alone, this.grave) };
  }

  // Whether a number alone that several entries have is that of the best one only, in the game and document that are chosen.
  #namesOne({ ambiguous, references }, hits, game, document) {
    if (!ambiguous || !(game || document) || !hits.length) return false;
    const named = references.map((id) => this.store.entry(id)).filter((entry) => isWithin(entry, game, document));
    return named.length === 1 && named[0].id === hits[0].entry.id;
  }

  // Whether an entry that is not of the game and the document that were chosen answers much better than all that are.
  #leadsElsewhere({ candidates }, game, document) {
    const isMine = ({ row }) => isWithin(this.store.entries[row], game, document);
    const best = (mine) => candidates.find((one) => isMine(one) === mine)?.points ?? -Infinity;
    return best(false) - best(true) > LEAD;
  }

  // How far the best entry of a game that is not named would be ahead of those of the game that is, if none were named.
  #leadOfAnotherGame({ candidates }) {
    const best = (isOther) => candidates.filter(({ evidence }) => evidence.other_game > 0 === isOther)
      .reduce((most, { points, evidence }) => Math.max(most, points - this.weights.other_game * evidence.other_game), -Infinity);
    return best(true) - best(false);
  }

  rank(text, language = null) {
    const query = this.understanding.understand(text, language);
    if (query === null) return null;
    const vector = this.model.encode(query.spelled);
    const found = new Map();
    const evidenceOf = (row) => {
      if (!found.has(row)) found.set(row, new Evidence());
      return found.get(row);
    };
    const add = (kind, passages, total, rowOf) => {
      for (const [number, points] of passages) {
        const evidence = evidenceOf(rowOf(number));
        evidence[kind] = Math.max(evidence[kind], Math.min(1.2, points / total));
      }
    };
    const rowOf = (number) => this.rows[number];
    for (const [field, kind, owner] of [[this.rules, "rules_words", rowOf], [this.asked, "asked_words", (row) => row]]) {
      let total = 0;
      for (const [word, share] of query.weights) total += share * field.weight(word);
      add(kind, field.search(this.#heaviest(query.weights, field), POOL), total || 1, owner);
    }
    const rules = this.model.search(vector, POOL, 0, this.firstAsked);
    const near = this.model.search(vector, 2 * POOL, this.firstAsked, this.model.size);
    const asked = near.filter(([number]) => number < this.firstUnanswered);
    const unanswered = near.filter(([number]) => number >= this.firstUnanswered);
    add("rules_meaning", rules, 1, rowOf);
    add("asked_meaning", asked, 1, rowOf);
    this.#addLikely(evidenceOf, [...rules, ...asked]);
    this.#byTerm(evidenceOf, query);
    for (const id of query.references) if (this.store.rows.has(id)) evidenceOf(this.store.rows.get(id)).reference = query.pointed;
    for (const id of query.following) if (this.store.rows.has(id)) evidenceOf(this.store.rows.get(id)).reference = 1;
    for (const [row, evidence] of found) this.#describe(evidence, this.store.entries[row], query);
    const candidates = [...found].map(([row, evidence]) => ({ row, evidence, points: evidence.points(this.weights) }));
    candidates.sort((a, b) => b.points - a.points || a.row - b.row);
    return { query, vector, candidates, objections: this.#objections(query, unanswered, [...rules, ...asked]) };
  }

  // Of a question's words those that passages hold and that weigh most in a field (kb/gather.py).
  #heaviest(weights, field) {
    if (weights.size <= HEAVIEST) return weights;
    const held = [...weights.keys()].filter((word) => this.spelling.knows(word));
    held.sort((a, b) => weights.get(b) * field.weight(b) - weights.get(a) * field.weight(a));
    const most = new Set(held.slice(0, HEAVIEST));
    return new Map([...weights].filter(([word]) => most.has(word)));
  }

  #addLikely(evidenceOf, near) {
    const top = Math.max(...near.map(([, cosine]) => cosine));
    const shares = new Map();
    let total = 0;
    for (const [number, cosine] of near) {
      const share = Math.exp((cosine - top) / TEMPERATURE);
      shares.set(this.rows[number], (shares.get(this.rows[number]) ?? 0) + share);
      total += share;
    }
    for (const [row, share] of shares) evidenceOf(row).likely = share / total;
  }

  #byTerm(evidenceOf, query) {
    for (const { term, weight } of query.mentions) {
      term.entries.forEach((id, place) => {
        if (!this.store.rows.has(id)) return;
        const evidence = evidenceOf(this.store.rows.get(id));
        evidence.term = Math.max(evidence.term, weight * [1.0, 0.5, 0.35][Math.min(place, 2)]);
        if (place === 0 && query.lookedUp.has(term)) evidence.title = 1;
      });
    }
  }

  #describe(evidence, entry, query) {
    const [first] = entry.renditions;
    if (query.parts.length) {
      const inside = query.parts.includes(`${entry.game}/${entry.part}`);
      evidence.part = inside ? 1 : 0;
      evidence.other_part = inside || first.flow === null ? 0 : 1;
    }
    evidence.other_game = query.games.length && !query.games.includes(entry.game) ? (query.named ? NAMED : 1) : 0;
    evidence.bare = ["stage", "intro"].includes(entry.kind) || [...first.text].length < 28 ? 1 : 0;
    evidence.question = entry.kind === "qa" ? 1 : 0;
    const current = entry.renditions.some((r) => this.#isCurrent(r));
    evidence.gone = current || query.old ? 0 : 1;
    evidence.old = query.old && (!current || entry.kind === "rule_change") ? 1 : 0;
  }

  #isCurrent({ document }) {
    return this.store.documents.get(document).current;
  }

  // What speaks against the rules of each game answering the question at all: points, 0 or less, and how much of what is near are
  // questions that no entry of the game answers.
  #objections(query, unanswered, answered) {
    let [total, known] = [0, 0];
    for (const [word, share] of query.weights) {
      const weight = share * this.rules.weight(word);
      total += weight;
      if (this.spelling.knows(word)) known += weight;
    }
    const top = Math.max(0, ...[...unanswered, ...answered].map(([, cosine]) => cosine));
    const sum = (near) => near.reduce((all, [, cosine]) => all + Math.exp((cosine - top) / TEMPERATURE), 0);
    const { weights } = this;
    const all = weights.unknown * (1 - (total ? known / total : 0)) + weights.outside * Math.min(2, query.outside.length)
      + weights.reason * Number(query.reason);
    return new Map(this.games.map((game, place) => {
      // What no entry of another game answers does not count: a rule of this one may well say it (kb/gather.py).
      const of = (code) => sum(unanswered.filter(([number]) => this.beyond[number - this.firstUnanswered] === code));
      const near = of(NO_ENTRY) * (query.named ? OF_NONE : 1) + of(NO_ENTRY - 1 - place);
      const beside = near ? near / (near + sum(answered)) : 0;
      return [game, { beside, points: all + weights.beside * (odds(beside) - odds(0)) }];
    }));
  }

  #confidence(points) {
    return Number((1 / (1 + Math.exp(-this.weights.found_slope * (points - this.weights.found_at)))).toFixed(4));
  }

  #edition(entry, query) {
    if (query.edition === NOW || entry.kind === "rule_change" || !this.understanding.inGame(query, entry.game).old) return null;
    const old = (r) => [BEFORE, r.edition].includes(query.edition) && !this.#isCurrent(r);
    const mine = (r) => Number(r.language === query.language);
    return entry.renditions.filter(old).sort((a, b) => b.edition - a.edition || mine(b) - mine(a))[0]?.document ?? null;
  }
}
