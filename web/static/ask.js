// Results while one types: waits for a pause, drops the request before, keeps the address in step, tells how many were found.
import { say } from "./say.js";
import { showCopying } from "./copy.js";
import { showPins } from "./pins.js";

const PAUSE_MS = 140;
// An answer that takes no longer than this comes without a word that it is on its way, which would only flicker.
const SLOW_MS = 150;
let waiting = 0;
let slow = 0;
let running = null;
// The address that is shown, and whether typing alone made its entry of the history: that one gives way to the next, others stay.
let shown = "";
let typed = false;
let begun = "";

async function ask(form, results, submitted) {
  const query = new URLSearchParams(new FormData(form));
  if (!query.get("q").trim()) return empty(query, results);
  const address = `/search?${query}`;
  if (!(await show(address, results, submitted))) return;
  enter(address, submitted);
  if (submitted) scrollTo(0, 0);
}

// What was found before must not stand under a new question while its answer is on its way.
function wait(results, submitted) {
  clearTimeout(slow);
  slow = setTimeout(() => {
    const words = document.body.dataset.searching;
    if (!results.querySelector(".waiting")) {
      const line = document.createElement("p");
      line.className = "waiting";
      line.textContent = words;
      results.prepend(line);
    }
    results.setAttribute("aria-busy", "true");
    if (!submitted) return;
    say(words);
    scrollTo(0, 0);
  }, SLOW_MS);
}

// Puts what came, or nothing, in the place of what was found before.
function put(results, html) {
  clearTimeout(slow);
  results.removeAttribute("aria-busy");
  results.innerHTML = html;
}

// Whether what an address finds is shown; it is not where another was asked for meanwhile.
async function show(address, results, submitted = false) {
  running?.abort();
  running = new AbortController();
  wait(results, submitted);
  try {
    const reply = await fetch(`${address}&only=results`, { signal: running.signal });
    if (!reply.ok) return failed(results);
    put(results, await reply.text());
  } catch (error) {
    return error.name === "AbortError" ? false : failed(results);
  }
  document.getElementById("browse")?.setAttribute("hidden", "");
  showCopying(results);
  showPins();
  say(results.querySelector("#found").dataset.says);
  return true;
}

// Puts an address into the history. What was submitted has an entry of its own, as has the page on which one began to type.
function enter(address, submitted) {
  if (address !== shown) {
    history[typed ? "replaceState" : "pushState"](history.state, "", address);
    typed = true;
  }
  if (submitted) typed = false;
  step(address);
}

// The link to the other language goes to this very page, which has just got another address.
function step(address) {
  shown = address;
  document.title = document.querySelector("#found")?.dataset.title ?? begun;
  const link = document.querySelector(".tongue");
  const url = new URL(location.href);
  url.searchParams.set("ui", link.hreflang);
  link.href = url;
}

// What was found for an earlier question must not stand under the words of this one.
function failed(results) {
  const line = document.createElement("p");
  line.className = "none";
  line.textContent = document.body.dataset.failed;
  put(results, "");
  results.append(line);
  say(line.textContent);
  return false;
}

function empty(query, results) {
  running?.abort();
  put(results, "");
  const browse = document.getElementById("browse");
  if (!browse) return;
  browse.hidden = false;
  const ui = query.get("ui");
  enter(ui ? `/?ui=${ui}` : "/", false);
}

// Back or forward among the questions that were asked on this page.
async function returned(form, results) {
  const address = location.pathname + location.search;
  if (address === shown) return;
  clearTimeout(waiting);
  typed = false;
  const question = new URLSearchParams(location.search).get("q") ?? "";
  const browse = document.getElementById("browse");
  if (location.pathname === "/search" && question.trim()) {
    form.q.value = question;
    if (await show(address, results)) step(address);
  } else if (location.pathname === "/" && browse) {
    running?.abort();
    form.q.value = "";
    put(results, "");
    browse.hidden = false;
    step(address);
  } else {
    location.reload();
  }
}

export function startAsking() {
  const form = document.querySelector(".ask");
  const results = document.getElementById("results");
  if (!form || !results) return;
  shown = location.pathname + location.search;
  begun = document.title;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(form, results, false), PAUSE_MS);
  };
  form.q.addEventListener("input", (event) => { if (!event.isComposing) soon(); });
  form.q.addEventListener("compositionend", soon);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    // Where a finger asks, the keyboard on the screen goes, so that the answer has its room.
    if (matchMedia("(pointer: coarse)").matches) form.q.blur();
    ask(form, results, true);
  });
  window.addEventListener("popstate", () => { returned(form, results); });
}
