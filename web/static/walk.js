// The walker without whole page loads: a step's link is fetched and put in place, the focus goes to the step, its place is told.
import { say } from "./say.js";
import { showCopying } from "./copy.js";
import { hasSingleKeys } from "./keys.js";
import { showPins } from "./pins.js";

const inside = (url) => url.origin === location.origin && url.pathname.startsWith("/walk/");

// Keys pressed while a step is on its way wait for it, so that a quick hand loses none. A tap or the way back is meant for
// the step that is seen: it counts instead of all that is still on its way.
let going = Promise.resolve();
let taps = 0;

async function go(address, push, tap) {
  const reply = await fetch(address).catch(() => null);
  const page = reply?.ok ? new DOMParser().parseFromString(await reply.text(), "text/html") : null;
  const next = page?.getElementById("walk");
  if (tap !== taps) return;
  if (!next) return location.assign(address);
  if (push) history.pushState({ walk: true }, "", address);
  document.getElementById("walk").replaceWith(next);
  document.title = page.title;
  document.querySelector(".tongue").href = page.querySelector(".tongue").getAttribute("href");
  showCopying(next);
  showPins();
  const heading = next.querySelector("h1");
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
  say(next.dataset.says);
}

function instead(address, push) {
  taps += 1;
  going = go(address, push, taps);
}

function linkOf(key) {
  const ways = [...document.querySelectorAll("#walk .way")];
  if (key === "ArrowRight") return ways.find((way) => way.classList.contains("next")) ?? ways[0];
  if (key === "ArrowLeft") return document.querySelector("#walk .back");
  return ways[Number(key) - 1];
}

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select")) return;
  if (!/^(ArrowRight|ArrowLeft|[1-9])$/.test(event.key) || (event.key.length === 1 && !hasSingleKeys())) return;
  event.preventDefault();
  const tap = taps;
  going = going.then(() => {
    const link = tap === taps && linkOf(event.key);
    return link && go(link.href, true, tap);
  });
}

export function startWalking() {
  if (!document.getElementById("walk")) return;
  history.replaceState({ walk: true }, "");
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#walk a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !inside(new URL(link.href))) return;
    event.preventDefault();
    instead(link.href, true);
  });
  document.addEventListener("keydown", keyed);
  window.addEventListener("popstate", () => { if (inside(new URL(location.href))) instead(location.href, false); });
}
