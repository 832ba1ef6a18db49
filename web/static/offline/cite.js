// The page of citations in a pasted text (web/cite.py).
import { examplesOf } from "./pages.js";
import { letters } from "./template.js";

export function cite({ store, args, form, citing, limits, wording }) {
  const sent = form ?? args;
  const text = (sent.get("text") ?? "").replaceAll("\r\n", "\n");
  const tooLong = new TextEncoder().encode(text).length > limits.longest;
  const found = tooLong ? [] : citing.find(text);
  const { runs, findings } = marked(text, found.slice(0, limits.cited));
  fit(findings, limits);
  return ["cite.html", {
    text, cited: found.length, runs: tooLong ? [] : runs, findings, too_long: tooLong, empty: sent.has("text") && !text.trim(), longest: Math.floor(limits.longest / 1024),
    left: found.length - limits.cited, most: limits.cited,
    contested: new Set(findings.length ? store.lists.conflict.map((one) => one.entry) : []), sent_by: form && text ? "paste" : "",
    example: exampleOf(store, citing, wording),
  }];
}

function exampleOf(store, citing, wording) {
  return examplesOf(store, wording).flatMap((question) => citing.find(question)).find((one) => !one.reason)?.words ?? "";
}

// The text in runs, and what it cites, each thing once, in the order of its first mention.
function marked(text, found) {
  const findings = new Map();
  const runs = [];
  let end = 0;
  for (const citation of found) {
    const meant = citation.candidates.map((one) => [one.entry.id, one.rendition.document]);
    const name = JSON.stringify([citation.status, meant, meant.length && !citation.reason ? "" : citation.words, citation.reason, citation.edition, citation.host]);
    if (!findings.has(name)) findings.set(name, { number: findings.size + 1, citation, times: 0 });
    const known = findings.get(name);
    known.times++;
    const only = !citation.reason && citation.candidates.length === 1 ? citation.candidates[0] : null;
    runs.push({ text: text.slice(end, citation.start) }, { text: citation.words, number: known.number, citation, only });
    end = citation.end;
  }
  runs.push({ text: text.slice(end) });
  return { runs: runs.filter((run) => letters(run.text).length), findings: [...findings.values()] };
}

// Gives each finding the candidates that are shown, while there is room on the page.
function fit(findings, limits) {
  let room = limits.room;
  for (const finding of findings) {
    const { candidates, reason } = finding.citation;
    finding.shown = [];
    for (const one of reason ? candidates : candidates.slice(0, limits.shown)) {
      room -= reason ? limits.name : limits.name + letters(one.rendition.text).length + letters(one.today?.text ?? "").length;
      if (room < 0) break;
      finding.shown.push(one);
    }
    finding.left = candidates.length - finding.shown.length;
  }
}
