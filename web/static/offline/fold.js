// Folding text for matching, as kb/fold.py does it. Folded text is for comparing only.
import { casefold } from "./casefold.js";

const ALIKE = new Map(Object.entries({
  "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "`": "'", "´": "'", "–": "-", "—": "-", "‐": "-", "−": "-", "―": "-",
  "〔": "[", "〕": "]", "【": "[", "】": "]", "『": "[", "』": "]", "〈": "<", "〉": ">", "《": "<", "》": ">",
  "～": "~", "〜": "~", "゠": "=",
}));
const ALIKE_ANY = new RegExp(`[${[...ALIKE.keys()].join("")}]`, "gu");
// White space as Python's \s has it: with the separators 1c to 1f and 85, without the byte order mark.
export const SPACES = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACE = new RegExp(`[${SPACES}]+`, "g");
const KEY = new RegExp(`[${SPACES}"'●■☆★•・▪※◎]`, "g");

export function strip(text) {
  return text.replace(new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "g"), "");
}

// Quotation marks, dashes and brackets made alike.
export const alike = (text) => text.normalize("NFKC").replace(ALIKE_ANY, (letter) => ALIKE.get(letter));

export function fold(text) {
  const dots = alike(text).replaceAll("...", "…").replaceAll("…", "...");
  return strip(casefold(dots.normalize("NFKC")).normalize("NFKC").replace(SPACE, " "));
}

// Two prints of one title have one key: without spaces, quotation marks and list bullets.
export const key = (text) => fold(text).replace(KEY, "");
