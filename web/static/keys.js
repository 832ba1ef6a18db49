// Keys: / to the search, arrows through what was found, c copies, p puts on the slip, Escape clears.
import { copyCitation } from "./copy.js";
import { togglePin } from "./pins.js";

const writes = (target) => target.matches?.("input, textarea, select, [contenteditable]");

// The links that arrows go through: the answer's citation, then the hits.
const stops = () => [...document.querySelectorAll("#found .to, .names .entry")];

function actionsOf(target) {
  const near = target.closest(".hits > li, .answer, .sides article, #walk");
  return (near ?? document).querySelector(".actions");
}

function move(event, step) {
  const all = stops();
  const asking = event.target.id === "q";
  if (!all.length || (writes(event.target) && !asking)) return;
  const place = all.indexOf(document.activeElement);
  const next = asking ? (step > 0 ? 0 : -1) : place + step;
  if (place < 0 && !asking && document.activeElement !== document.body) return;
  event.preventDefault();
  if (next < 0) document.getElementById("q").focus();
  else all[Math.min(next, all.length - 1)].focus();
}

function clear(event) {
  const field = document.getElementById("q");
  if (document.activeElement !== field && !document.activeElement?.closest("#results") && document.activeElement !== document.body) return;
  if (!field.value) return;
  event.preventDefault();
  field.value = "";
  field.dispatchEvent(new Event("input"));
  field.focus();
}

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "ArrowDown") return move(event, 1);
    if (event.key === "ArrowUp") return move(event, -1);
    if (event.key === "Escape") return clear(event);
    if (writes(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      document.getElementById("q").select();
      document.getElementById("q").focus();
    } else if (event.key === "c") {
      const actions = actionsOf(event.target);
      if (actions) copyCitation(actions);
    } else if (event.key === "p") {
      const button = actionsOf(event.target)?.querySelector("[data-add]");
      if (button) togglePin(button);
    }
  });
}
