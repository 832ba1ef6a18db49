// What only stands around a question is no matter of it (kb/around.py), by the library's own patterns.
import { fold } from "./fold.js";
import { Pattern } from "./pattern.js";
import { tokens } from "./tokens.js";

const MARKS = " .,!?:;、。()~…-";
const LOOSE = " ,:;、-(";
const ROUNDS = 4;

function stripped(text, marks, { start = true, end = true } = {}) {
  let [first, last] = [0, text.length];
  while (start && first < last && marks.includes(text[first])) first += 1;
  while (end && last > first && marks.includes(text[last - 1])) last -= 1;
  return text.slice(first, last);
}

export class Around {
  constructor(patterns) {
    Object.assign(this, Object.fromEntries(Object.entries(patterns).map(([name, source]) => [name, new Pattern(source)])));
  }

  // The text, folded, without such phrases; as it is where it has none, or nothing else that could be searched for.
  without(text) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const left = this.#once(text);
      if (left === null) break;
      text = left;
    }
    return text;
  }

  #once(text) {
    const clauses = [...this.clause.all(fold(text))].map(([clause]) => clause);
    const left = clauses.filter((clause) => !this.whole.match(stripped(clause, MARKS), 0));
    if (!left.length) return null;
    const ahead = this.ahead.match(left[0], 0);
    const first = ahead ? left[0].slice(ahead[0].length) : left[0];
    const last = left.length > 1 ? left.at(-1) : first;
    const said = stripped(last, MARKS, { start: false });
    const end = this.behind.search(said);
    if (left.length === clauses.length && !ahead && !end) return null;
    const rest = [first, ...left.slice(1)];
    rest[rest.length - 1] = end ? said.slice(0, end.index) : last;
    const asked = stripped(rest.join(""), LOOSE);
    return tokens(asked).length ? asked : null;
  }
}
