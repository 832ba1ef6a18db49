// Quotes for a sheet of paper and for link previews (web/quote.py).
import { spans as spansOf } from "./answer.js";
import { letters } from "./template.js";
import { tokens } from "./tokens.js";

const WIDE = 2;
const LINE_END = 22;
const PREVIEW = 280;

const width = (text, japanese) => letters(text).length * (japanese ? WIDE : 1) + LINE_END * (text.split("\n").length - 1);

export function quote(rendition, room, question = "") {
  const { text } = rendition;
  const japanese = rendition.language === "ja";
  if (width(text, japanese) <= room) return { text, cut_before: false, cut_after: false };
  const spans = spansOf(text);
  const asked = new Set(tokens(question));
  const shared = spans.map(([first, last]) => [...new Set(tokens(text.slice(first, last)))].filter((word) => asked.has(word)).length);
  const start = shared.indexOf(Math.max(...shared));
  let end = start;
  while (end + 1 < spans.length && width(text.slice(spans[start][0], spans[end + 1][1]), japanese) <= room) end++;
  let [first, last] = [spans[start][0], spans[end][1]];
  if (width(text.slice(first, last), japanese) > room) {
    const most = first + (japanese ? Math.floor(room / WIDE) : room);
    const space = text.slice(0, most).lastIndexOf(" ");
    last = japanese || space <= first ? most : space;
  }
  return { text: text.slice(first, last).trim(), cut_before: first > 0, cut_after: last < text.trimEnd().length };
}

export function preview(rendition) {
  const shown = quote(rendition, PREVIEW);
  const words = `${rendition.listed_under ?? ""} ${shown.text}`.split(/\s+/).filter(Boolean).join(" ");
  return shown.cut_after ? `${words} …` : words;
}
