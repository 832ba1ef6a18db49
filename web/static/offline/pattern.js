// The library's patterns (kb/offline/citing.py), asked as Python asks them: at a place, from a place on, or of a whole text.
export class Pattern {
  constructor(source, flags = "u") {
    this.here = new RegExp(source, `${flags}y`);
    this.onward = new RegExp(source, `${flags}g`);
    this.whole = new RegExp(`^(?:${source})$`, flags);
  }

  match(text, place) {
    this.here.lastIndex = place;
    return this.here.exec(text);
  }

  // The first from `place` on in the text up to `end`; what stands before `place` counts for a look behind.
  search(text, place = 0, end = text.length) {
    this.onward.lastIndex = Math.max(0, place);
    return this.onward.exec(end < text.length ? text.slice(0, end) : text);
  }

  full(text) {
    return this.whole.exec(text);
  }

  all(text) {
    this.onward.lastIndex = 0; // where the search before has ended
    return text.matchAll(this.onward);
  }
}

// The patterns of one module by name.
export function patternsOf(all, module) {
  const mine = Object.entries(all).filter(([name]) => name.startsWith(`${module}.`));
  return Object.fromEntries(mine.map(([name, source]) => [name.slice(module.length + 1), new Pattern(source)]));
}
