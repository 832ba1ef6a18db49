// The steps before and after a step that a question names: "what comes after Cast 2.3?" is answered by 2.4 (kb/following.py).

// The first stage of each number, which the play timing behind it may share, with the jumps that end it.
function headings(stages) {
  const out = [];
  stages.forEach((stage, place) => {
    if (!place || stage.number !== stages[place - 1].number) out.push({ id: stage.id, jumps: [] });
    out.at(-1).jumps.push(...stage.steps.filter((id) => id.endsWith("-jump")));
  });
  return out;
}

export class Following {
  // `flows` are records of that sort, `pattern` gives the library's patterns by name.
  constructor(flows, pattern) {
    [this.after, this.before] = [new Map(), new Map()];
    this.asked = [[this.after, ["AFTER", "TSUGI"].map(pattern)], [this.before, ["BEFORE", "MAE"].map(pattern)]];
    for (const { edges, stages } of flows) {
      const named = [...edges].sort((a, b) => (a.kind === "next") - (b.kind === "next")); // what the text names comes first
      for (const edge of named) this.#add(edge.from, edge.to, edge.kind === "next");
      headings(stages).forEach((one, place, all) => {
        if (place === all.length - 1) return;
        for (const jump of one.jumps) this.#add(one.id, jump, false);
        this.#add(one.id, all[place + 1].id, true);
      });
    }
  }

  #add(one, other, back) {
    for (const [ways, source, target] of [[this.after, one, other], ...(back ? [[this.before, other, one]] : [])]) {
      if (!ways.has(source)) ways.set(source, []);
      if (!ways.get(source).includes(target)) ways.get(source).push(target);
    }
  }

  // The ids of what comes after or before the step that a folded question names so; none where it asks something else.
  find(folded, references, parts) {
    const out = [];
    for (const [ways, patterns] of this.asked) {
      const said = patterns.map((pattern) => folded.match(pattern)).find(Boolean);
      if (!said) continue;
      const number = Object.values(said.groups).find(Boolean);
      const named = references.length ? references : parts.length === 1 ? [`${parts[0]}/${number}`] : [];
      out.push(...named.filter((id) => id.endsWith(`/${number}`)).flatMap((id) => ways.get(id) ?? []));
    }
    return [...new Set(out)];
  }
}
