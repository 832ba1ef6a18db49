// Keys: / to the search, arrows through what was found, c copies, p puts on the slip, Escape clears. Those that type a letter, a digit
// or a mark can be switched off on the page about the site, in this browser (WCAG 2.1.4): who speaks to a browser presses them unmeant.
import { copyCitation } from "./copy.js";
import { togglePin } from "./pins.js";

const OFF = "single-keys-off";

export function hasSingleKeys() {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

function startSwitch() {
  const box = document.getElementById("single-keys");
  if (!box) return;
  box.checked = hasSingleKeys();
  box.closest("[hidden]").hidden = false;
  box.addEventListener("change", () => {
    try {
      if (box.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "1");
    } catch {
      // A browser without storage keeps the keys.
      box.checked = true;
    }
  });
}

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
  startSwitch();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "ArrowDown") return move(event, 1);
    if (event.key === "ArrowUp") return move(event, -1);
    if (event.key === "Escape") return clear(event);
    if (writes(event.target) || !hasSingleKeys()) return;
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
