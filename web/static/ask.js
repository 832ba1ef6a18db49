// Results while one types: waits for a pause, drops the request before, keeps the address in step, tells how many were found.
import { say } from "./say.js";
import { showCopying } from "./copy.js";
import { showPins } from "./pins.js";

const PAUSE_MS = 140;
let waiting = 0;
let running = null;

async function ask(form, results) {
  const query = new URLSearchParams(new FormData(form));
  const question = query.get("q").trim();
  running?.abort();
  if (!question) return empty(query, results);
  running = new AbortController();
  try {
    const reply = await fetch(`/search?${query}&only=results`, { signal: running.signal });
    if (!reply.ok) return failed(results);
    results.innerHTML = await reply.text();
  } catch (error) {
    return error.name === "AbortError" ? undefined : failed(results);
  }
  document.getElementById("browse")?.setAttribute("hidden", "");
  const found = results.querySelector("#found");
  history.replaceState(history.state, "", `/search?${query}`);
  document.title = found.dataset.title;
  keepLanguageLink();
  showCopying(results);
  showPins();
  say(found.dataset.says);
}

// What was found for an earlier question must not stand under the words of this one.
function failed(results) {
  const line = document.createElement("p");
  line.className = "none";
  line.textContent = document.body.dataset.failed;
  results.replaceChildren(line);
  say(line.textContent);
}

function empty(query, results) {
  const browse = document.getElementById("browse");
  results.innerHTML = "";
  if (!browse) return;
  browse.hidden = false;
  const ui = query.get("ui");
  history.replaceState(history.state, "", ui ? `/?ui=${ui}` : "/");
  keepLanguageLink();
}

// The link to the other language goes to this very page, which has just got another address.
function keepLanguageLink() {
  const link = document.querySelector(".tongue");
  const url = new URL(location.href);
  url.searchParams.set("ui", link.hreflang);
  link.href = url;
}

export function startAsking() {
  const form = document.querySelector(".ask");
  const results = document.getElementById("results");
  if (!form || !results) return;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(form, results), PAUSE_MS);
  };
  form.q.addEventListener("input", (event) => { if (!event.isComposing) soon(); });
  form.q.addEventListener("compositionend", soon);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    ask(form, results);
  });
}
