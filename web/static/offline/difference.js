// Marks what differs between two texts and where a quoted passage stands in one (kb/difference.py, Python's difflib).
import { SPACES, fold } from "./fold.js";

// Words with the space after them; Japanese letters one by one.
const PIECE = new RegExp(`[A-Za-z0-9’'\\-\\[\\]]+[${SPACES}]*|.[${SPACES}]*`, "gsu");

export function markedAgainst(text, other) {
  const mine = text.match(PIECE) ?? [];
  const blocks = matching(mine.map(fold), (other.match(PIECE) ?? []).map(fold));
  const out = [];
  let [a, b] = [0, 0];
  const push = (words, marked) => { if (words) out.push({ text: words, marked }); };
  for (const [first, second, size] of blocks) {
    push(mine.slice(a, first).join(""), true);
    push(mine.slice(first, first + size).join(""), false);
    [a, b] = [first + size, second + size];
  }
  return out;
}

// Blocks that both lists hold, in order, ending in an empty one: [place in one, place in the other, size].
function matching(one, other) {
  const places = new Map();
  other.forEach((piece, n) => (places.has(piece) ? places.get(piece).push(n) : places.set(piece, [n])));
  const found = [];
  const todo = [[0, one.length, 0, other.length]];
  while (todo.length) {
    const [alo, ahi, blo, bhi] = todo.pop();
    const [i, j, size] = longest(one, places, alo, ahi, blo, bhi);
    if (!size) continue;
    found.push([i, j, size]);
    todo.push([alo, i, blo, j], [i + size, ahi, j + size, bhi]);
  }
  found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out = [];
  for (const [i, j, size] of found) {
    const last = out.at(-1);
    if (last && last[0] + last[2] === i && last[1] + last[2] === j) last[2] += size;
    else out.push([i, j, size]);
  }
  return [...out, [one.length, other.length, 0]];
}

function longest(one, places, alo, ahi, blo, bhi) {
  let best = [alo, blo, 0];
  let lengths = new Map();
  for (let i = alo; i < ahi; i++) {
    const next = new Map();
    for (const j of places.get(one[i]) ?? []) {
      if (j < blo) continue;
      if (j >= bhi) break;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best[2]) best = [i - size + 1, j - size + 1, size];
    }
    lengths = next;
  }
  return best;
}

// The text cut into runs, marked where a quoted passage stands; space in a passage may be a line's end in the text.
export function passages(text, quoted) {
  const marked = new Array(text.length).fill(false);
  const split = new RegExp(`[${SPACES}]+`);
  for (const passage of quoted) {
    const words = passage.split(split).filter(Boolean);
    if (!words.length) continue;
    const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join(`[${SPACES}]+`);
    for (const found of text.matchAll(new RegExp(pattern, "g"))) marked.fill(true, found.index, found.index + found[0].length);
  }
  const out = [];
  let start = 0;
  for (let place = 1; place <= text.length; place++) {
    if (place < text.length && marked[place] === marked[start]) continue;
    out.push({ text: text.slice(start, place), marked: marked[start] });
    start = place;
  }
  return text ? out : [];
}
