// The tokens and features of a text, by the rules of kb/tokens.py and kb/features.py.
import { fold } from "./fold.js";

// A number with its dots, a Latin word, a run of Japanese letters. A dot that ends a sentence is no part of a number.
const PIECE = /(?<number>\p{Nd}+(?:\.\p{Nd}+)*)|(?<word>[a-zà-öø-ÿ]+(?:'[a-z]+)?)|(?<japanese>[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff々〆ー]+)/gu;
// Letters of a token.
const LONGEST = 48;
const KATAKANA = /[\u30a1-\u30fa\u30fcー]{3,}/g;
// A Latin word, whose runs of three letters are pieces.
const LATIN = /^[a-zà-öø-ÿ]+$/;
const ENDINGS = ["sses", "shes", "ches", "xes"];

export function stem(typed) {
  let word = typed.split("'")[0];
  if (word.length <= 3) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (ENDINGS.some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
  for (const ending of ["ing", "ed"]) {
    const root = word.slice(0, -ending.length);
    if (word.endsWith(ending) && !word.endsWith("eed") && root.length >= 3 && /[aeiouy]/.test(root)) {
      const doubled = root.length > 3 && root.at(-1) === root.at(-2) && !"lsz".includes(root.at(-1));
      return doubled ? root.slice(0, -1) : root.replace(/e$/, "");
    }
  }
  return word.length > 4 ? word.replace(/e$/, "") : word;
}

function japanese(run) {
  if (run.length === 1) return [run];
  const pairs = [];
  for (let n = 0; n < run.length - 1; n++) pairs.push(run.slice(n, n + 2));
  return [...pairs, ...(run.match(KATAKANA) ?? []).map((word) => word.slice(0, LONGEST))];
}

export function tokens(text) {
  const out = [];
  for (const { groups } of fold(text).matchAll(PIECE)) {
    if (groups.word) out.push(stem(groups.word.slice(0, LONGEST)));
    else if (groups.number) out.push(groups.number.slice(0, LONGEST));
    else out.push(...japanese(groups.japanese));
  }
  return out;
}

export const isHiragana = (token) => /^[\u3041-\u309f]*$/.test(token);

export function features(text) {
  const out = new Set();
  for (const token of tokens(text)) {
    out.add(token);
    if (LATIN.test(token)) {
      const edged = `<${token}>`;
      for (let n = 0; n < edged.length - 2; n++) out.add(`#${edged.slice(n, n + 3)}`);
    } else if (token.length === 2 && !/^\p{Nd}/u.test(token)) {
      out.add(`#${token[0]}`);
    }
  }
  return [...out];
}

export function counted(words) {
  const out = new Map();
  for (const word of words) out.set(word, (out.get(word) ?? 0) + 1);
  return out;
}
