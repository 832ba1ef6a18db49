// Answers quote: the sentence of the best hit that says most about the question (kb/answer.py, kb/sentences.py).
import { SPACES, strip } from "./fold.js";
import { cosine } from "./model.js";
import { tokens } from "./tokens.js";

export const FOUND = 0.5;
const WORDS = 1.0;
// A sentence ends at 。！？, at . ! ? before a space or the end, or at a line's end. Not inside "3.2.1", "e.g. 1", "No. 2".
const END = new RegExp(
  `[。！？](?:[」』）)]*)|(?<!(?<![\\p{L}\\p{N}_])e\\.g)(?<!(?<![\\p{L}\\p{N}_])i\\.e)(?<!(?<![\\p{L}\\p{N}_])No)(?<=[^\\p{Nd}.])[.!?][”"’')\\]]*(?=[${SPACES}]|$)`
  + `|(?<=\\p{Nd})\\.(?=[${SPACES}]+[A-Z“\\[]|$)|\\n`, "gu");

export function sentences(text) {
  const out = [];
  let start = 0;
  for (const end of text.matchAll(END)) {
    out.push(strip(text.slice(start, end.index + end[0].length)));
    start = end.index + end[0].length;
  }
  out.push(strip(text.slice(start)));
  return out.filter(Boolean);
}

function telling(query, rendition, model, vector) {
  const pieces = sentences(rendition.answer || rendition.text);
  if (rendition.answer) return pieces.slice(0, 2).join(rendition.language === "en" ? " " : "");
  if (pieces.length < 2) return pieces[0] ?? rendition.text;
  const points = pieces.map((piece) => {
    const words = tokens(piece);
    const shared = [...new Set(words)].reduce((sum, word) => sum + (query.weights.get(word) ?? 0), 0) / (4 + words.length);
    return cosine(model.encode(piece), vector) + WORDS * shared;
  });
  return pieces[points.indexOf(Math.max(...points))];
}

// The answer that the best hit gives, or null when it is not near enough. The offline search gives no verdicts.
export function answerOf(query, hits, model, vector) {
  if (!hits.length || hits[0].score < FOUND) return null;
  const [hit] = hits;
  const rendition = hit.renditions[0];
  const quote = telling(query, rendition, model, vector);
  const caveats = [];
  if (hit.conflicting.length) caveats.push("The English and the Japanese text of this entry do not say the same; see both.");
  if (rendition.doubts.length) caveats.push("The source prints this text out of place or with a wrong number; see the entry.");
  if (hit.superseded) caveats.push("This is the text of a superseded edition.");
  return { verdict: null, text: quote, citations: [{ entry: hit.entry, rendition, quote }], caveats };
}
