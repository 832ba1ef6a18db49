// The entries put on a ruling slip while one searches. They live in this tab (sessionStorage) and in the slip's own address.
import { say, tell } from "./say.js";

const KEY = "slip";
// What was written on the slip by its form: its question, ruling and time.
const WRITTEN = "slip-written";
// As the server has them (web/links.py).
const [LONGEST_QUESTION, LONGEST_LINK] = [300, 1200];
const FILLED_IN = "&v=depends&t=2026-05-03T14:05:00%2B09:00".length;
const CUT = "…";

function read() {
  try {
    const pins = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(pins) ? pins.filter((pin) => typeof pin === "string") : [];
  } catch {
    return [];
  }
}

function write(pins) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(pins));
    // An emptied slip is done with: its ruling must not stand on the next one.
    if (!pins.length) sessionStorage.removeItem(WRITTEN);
  } catch {
    // A browser without storage: the tray lasts as long as the page.
  }
  show(pins);
}

// null where nothing was written on the slip.
function written() {
  try {
    const filled = JSON.parse(sessionStorage.getItem(WRITTEN));
    return filled && ["q", "v", "t"].every((name) => typeof filled[name] === "string") ? filled : null;
  } catch {
    return null;
  }
}

function keepWritten(values) {
  const filled = Object.fromEntries(["q", "v", "t"].map((name) => [name, (values.get(name) ?? "").trim()]));
  try {
    sessionStorage.setItem(WRITTEN, JSON.stringify(filled));
  } catch {
    // As above.
  }
}

// How long a text is in an address as the server writes it.
const sizeOf = (text) => [...text].reduce((size, letter) => size + (/[\w.~/@,: -]/.test(letter) ? 1 : 3 * new TextEncoder().encode(letter).length), 0);

// How many letters of a question the link of a slip of these pins can hold, beside `others` letters of it and a mark at its end.
function held(pins, question, others, mark = "") {
  let room = LONGEST_LINK - others - "q=".length - sizeOf(mark);
  for (const pin of pins) room -= sizeOf(pin) + "c=&".length;
  const all = [...question].slice(0, LONGEST_QUESTION - mark.length);
  const over = all.findIndex((letter) => { room -= sizeOf(letter); return room < 0; });
  return over < 0 ? all.length : over;
}

// A question as that link can hold it: cut at a letter where it is too long, and marked so, with room for a ruling and a time.
function fitting(pins, question) {
  const all = [...question];
  if (held(pins, question, FILLED_IN) === all.length) return question;
  const kept = held(pins, question, FILLED_IN, CUT);
  return kept ? all.slice(0, kept).join("") + CUT : "";
}

// The slip's address: the pins, what was written on it, else the question last asked, the language that the page's address names.
function address(pins) {
  const here = new URLSearchParams(location.search);
  const query = pins.map((pin) => `c=${encodeURIComponent(pin).replaceAll("%2F", "/").replaceAll("%40", "@")}`);
  const asked = location.pathname === "/slip" ? "" : (document.getElementById("q")?.value.trim() ?? "");
  const { q, v, t } = written() ?? { q: pins.length ? asked : "" };
  for (const [name, value] of Object.entries({ q: fitting(pins, q), v, t })) if (value) query.push(`${name}=${encodeURIComponent(value)}`);
  if (here.get("ui")) query.push(`ui=${here.get("ui")}`);
  return `/slip${query.length ? `?${query.join("&")}` : ""}`;
}

// What the address names.
const linked = () => [...new Set(new URLSearchParams(location.search).getAll("c").filter(Boolean))];

// What the slip of this page holds; null on other pages.
function shownSlip() {
  const pins = document.getElementById("slip")?.dataset.pins;
  return pins ? pins.split(" ") : null;
}

// A page of the slip's addresses that shows no slip: its link is wrong. What it names is no slip's, and is not taken over.
const failed = () => /^\/slip(?:[./]|$)/.test(location.pathname) && !document.getElementById("slip");

const counted = (count) => (count === 1 ? document.body.dataset.pinsOne : document.body.dataset.pins.replace("{n}", count));
const alike = (one, other) => one.length === other.length && one.every((pin) => other.includes(pin));

function show(pins) {
  const words = document.body.dataset;
  const tray = document.getElementById("tray");
  const slip = shownSlip();
  const others = slip !== null && !alike(slip, pins);
  if (slip) {
    document.getElementById("slip").classList.toggle("others", others);
    document.getElementById("clear").hidden = others;
    document.getElementById("offer").hidden = !others || slip.every((pin) => pins.includes(pin));
  }
  // A wrong link offers to empty the slip where it is this tab's own.
  if (failed()) document.getElementById("clear")?.toggleAttribute("hidden", !pins.length || !alike(linked(), pins));
  if (tray) {
    tray.hidden = pins.length === 0 || (slip !== null && !others);
    tray.href = address(pins);
    tray.textContent = counted(pins.length);
  }
  // The footer leads to the same slip as the tray: on the slip itself to where one is.
  const footer = document.querySelector('body > footer a[href^="/slip"]');
  if (footer && slip !== null && !others) footer.href = location.pathname + location.search;
  else if (footer) footer.href = address(pins);
  for (const button of document.querySelectorAll("[data-add]")) {
    const on = pins.includes(button.dataset.add);
    button.setAttribute("role", "button");
    button.setAttribute("aria-pressed", String(on));
    button.firstChild.textContent = on ? words.unpin : words.pin;
  }
}

// As many as one slip holds; what is left out is said.
function add(pins) {
  const all = [...new Set([...read(), ...pins])];
  const words = document.body.dataset;
  const most = Number(words.most);
  write(all.slice(0, most));
  if (all.length > most) tell(words.full);
  else say(counted(all.length));
}

export function showPins() {
  show(read());
}

export function togglePin(button) {
  const pins = read();
  const pin = button.dataset.add;
  const words = document.body.dataset;
  if (pins.includes(pin)) write(pins.filter((one) => one !== pin));
  else if (pins.length >= Number(words.most)) return tell(words.full);
  else write([...pins, pin]);
  say(counted(read().length));
}

// With the tray in this tab, links and forms need not carry the pins; those that the page carries move into the tray.
function takeOver() {
  const here = new URL(location.href);
  const named = here.searchParams.getAll("c");
  const came = named.filter(Boolean);
  // A slip that is opened may be another's: it is only offered.
  if (shownSlip() || failed()) return;
  // An empty c= says that the slip was emptied, and no c= at all says nothing: then this tab's own slip is meant.
  if (document.getElementById("slip") && named.length && !came.length) return write([]);
  if (document.getElementById("slip") && !named.length && read().length) return location.replace(address(read()));
  if (came.length) {
    // The address may name what is not there; the page has only those that are.
    const carried = [...document.querySelectorAll(".ask input[name=c]")].map((field) => field.value);
    if (carried.length) write([...new Set([...read(), ...carried])].slice(0, Number(document.body.dataset.most)));
    here.searchParams.delete("c");
    history.replaceState(history.state, "", here);
  }
}

function stripCarried(root) {
  for (const link of root.querySelectorAll('a[href*="c="]:not([data-add]):not(.tray)')) {
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/slip")) continue;
    url.searchParams.delete("c");
    link.href = url;
  }
  for (const field of root.querySelectorAll('form[action="/search"] input[name=c], form[action="/glossary"] input[name=c]')) field.remove();
}

// Says by how many letters the question in the slip's form is too long, and keeps the form from being sent with it.
function measure(asked) {
  const question = asked.value.trim().split(/\s+/).join(" ");
  const others = ["v", "t"].reduce((sum, name) => sum + (asked.form[name].value ? `&${name}=`.length + sizeOf(asked.form[name].value) : 0), 0);
  const over = [...question].length - held(shownSlip(), question, others);
  const line = document.getElementById("over");
  const words = over === 1 ? line.dataset.one : line.dataset.many.replace("{n}", over);
  line.textContent = over ? words : "";
  asked.setCustomValidity(line.textContent);
  asked.toggleAttribute("aria-invalid", over > 0);
}

export function startPins() {
  takeOver();
  stripCarried(document);
  showPins();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-add]");
    if (button && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      togglePin(button);
    } else if (event.target.closest("#tray")) {
      showPins();
    } else if (event.target.closest("#offer")) {
      // Taken over whole where this tab has no slip of its own.
      if (!read().length) keepWritten(new URLSearchParams(location.search));
      add(shownSlip());
    } else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // A slip's own links take entries off, that of a wrong one all: at once, as the next page may be left before its scripts run.
      const link = (document.getElementById("slip") || failed()) && event.target.closest('main a[href^="/slip?"]');
      if (link) write(new URL(link.href).searchParams.getAll("c").filter(Boolean));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.matches?.("[data-add]")) {
      event.preventDefault();
      togglePin(event.target);
    }
  });
  // What is typed into the slip's own form is kept where the slip is this tab's.
  document.addEventListener("submit", (event) => {
    if (event.target.querySelector("#asked") && alike(shownSlip(), read())) keepWritten(new FormData(event.target));
  });
  // A question that the slip's link could not hold is refused in words, and never cut.
  const asked = document.getElementById("asked");
  if (asked) asked.form.addEventListener("input", () => measure(asked));
  window.addEventListener("pageshow", () => {
    showPins();
    if (asked) measure(asked);
  });
}
