// The service worker: pages come from the network while there is one, else from the offline copy. The copy is of one revision:
// a newer one is fetched whole into a cache of its own, and only then takes the old one's place. The server writes CODE above.
import { Site } from "/static/offline/site.js";

const FORMAT = 2;
const NAME = "judgecall";
const CURRENT = "/offline/current";
const PENDING = "/offline/pending";
// How long a page, or a file that it needs, may keep a judge waiting on a bad network when there is a copy to show.
const PATIENCE_MS = 4000;
// The same for what a page asks for that came from the copy itself, as results while one types.
const PATIENCE_APART_MS = 1000;
// How long a page that the copy does not hold may be waited for after that.
const LACKING_MS = 26000;
// A check for a newer copy, and one of its files, that does not come in this time is given up, to be tried again.
const CHECK_MS = 30000;
const FILE_MS = 600000;
const DAY_MS = 86400000;
// As the server has it (web/headers.py).
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const DOWN = [502, 503, 504];
const LATER = [429, 503];
// What the copy answers where it does not hold what is asked for.
const LACKING = 503;
// How often a file is asked for that cannot be had yet: a minute at three seconds each.
const TURNS = 20;
const AGAIN_SECONDS = 3;

const cacheOf = (revision) => `${NAME}-${revision}`;

async function noted(key) {
  const reply = await (await caches.open(NAME)).match(key);
  return reply ? reply.json() : null;
}

async function note(key, value) {
  const cache = await caches.open(NAME);
  await (value === null ? cache.delete(key) : cache.put(key, new Response(JSON.stringify(value))));
}

async function latest() {
  const reply = await fetch("/offline/latest.json", { cache: "no-store", signal: AbortSignal.timeout(CHECK_MS) });
  if (!reply.ok) throw new Error(`/offline/latest.json answers ${reply.status}`);
  return reply.json();
}

// A file of a revision that nobody asked for before is still being made, or a proxy or the server has had too many requests at
// once: the server says when to ask again, a proxy that counts requests (429) often does not.
async function fetched(file) {
  for (let turn = 1; ; turn += 1) {
    const cache = file.startsWith("/offline/") ? "default" : "no-cache";
    const reply = await fetch(file, { cache, signal: AbortSignal.timeout(FILE_MS) });
    const seconds = Number(reply.headers.get("Retry-After")) || (reply.status === 429 ? AGAIN_SECONDS : 0);
    if (!LATER.includes(reply.status) || !seconds || turn === TURNS) return reply;
    await reply.text(); // a reply that is not read to its end holds up the next one for the same address
    await new Promise((done) => { setTimeout(done, seconds * 1000); });
  }
}

// Fetches all of a revision; a half-loaded one is dropped.
async function fill(about) {
  if (about.format !== FORMAT) throw new Error(`the offline copy has layout ${about.format}, this worker reads layout ${FORMAT}`);
  const name = cacheOf(about.revision);
  try {
    const cache = await caches.open(name);
    await Promise.all(about.files.map(async (file) => {
      const reply = await fetched(file);
      if (!reply.ok) throw new Error(`${file} answers ${reply.status}`);
      await cache.put(file, reply);
    }));
    const after = await latest();
    if (after.revision !== about.revision) throw new Error(`revision ${about.revision} gave way to ${after.revision} meanwhile`);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

// The one step that makes a revision the copy; older ones go.
async function take(about) {
  const before = await noted(CURRENT);
  await note(CURRENT, { revision: about.revision, kb: about.kb, code: about.code, stored: Date.now() });
  await note(PENDING, null);
  for (const name of await caches.keys()) {
    if (name.startsWith(`${NAME}-`) && name !== cacheOf(about.revision)) await caches.delete(name);
  }
  await tell({ sort: before && before.revision !== about.revision ? "updated" : "stored" });
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

let checking = null;

// Looks for a newer copy. Newer code brings a newer worker, which fetches its own copy.
async function check() {
  const about = await latest();
  const current = await noted(CURRENT);
  if (about.code !== self.CODE) return self.registration.update();
  if (current?.revision === about.revision) return undefined;
  await fill(about);
  return take(about);
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const about = await latest();
    await fill(about);
    await note(PENDING, about);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const about = await noted(PENDING);
    if (about) await take(about);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (event) => {
  if (event.data !== "check") return;
  // Without a network there is nothing newer; the copy stays as it is.
  checking ??= check().catch(() => undefined).finally(() => { checking = null; });
  event.waitUntil(checking);
});

let held = null;

// The site of the copy that is current, read once while the worker lives.
function siteOf(current) {
  if (held?.revision === current.revision) return held.site;
  const site = (async () => {
    const cache = await caches.open(cacheOf(current.revision));
    const file = async (name) => {
      const reply = await cache.match(`/offline/${current.revision}/${name}`);
      if (!reply) throw new Error(`the offline copy lacks ${name}`);
      return reply;
    };
    const [pack, shell, model] = await Promise.all([file("pack.json"), file("shell.json"), file("model.bin")]);
    return new Site(await pack.json(), await shell.json(), await model.arrayBuffer());
  })();
  held = { revision: current.revision, site };
  site.catch(() => { held = null; });
  return site;
}

const forPrograms = ({ pathname }) => pathname.startsWith("/api/") || pathname === "/healthz";

// A file that the copy holds as it is.
async function fileOf(url) {
  const current = await noted(CURRENT);
  return current ? (await caches.open(cacheOf(current.revision))).match(url.pathname) : undefined;
}

async function fromCopy(url, form) {
  const current = await noted(CURRENT);
  if (!current) return null;
  if (forPrograms(url)) return noNetwork();
  const file = await fileOf(url);
  if (file) return file;
  if (url.pathname.startsWith("/static/")) return null;
  const days = Math.max(0, Math.floor((Date.now() - current.stored) / DAY_MS));
  const offline = { when: days ? "days" : "today", days, revision: current.kb };
  const site = await siteOf(current);
  const { status, type, body, location } = site.reply(url, { languages: navigator.languages, offline, form });
  if (location) return Response.redirect(new URL(location, url), status);
  return new Response(body, { status, headers: { "Content-Type": type, "Content-Security-Policy": POLICY } });
}

function noNetwork() {
  const error = { code: "offline", message: "there is no network", hint: "Ask again when there is one; the pages work meanwhile." };
  return new Response(JSON.stringify({ error }), { status: LACKING, headers: { "Content-Type": "application/json" } });
}

// The windows whose page came from the copy: their files do too, without asking a network that may never answer.
const apartWindows = new Set();

// Notes where a window's page comes from, which says so itself, and tells a page where that which it asked for later came from.
async function tellWindow({ clientId, resultingClientId }, url, fromCopyNow) {
  if (resultingClientId) return apartWindows[fromCopyNow ? "add" : "delete"](resultingClientId);
  if (!clientId || forPrograms(url) || url.pathname.startsWith("/static/") || url.pathname === "/manifest.webmanifest") return undefined;
  return (await self.clients.get(clientId))?.postMessage({ sort: fromCopyNow ? "offline" : "online", current: await noted(CURRENT) });
}

// What the network replies, or null where it fails, or takes longer than some milliseconds (null for as long as it takes).
function within(network, milliseconds) {
  const patience = new Promise((done) => { if (milliseconds !== null) setTimeout(() => done(null), milliseconds); });
  return Promise.race([network, patience]).catch(() => null);
}

async function answer(event, url) {
  const { request } = event;
  const sent = request.method === "POST" && url.pathname === "/cite" ? request.clone() : null;
  const readable = request.method === "GET" || sent !== null;
  const apart = apartWindows.has(event.clientId) && request.mode !== "navigate";
  if (apart) {
    const file = await fileOf(url).catch(() => undefined);
    if (file) return file;
  }
  const network = fetch(request);
  network.catch(() => undefined);
  // What the copy cannot give is waited for.
  const waited = !readable || forPrograms(url) ? null : apart ? PATIENCE_APART_MS : PATIENCE_MS;
  let reply = await within(network, waited);
  if (reply && !DOWN.includes(reply.status)) {
    await tellWindow(event, url, false);
    return reply;
  }
  const form = sent ? await sent.formData() : null;
  const copy = readable ? await fromCopy(url, form).catch(() => null) : null;
  // Of what the copy lacks the server has more to say: the file itself, which takes its time, or when to ask again.
  if (copy?.status === LACKING) {
    reply ??= await within(network, LACKING_MS);
    if (reply) return reply;
  }
  if (copy) await tellWindow(event, url, true);
  return copy ?? reply ?? network;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || url.pathname.startsWith("/offline/") || url.pathname === "/sw.js") return;
  event.respondWith(answer(event, url));
});
