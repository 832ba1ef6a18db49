// Which game is named directly beside a citation (kb/citations/games.py).
import { Lexicon } from "./lexicon.js";
import { patternsOf } from "./pattern.js";

const REACH = 32;
// Stands for every game of which no text is held here.
export const OUTSIDE = "";
const LISTS = ["game-names", "names-beside"];
const IN = "in ";

export class Games {
  constructor(store, patterns, folded) {
    const all = [...store.games.values()];
    this.is = patternsOf(patterns, "games");
    this.words = new Lexicon(all.flatMap((game) => [...game.words, game.name].map((word) => [folded(word), [game.id]])));
    const outside = store.lists.outside.filter(({ sort }) => LISTS.includes(sort)).flatMap(({ words }) => words);
    this.outside = new Lexicon(outside.map((word) => [folded(word), [OUTSIDE]]));
    this.codes = new Map(all.map(({ code, id }) => [code, id]));
    const codes = [...this.codes.keys()].map((code) => folded(code).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|") || "(?!)";
    this.coded = new RegExp(`(?<![a-z0-9])(?:${codes})(?![a-z])`, "gu");
  }

  // [first, last, id] in order: by what people call them, or by their codes in capitals.
  find(view) {
    const found = this.words.find(view.folded).map(([first, last, ids]) => [first, last, ids[0]]);
    for (const [first, last] of this.outside.find(view.folded)) found.push([first + (view.folded.startsWith(IN, first) ? IN.length : 0), last, OUTSIDE]);
    for (const { 0: code, index } of view.folded.matchAll(this.coded)) {
      const id = this.codes.get(view.words(index, index + code.length));
      if (id) found.push([index, index + code.length, id]);
    }
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  // The game that is named in a citation, directly ahead of it or right behind it, else null; OUTSIDE if it is not held.
  beside(view, named, first, last) {
    const inside = named.find(([begin]) => begin >= first);
    if (inside && inside[0] === first && inside[1] < last && inside[2] !== OUTSIDE) return inside[2];
    const [nearest, other] = named.filter(([begin]) => begin < first).slice(-2).reverse();
    if (nearest && this.#isBeside(view.folded, nearest, first)) {
      const together = other && this.is.TOGETHER.full(view.folded.slice(other[1], nearest[0]));
      return together && other[2] !== nearest[2] ? null : nearest[2];
    }
    const behind = named.find(([begin]) => begin >= last);
    return behind && behind[0] <= last + REACH && this.is.BEHIND.full(view.folded.slice(last, behind[0])) ? behind[2] : null;
  }

  #isBeside(letters, [begin, end], first) {
    if (end > first || first > end + REACH || (end === first && /[a-z0-9]/i.test(letters[end - 1]))) return false;
    const gap = letters.slice(end, first);
    // What stands before the reach is not the beginning of the text.
    const ahead = begin > REACH ? `x${letters.slice(begin - REACH, begin)}` : letters.slice(0, begin);
    if (this.is.MARK.search(gap) && this.is.COMPARED.search(ahead)) return false;
    if (this.is.BESIDE.full(gap)) return true;
    const led = this.is.LED_IN.search(ahead) !== null;
    return Boolean(this.is.COMMA.full(gap)) && (led || !/^[\x00-\x7f]$/.test(letters[end]));
  }
}
