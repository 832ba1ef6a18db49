// Answers quote what the best hit says about the question (kb/answer.py, kb/quoting.py, kb/sentences.py).
import { BEFORE, NOW } from "./edition_asked.js";
import { SPACES, fold, key, strip } from "./fold.js";
import { cosine } from "./model.js";
import { tokens } from "./tokens.js";

export const FOUND = 0.5;
const AS_NEAR = 0.4;
const ALONE = 0.1;
const ONLY = { en: "Of the current texts only the English one prints this.", ja: "Of the current texts only the Japanese one prints this." };
const DISAGREES = "The English and the Japanese text of this entry do not say the same; see both.";
const DISAGREES_BESIDE = "English and Japanese differ elsewhere in this entry, not in this sentence; see both.";
const WORDS = 0.6;
const EXAMPLE = 0.25;
const SURE = 0.3;
const [STOCK, TELLS] = [0.3, 0.5];
// Letters that a quote may have where it is more than one sentence.
const GLANCE = { en: 300, ja: 150 };
// Letters of an answer's first sentence that says no more than yes or no to the question as it is printed.
const BARE = { en: 40, ja: 15 };
const AS_PRINTED = 0.7;
const YES_OR_NO = /^(?:(?:Yes|No)(?![\p{L}\p{N}_])|はい|いいえ|.*(?:ません|ます)。?$)/u;
const DENIES = new RegExp(
  "(?<![a-z])(?:not|no|nope|never|cannot|nor|neither|nobody|none|nothing|without|unable|(?:ca|do|does|is|wo|did|are|should|could|would"
  + "|has|have|was|were|had)nt|illegal|wrong|mistaken|false|untrue|incorrect|forbidden|banned|prohibited|impossible|lies?|lying|bs"
  + "|dame|muri|kinshi|ihan)(?![a-z])|n't(?![a-z])|(?:nai|nakatta|masen)(?![a-z])"
  + "|ない|無い|なく|なかっ|ません|ねえ|ねー|ねぇ|なし|ナシ|無し|ず[に、]|へん|ひん|ん(?:です|の|や|よ|で|と|って|$|[?。、])|あかん|アカン|いかん"
  + "|ちゃう|違|ちが|逆|嘘|うそ|ウソ|禁|無理|ムリ|むり|不可|違反|反則|ダメ|だめ|駄目|ng(?![a-z])|アウト", "u");
// A sentence ends at 。！？, at . ! ? before a space or the end, or at a line's end. Not before a small letter (‘Off-Limits!’ cannot),
// nor inside "3.2.1", "e.g. 1", "No. 2", "a.k.a.",
// nor behind the number of a part that is named in quotes (“2. Flow of a Play Timing”). Behind a number that is printed with its dot
// it has two: "go to 2.2.. If".
const END = new RegExp(
  `[。！？](?:[」』）)]*)|(?<!(?<![\\p{L}\\p{N}_])e\\.g)(?<!(?<![\\p{L}\\p{N}_])i\\.e)(?<!(?<![\\p{L}\\p{N}_])No)(?<!(?<![\\p{L}\\p{N}_])a\\.k\\.a)(?<=[^\\p{Nd}.])[.!?][”"’')\\]]*(?=[${SPACES}]+[^${SPACES}a-z]|[${SPACES}]*$)`
  + `|(?<!["“]\\p{Nd})(?<!["“]\\p{Nd}\\p{Nd})(?<=\\p{Nd})\\.\\.?(?=[${SPACES}]+[A-Z“\\[]|$)|\\n`, "gu");

// Where the sentences of a text begin and end, without the space between them.
export function spans(text) {
  const out = [];
  let start = 0;
  for (const end of [...[...text.matchAll(END)].map((found) => found.index + found[0].length), text.length]) {
    const piece = text.slice(start, end);
    const bare = strip(piece);
    if (bare) {
      const first = start + piece.indexOf(bare);
      out.push([first, first + bare.length]);
    }
    start = end;
  }
  return out;
}

export const sentences = (text) => spans(text).map(([start, end]) => text.slice(start, end));

// The sentences of a change of the rules that hold: from the new rule on, or before it where the old one is asked for.
function ofItsDay(text, places, old) {
  const found = places.findIndex(([start]) => /^(?:New Rule(?![\p{L}\p{N}_])|新ルール|Correct:)/u.test(text.slice(start, start + 20)));
  return found <= 0 ? places : old ? places.slice(0, found) : places.slice(found);
}

function tellingOf(query, pieces, model, vector, stock, title) {
  const named = new Set(tokens(title));
  const whole = [...query.weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const points = pieces.map((piece) => {
    const words = [...new Set(tokens(piece))];
    const shared = words.reduce((sum, word) => sum + (query.weights.get(word) ?? 0), 0) / whole;
    const beside = stock.has(piece) && words.every((word) => named.has(word) || (query.weights.get(word) ?? 0) < TELLS);
    return cosine(model.encode(piece), vector) + WORDS * shared - (/^[(（]?(?:e\.g|(?:For )?[Ee]xample(?![\p{L}\p{N}_])|Another example(?![\p{L}\p{N}_])|例(?!外))/u.test(piece) ? EXAMPLE : 0)
      - (beside ? STOCK : 0);
  });
  const [best, second] = [...points].sort((a, b) => b - a);
  return [points.indexOf(best), best - second >= SURE];
}

// Whether a text may be put negatively: any word that denies is one, which is told for sure by more than a device has (kb/polarity.py).
const denies = (text) => DENIES.test(fold(text));

// Whether the first sentence of a Q&A's answer tells something about the question that was asked, too: no "Yes, it can." to "so it can't?".
function answers(query, first, rendition, model, vector) {
  if ([...first].length > BARE[rendition.language] || !rendition.question) return true;
  if (YES_OR_NO.test(first) && denies(query.text) && !denies(rendition.question)) return false;
  return cosine(model.encode(rendition.question), vector) >= AS_PRINTED;
}

// Whether the first sentence of an answer says no more than yes or no, which is told of the printed question alone.
const isBare = (first, language) => [...first].length <= BARE[language] && YES_OR_NO.test(first);

// What stands around the sentence most like the question; of a Q&A the answer from its first sentence on (kb/quoting.py).
function quoteOf(query, rendition, model, vector, stock) {
  const text = rendition.answer || rendition.text;
  let places = ofItsDay(text, spans(text), query.old);
  if (!places.length) places.push([0, text.length]);
  let answered = Boolean(rendition.answer);
  if (answered && places.length > 1 && !answers(query, text.slice(...places[0]), rendition, model, vector)) [places, answered] = [places.slice(1), false];
  const pieces = places.map(([start, end]) => text.slice(start, end));
  const alone = answered || (query.lookedUp.size && rendition.title) || places.length === 1;
  const bare = answered && isBare(pieces[0], rendition.language);
  const [told, sure] = alone ? [0, !bare] : tellingOf(query, pieces, model, vector, stock, rendition.title ?? "");
  const fits = (first, last) => [...text.slice(places[first][0], places[last][1])].length <= GLANCE[rendition.language];
  let [first, last] = [told, told];
  for (;;) {
    if (last + 1 < places.length && fits(first, last + 1)) last++;
    else if (first > 0 && fits(first - 1, last)) first--;
    else break;
  }
  const [begin, close] = [places[first][0], places[last][1]];
  const [start, end] = sure ? places[told] : [begin, close];
  return { text: text.slice(begin, close), sure, pieces: [text.slice(begin, start), text.slice(start, end), text.slice(end, close)] };
}

// Whether the question names no game, and a hit of another one than the best answers as well (kb/answer.py).
function mayMeanAnother(query, [best, ...others], weights) {
  const near = query.games.length ? undefined : others.find((hit) => hit.score >= FOUND && hit.entry.game !== best.entry.game);
  const points = ({ score }) => Math.log(score / Math.max(1e-4, 1 - score));
  return near !== undefined && points(best) - points(near) <= AS_NEAR * weights.found_slope;
}

// Whether what is shown is of a superseded edition that is not the one asked about, and does not say the same as that one.
function isOfAnotherEdition(query, { superseded, renditions }) {
  const [shown] = renditions;
  if (query.edition === NOW || query.edition === BEFORE || !superseded || shown.edition === query.edition) return false;
  const asked = renditions.filter((one) => one.edition === query.edition && one.language === shown.language);
  return !asked.some((one) => key(one.text) === key(shown.text));
}

// Whether one of the passages in which a text disagrees with the other language is among some words of it, or cannot be found.
function disagrees({ text }, passages, quoted) {
  const begin = text.indexOf(quoted);
  const starts = passages.map((passage) => [passage ? text.indexOf(passage) : -1, passage.length]);
  return begin < 0 || starts.some(([start, letters]) => start < 0 || (start < begin + quoted.length && begin < start + letters));
}

// The sentences of a text that hold some passages of it, none told apart; null where it holds none, or they are too many.
function holding(text, passages, language) {
  const found = passages.filter((one) => one && text.includes(one)).map((one) => [text.indexOf(one), text.indexOf(one) + one.length]);
  if (!found.length) return null;
  const [first, last] = [Math.min(...found.map(([start]) => start)), Math.max(...found.map(([, end]) => end))];
  const places = spans(text).filter(([start, end]) => start < last && first < end);
  const words = text.slice(places[0][0], places.at(-1)[1]);
  return [...words].length <= 2 * GLANCE[language] ? { text: words, sure: false, pieces: ["", words, ""] } : null;
}

// What the other language's current text says where it disagrees gravely with the words quoted; nothing where it leaves them out.
function facing({ entry, renditions: [rendition, ...others] }, quoted, grave) {
  const here = grave.get(entry.id) ?? new Map();
  const passages = here.get(rendition.document) ?? [];
  return others.flatMap((other) => {
    const theirs = here.get(other.document) ?? [];
    if (other.language === rendition.language || theirs.length !== passages.length) return [];
    const beside = theirs.filter((one, place) => disagrees(rendition, [passages[place]], quoted.pieces[1]));
    const words = holding(other.text, beside, other.language);
    return words === null ? [] : [{ entry, rendition: other, quoted: words, quote: words.text }];
  });
}

// The answer that the best hit gives, or null when it is not near enough. The offline search gives no verdicts.
export function answerOf(query, hits, weights, model, vector, stock, alone, grave) {
  if (!hits.length || hits[0].score < FOUND) return null;
  const [hit] = hits;
  const rendition = hit.renditions[0];
  const quoted = quoteOf(query, rendition, model, vector, stock);
  const citations = [{ entry: hit.entry, rendition, quoted, quote: quoted.text }, ...facing(hit, quoted, grave)];
  const caveats = [];
  const passages = hit.disagreeingPassages.get(rendition.document);
  if (hit.only) caveats.push(ONLY[hit.only]);
  else if (passages) caveats.push(disagrees(rendition, passages, quoted.pieces[1]) ? DISAGREES : DISAGREES_BESIDE);
  if (rendition.doubts.length) caveats.push("How the source prints this text left something in doubt; see the entry.");
  if (hit.withdrawn) caveats.push("This is the text of a superseded edition; no current text prints it any more.");
  else if (hit.superseded) caveats.push("This is the text of a superseded edition.");
  else if (query.unheld || (query.old && hit.entry.kind !== "rule_change")) caveats.push("This is the text as it is now, not that of the edition asked about.");
  if (isOfAnotherEdition(query, hit)) caveats.push("This is not the text of the edition asked about.");
  if (mayMeanAnother(query, hits, weights)) caveats.push("The rules of another game answer this, too; its entry stands below.");
  else if (alone > ALONE) caveats.push("The question names no game, and the rules of another game that are held here do not answer it.");
  return { verdict: null, text: quoted.pieces[1], citations, caveats };
}
