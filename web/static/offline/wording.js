// The site's words in the language of a page (web/wording.py), links that keep what the reader chose (web/links.py).
import { Safe, escape, letters } from "./template.js";

export const LANGUAGES = ["en", "ja"];
const LONGEST_PIN = 160;
const [LONGEST_QUESTION, LONGEST_LINK] = [300, 1200];
const CUT = "…";
const FILLED_IN = "&v=depends&t=2026-05-03T14:05:00%2B09:00".length;

// As Python's urlencode with the ids left readable.
const quoted = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  .replace(/%2F|%40|%2C|%3A/g, (one) => decodeURIComponent(one)).replaceAll("%20", "+");
export const queryOf = (pairs) => pairs.map(([name, value]) => `${quoted(name)}=${quoted(value)}`).join("&");

// The first of the reader's languages that the site speaks.
export function preferred(languages) {
  for (const language of languages) {
    const found = LANGUAGES.find((one) => language.toLowerCase().split("-")[0] === one);
    if (found) return found;
  }
  return LANGUAGES[0];
}

export class Wording {
  // `shell` is shell.json, `store` the texts, `url` the address of the page, `languages` what the reader prefers.
  constructor(shell, store, url, languages) {
    this.store = store;
    this.args = url.searchParams;
    this.url = url;
    this.mostPins = shell.limits.pins;
    this.chosen = LANGUAGES.includes(this.args.get("ui")) ? this.args.get("ui") : null;
    this.ui = this.chosen ?? preferred(languages);
    this.table = shell.words[this.ui];
    this.sentences = shell.sentences;
    for (const name of ["t", "tOr", "said", "at", "slipWith"]) this[name] = this[name].bind(this);
  }

  t(key, values = {}) {
    const one = `${key}_one`;
    const text = values.n === 1 && one in this.table ? this.table[one] : this.table[key];
    if (text === undefined) throw new Error(`the site has no words for ${key}`);
    return filled(text, values);
  }

  tOr(key, other) {
    return key in this.table ? this.t(key) : new Safe(escape(other));
  }

  said(sentence) {
    if (this.ui === "en" || !sentence) return new Safe(escape(sentence));
    for (const [pattern, other] of this.sentences) {
      const found = sentence.match(new RegExp(`^(?:${pattern})$`, "s"));
      if (found) return filled(other, found.groups ?? {});
    }
    return new Safe(`<span lang="en">${escape(sentence)}</span>`);
  }

  // Those that name no text are left out, so that no link has them.
  carried() {
    this.pins ??= [...new Set(this.args.getAll("c").filter((pin) => pin.includes("@") && letters(pin).length <= LONGEST_PIN))]
      .slice(0, this.mostPins).filter((pin) => this.#printed(pin));
    return this.pins;
  }

  #printed(pin) {
    const place = pin.lastIndexOf("@");
    const document = pin.slice(place + 1);
    return Boolean(this.store.entry(pin.slice(0, place))?.renditions.some((r) => r.document === document));
  }

  at(address, query = {}) {
    const [path, fragment] = address.split(/#(.*)/s);
    const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && String(value) !== "").map(([name, value]) => [name, String(value)]);
    for (const pin of this.carried()) pairs.push(["c", pin]);
    if (this.chosen) pairs.push(["ui", this.chosen]);
    return path + (pairs.length ? (path.includes("?") ? "&" : "?") + queryOf(pairs) : "") + (fragment === undefined ? "" : `#${fragment}`);
  }

  inOtherLanguage() {
    const other = LANGUAGES.find((language) => language !== this.ui);
    const pairs = [...this.args].filter(([name]) => name !== "ui" && name !== "only");
    // At the head of a link // is another site.
    const path = this.url.pathname.replace(/^\/\//, "/%2F");
    return [other, `${path}?${queryOf([...pairs, ["ui", other]])}`];
  }

  slipWith(pin, question = null) {
    // Where the slip is full it is the slip as it is: there entries can be taken off.
    const pairs = [...new Set([...this.carried(), pin])].slice(0, this.mostPins).map((one) => ["c", one]);
    const held = fitting(pairs, question ?? "");
    if (held) pairs.push(["q", held]);
    if (this.chosen) pairs.push(["ui", this.chosen]);
    return `/slip?${queryOf(pairs)}`;
  }
}

// A question as a slip's link can hold it beside its pins: cut at a letter, and marked so, as web/links.py has it.
function fitting(pairs, question) {
  const room = LONGEST_LINK - FILLED_IN - queryOf([...pairs, ["q", ""]]).length;
  const all = letters(question);
  const held = (left, most) => {
    const over = all.slice(0, most).findIndex((letter) => { left -= quoted(letter).length; return left < 0; });
    return over < 0 ? Math.min(all.length, most) : over;
  };
  if (held(room, LONGEST_QUESTION) === all.length) return question;
  const kept = held(room - quoted(CUT).length, LONGEST_QUESTION - 1);
  return kept ? all.slice(0, kept).join("") + CUT : "";
}

function filled(text, values) {
  return new Safe(escape(text).replace(/\{(\w+)\}/g, (_, name) => escape(values[name])));
}
