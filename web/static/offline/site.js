// The site without a network: an address in, a page out. Pages come from the server's own templates and the texts of one pack.
import { cite } from "./cite.js";
import { markedAgainst } from "./difference.js";
import { entry } from "./entry.js";
import { waysFrom } from "./lost.js";
import { Missing, Moved } from "./missing.js";
import { Naming, label } from "./naming.js";
import * as pages from "./pages.js";
import * as reviews from "./reviews.js";
import { Search } from "./search.js";
import { code, slip } from "./slip.js";
import { Store } from "./store.js";
import { Templates, letters } from "./template.js";
import { glossary } from "./terms.js";
import { walk } from "./walk.js";
import { Wording } from "./wording.js";
import { Citing } from "./citing.js";

const FIXED = {
  "/": pages.start, "/search": pages.search, "/about": pages.about, "/conflicts": reviews.conflicts, "/changes": reviews.changes,
  "/glossary": glossary, "/slip": slip, "/cite": cite,
};
const HTML = "text/html; charset=utf-8";
// The slip, its code, and what is under them. Not /slips.
const SLIP = /^\/slip(?:[./]|$)/;
// What only the server has of a document: its plain text and its feed.
const SERVED = /^\/d\/([^/]+?)(?:\.txt|\/changes\.atom)$/;

export class Site {
  constructor(pack, shell, model) {
    this.store = new Store(pack);
    this.shell = shell;
    this.templates = new Templates(shell.templates);
    this.pack = pack;
    this.model = model;
  }

  // Made when it is first needed, as is the search: other pages take neither.
  get citing() {
    this.reader ??= new Citing(this.store, this.shell.citing);
    return this.reader;
  }

  find() {
    this.made ??= new Search(this.store, this.pack.search, this.model, () => this.citing, this.shell.citing);
    return this.made;
  }

  // { status, type, body, location } of an address, the last where it leads to another one; `languages` are the reader's, `offline` what the banner says, `form` what was sent.
  reply(url, { languages, offline = null, form = null }) {
    const wording = new Wording(this.shell, this.store, url, languages);
    const naming = new Naming(this.store, this.shell, wording);
    const site = { store: this.store, wording, naming, form, args: url.searchParams, find: () => this.find(), citing: { find: (text) => this.citing.find(text) }, limits: this.shell.limits };
    try {
      checkQuestion(site);
      if (url.pathname === "/slip.svg") return { status: 200, type: "image/svg+xml", body: code(site) };
      const [template, values] = this.#page(site, url.pathname);
      return { status: 200, type: HTML, body: this.#render(template, values, site, offline) };
    } catch (error) {
      if (error instanceof Moved) return { status: error.status, type: HTML, body: "", location: error.address };
      if (!(error instanceof Missing)) throw error;
      const hint = wording.tOr(`${error.place}hint`, wording.tOr(`error.hint_${error.status}`, wording.t("error.hint_other")));
      const values = { status: error.status, message: error.shown, hint, ways: lost(site, url.pathname, error.status), slip: SLIP.test(url.pathname) };
      return { status: error.status, type: HTML, body: this.#render("error.html", values, site, offline) };
    }
  }

  #page(site, address) {
    const path = decoded(address, site.wording);
    if (FIXED[path]) return FIXED[path](site);
    const [, first, ...rest] = path.split("/");
    if (!rest.join("")) {
      if (rest.length < 2 && this.store.games.has(first.toLowerCase())) throw new Moved(302, site.wording.at(`/#${first.toLowerCase()}`));
      throw new Missing(404, site.wording.t("error.usual_404"));
    }
    const [, served] = SERVED.exec(path) ?? [];
    if (this.store.documents.has(served)) throw new Missing(503, site.wording.t("offline.lacking", { address: path }), "offline.");
    if (first === "d" && rest.length === 1) return pages.document(site, rest[0]);
    if (first === "walk" && [2, 3].includes(rest.length)) return walk(site, ...rest);
    this.#small(path, site.wording.url);
    if (!this.store.games.has(first)) throw new Missing(404, site.wording.t("error.no_game", { game: first }));
    const [local, ...pin] = rest.join("/").split("@");
    const found = this.store.entry(`${first}/${local}`);
    if (found) return entry(site, found, pin.join("@") || null);
    if (pin.length && pin.join("@")) throw new Missing(404, site.wording.t("error.no_entry", { id: `${first}/${rest.join("/")}` }));
    return pages.part(site, first, local);
  }

  // Ids are in small letters: leads there from another spelling, where something is there.
  #small(path, { search }) {
    const small = path.toLowerCase();
    if (small === path) return;
    const [, game, ...rest] = small.split("/");
    const [local, pin] = rest.join("/").split("@");
    if (this.store.entry(`${game}/${local}`) || (!pin && this.store.under(game, local).length)) throw new Moved(301, small + search);
  }

  #render(template, values, { wording, naming }, offline) {
    const [other, address] = wording.inOtherLanguage();
    return this.templates.render(template, {
      t: wording.t, t_or: wording.tOr, said: wording.said, at: wording.at, ui: wording.ui, ui_chosen: wording.chosen,
      other_ui: other, other_ui_address: address, carried: wording.carried(), most_pins: wording.mostPins, most_letters: this.shell.limits.letters, label,
      pin_of: (entry, rendition) => `${entry.id}@${rendition.document}`,
      slip_with: wording.slipWith, cited: naming.cited, cited_html: naming.citedHtml, numbered_html: naming.numberedHtml,
      part_named: naming.partNamed, game_name: naming.gameName, game_html: naming.gameHtml, home: wording.url.origin,
      marked_against: markedAgainst, offline, ...values,
    });
  }
}

// No page takes a question that is too long (web/limits.py).
function checkQuestion({ wording, args, limits }) {
  const n = letters(args.get("q") ?? "").length;
  if (n > limits.letters) throw new Missing(414, wording.t("error.long_question", { most: limits.letters, n }));
}

// An address without gaps is right; it is what was asked of it that is not there.
function lost(site, address, status) {
  if (status !== 404 || FIXED[address] || address === "/slip.svg") return [];
  try {
    return waysFrom(site, decodeURIComponent(address));
  } catch {
    return [];
  }
}

function decoded(address, wording) {
  try {
    return decodeURIComponent(address);
  } catch {
    throw new Missing(404, wording.t("error.no_entry", { id: address.slice(1) }));
  }
}
