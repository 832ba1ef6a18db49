// The walker without whole page loads: a step's link is fetched and put in place, the focus goes to the step, its place is told.
import { say } from "./say.js";
import { showCopying } from "./copy.js";
import { showPins } from "./pins.js";

const inside = (url) => url.origin === location.origin && url.pathname.startsWith("/walk/");

async function go(address, push) {
  const reply = await fetch(address).catch(() => null);
  const page = reply?.ok ? new DOMParser().parseFromString(await reply.text(), "text/html") : null;
  const next = page?.getElementById("walk");
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

// Keys pressed while a step is on its way wait for it, so that a quick hand loses none.
let going = Promise.resolve();

function linkOf(key) {
  const ways = [...document.querySelectorAll("#walk .way")];
  if (key === "ArrowRight") return ways.find((way) => way.classList.contains("next")) ?? ways[0];
  if (key === "ArrowLeft") return document.querySelector("#walk .back");
  return ways[Number(key) - 1];
}

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select")) return;
  if (!/^(ArrowRight|ArrowLeft|[1-9])$/.test(event.key)) return;
  event.preventDefault();
  going = going.then(() => {
    const link = linkOf(event.key);
    return link && go(link.href, true);
  });
}

export function startWalking() {
  if (!document.getElementById("walk")) return;
  history.replaceState({ walk: true }, "");
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#walk a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !inside(new URL(link.href))) return;
    event.preventDefault();
    go(link.href, true);
  });
  document.addEventListener("keydown", keyed);
  window.addEventListener("popstate", () => { if (inside(new URL(location.href))) go(location.href, false); });
}
