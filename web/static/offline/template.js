// Renders the site's own templates on the device: the trees are Jinja's (web/offline/syntax.py), the rules of rendering too.
import { strip } from "./fold.js";

// Markup that needs no escaping any more.
export class Safe {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };
const plain = (value) => (value === null ? "None" : value === true ? "True" : value === false ? "False" : value === undefined ? "" : String(value));

export const escape = (value) => (value instanceof Safe ? value.text : plain(value).replace(/[&<>"']/g, (letter) => ENTITIES[letter]));

const isText = (value) => typeof value === "string" || value instanceof Safe;
const missing = (value) => value === null || value === undefined;
export const letters = (text) => [...String(text)];

function truthy(value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map) return value.size > 0;
  return value instanceof Safe ? value.text !== "" : Boolean(value);
}

function same(a, b) {
  if (missing(a) || missing(b)) return missing(a) && missing(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, n) => same(one, b[n]));
  return isText(a) && isText(b) ? String(a) === String(b) : a === b;
}

function length(value) {
  return isText(value) ? letters(value).length : value instanceof Map ? value.size : value.length;
}

function within(value, all) {
  if (isText(all)) return String(all).includes(String(value));
  return all instanceof Map ? all.has(value) : all instanceof Set ? all.has(value) : Array.isArray(all) ? all.some((one) => same(one, value)) : value in all;
}

function get(value, name) {
  if (missing(value)) return undefined;
  if (value instanceof Map) return value.get(name);
  if (Array.isArray(value)) return value.at(name);
  return isText(value) ? letters(value).at(name) : value[name];
}

const items = (value) => (value instanceof Map ? [...value] : Object.entries(value));

// What templates call on Python's strings and dictionaries.
const METHODS = {
  startswith: (text, start) => String(text).startsWith(start),
  split: (text, by) => String(text).split(by),
  rsplit: (text, by, most) => {
    const pieces = String(text).split(by);
    return pieces.length <= most ? pieces : [pieces.slice(0, -most).join(by), ...pieces.slice(-most)];
  },
  isascii: (text) => /^[\x00-\x7f]*$/.test(text),
  join: (joint, pieces) => pieces.map(plain).join(joint),
  items,
  values: (value) => items(value).map((pair) => pair[1]),
  get: (value, name, other = null) => get(value, name) ?? other,
};

function truncate(text, most) {
  const all = letters(text);
  if (all.length <= most + 5) return text;
  const cut = all.slice(0, most - 3).join("");
  const space = cut.lastIndexOf(" ");
  return `${space < 0 ? cut : cut.slice(0, space)}...`;
}

const TESTS = {
  string: isText,
  equalto: same,
  defined: (value) => value !== undefined,
};

const FILTERS = {
  upper: (value) => String(value).toUpperCase(),
  length,
  first: (value) => value[0],
  trim: (value) => strip(String(value)),
  unique: (value, named) => {
    const keys = value.map((one) => get(one, named.attribute));
    return value.filter((_, place) => keys.indexOf(keys[place]) === place);
  },
  list: (value) => value,
  replace: (value, from, to) => String(value).replaceAll(from, to),
  join: (value, joint = "") => (value.some((one) => one instanceof Safe) ? new Safe(value.map(escape).join(escape(joint))) : value.map(plain).join(joint)),
  truncate: (value, most) => truncate(String(value), most),
  map: (value, named) => value.map((one) => get(one, named.attribute)),
  selectattr: (value, name, test, other) => value.filter((one) => (test ? TESTS[test](get(one, name), other) : truthy(get(one, name)))),
  rejectattr: (value, name, test, other) => value.filter((one) => !(test ? TESTS[test](get(one, name), other) : truthy(get(one, name)))),
};

const COMPARE = {
  eq: same,
  ne: (a, b) => !same(a, b),
  lt: (a, b) => a < b,
  lteq: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gteq: (a, b) => a >= b,
  in: within,
  notin: (a, b) => !within(a, b),
};

function concat(values) {
  const out = values.some((value) => value instanceof Safe);
  return out ? new Safe(values.map(escape).join("")) : values.map(plain).join("");
}

class Scope {
  constructor(above, names = {}) {
    this.above = above;
    this.names = new Map(Object.entries(names));
  }

  find(name) {
    for (let scope = this; scope; scope = scope.above) if (scope.names.has(name)) return scope.names.get(name);
    return undefined;
  }

  set(target, value) {
    const [kind, ...fields] = target;
    if (kind === "Tuple") fields[0].forEach((one, n) => this.set(one, value[n]));
    else if (kind === "NSRef") this.find(fields[0])[fields[1]] = value;
    else this.names.set(fields[0], value);
  }
}

const GLOBALS = {
  range: (first, end) => Array.from({ length: end - first }, (_, n) => first + n),
  namespace: (named) => ({ ...named }),
};

export class Templates {
  constructor(trees) {
    this.trees = trees;
  }

  // The page that a template makes of some values.
  render(name, values) {
    const scope = new Scope(new Scope(null, GLOBALS), values);
    return this.#page(name, scope, new Map());
  }

  // `blocks` are those of the templates that extend this one.
  #page(name, scope, blocks) {
    const body = this.trees[name][1];
    const parent = body.find(([kind]) => kind === "Extends");
    for (const node of body) if (node[0] === "Block" && !blocks.has(node[1])) blocks.set(node[1], node[2]);
    const run = new Run(this, blocks);
    if (!parent) return run.all(body, scope);
    for (const node of body) if (["Import", "Assign", "Macro"].includes(node[0])) run.node(node, scope);
    return this.#page(run.value(parent[1], scope), scope, blocks);
  }

  module(name, scope) {
    const inside = new Scope(scope);
    new Run(this, new Map()).all(this.trees[name][1], inside);
    return Object.fromEntries(inside.names);
  }

  include(name, scope, blocks) {
    return new Run(this, blocks).all(this.trees[name][1], new Scope(scope));
  }
}

class Run {
  constructor(templates, blocks) {
    this.templates = templates;
    this.blocks = blocks;
  }

  all(nodes, scope) {
    return nodes.map((node) => this.node(node, scope)).join("");
  }

  node([kind, ...fields], scope) {
    return this[`do${kind}`](scope, ...fields) ?? "";
  }

  value([kind, ...fields], scope) {
    return this[`of${kind}`](scope, ...fields);
  }

  doOutput(scope, nodes) { return nodes.map((node) => (node[0] === "TemplateData" ? node[1] : escape(this.value(node, scope)))).join(""); }
  doIf(scope, test, body, elifs, other) {
    if (truthy(this.value(test, scope))) return this.all(body, scope);
    const next = elifs.find((one) => truthy(this.value(one[1], scope)));
    return this.all(next ? next[2] : other, scope);
  }
  doFor(scope, target, iter, body, other, test) {
    const source = this.value(iter, scope);
    let all = missing(source) ? [] : source instanceof Map ? [...source.keys()] : [...source];
    const inner = (one) => {
      const inside = new Scope(scope);
      inside.set(target, one);
      return inside;
    };
    if (test) all = all.filter((one) => truthy(this.value(test, inner(one))));
    if (!all.length) return this.all(other, scope);
    return all.map((one, n) => {
      const inside = inner(one);
      inside.names.set("loop", { index: n + 1, index0: n, first: n === 0, last: n === all.length - 1, length: all.length });
      return this.all(body, inside);
    }).join("");
  }
  doAssign(scope, target, node) { scope.set(target, this.value(node, scope)); }
  doBlock(scope, name, body) { return this.all(this.blocks.get(name) ?? body, new Scope(scope)); }
  doInclude(scope, template) { return this.templates.include(this.value(template, scope), scope, this.blocks); }
  doImport(scope, template, target) { scope.names.set(target, this.templates.module(this.value(template, scope), scope)); }
  doMacro(scope, name, args, defaults, body) {
    scope.names.set(name, (...given) => {
      const inside = new Scope(scope);
      args.forEach((arg, n) => {
        const lacking = n - (args.length - defaults.length);
        inside.set(arg, n < given.length ? given[n] : lacking >= 0 ? this.value(defaults[lacking], inside) : undefined);
      });
      return new Safe(this.all(body, inside));
    });
  }

  ofName(scope, name) { return scope.find(name); }
  ofConst(_, value) { return value; }
  ofTemplateData(_, data) { return new Safe(data); }
  ofTuple(scope, nodes) { return nodes.map((node) => this.value(node, scope)); }
  ofList(scope, nodes) { return nodes.map((node) => this.value(node, scope)); }
  ofDict(scope, pairs) { return new Map(pairs.map(([, name, node]) => [this.value(name, scope), this.value(node, scope)])); }
  ofCondExpr(scope, test, one, other) { return truthy(this.value(test, scope)) ? this.value(one, scope) : other ? this.value(other, scope) : undefined; }
  ofAnd(scope, one, other) { const left = this.value(one, scope); return truthy(left) ? this.value(other, scope) : left; }
  ofOr(scope, one, other) { const left = this.value(one, scope); return truthy(left) ? left : this.value(other, scope); }
  ofNot(scope, node) { return !truthy(this.value(node, scope)); }
  ofNeg(scope, node) { return -this.value(node, scope); }
  ofAdd(scope, one, other) { const [a, b] = [this.value(one, scope), this.value(other, scope)]; return isText(a) ? concat([a, b]) : Array.isArray(a) ? [...a, ...b] : a + b; }
  ofSub(scope, one, other) { return this.value(one, scope) - this.value(other, scope); }
  ofMul(scope, one, other) { return this.value(one, scope) * this.value(other, scope); }
  ofDiv(scope, one, other) { return this.value(one, scope) / this.value(other, scope); }
  ofFloorDiv(scope, one, other) { return Math.floor(this.value(one, scope) / this.value(other, scope)); }
  ofMod(scope, one, other) { return this.value(one, scope) % this.value(other, scope); }
  ofConcat(scope, nodes) { return concat(nodes.map((node) => this.value(node, scope))); }
  ofCompare(scope, first, operands) {
    let left = this.value(first, scope);
    return operands.every(([, sort, node]) => {
      const right = this.value(node, scope);
      const holds = COMPARE[sort](left, right);
      left = right;
      return holds;
    });
  }
  ofGetattr(scope, node, name) { return get(this.value(node, scope), name); }
  ofGetitem(scope, node, arg) {
    const value = this.value(node, scope);
    if (arg[0] !== "Slice") return get(value, this.value(arg, scope));
    const [first, end] = arg.slice(1, 3).map((one) => (one ? this.value(one, scope) : undefined));
    return isText(value) ? letters(value).slice(first, end).join("") : value.slice(first, end);
  }
  ofFilter(scope, node, name, args, named) {
    const options = named.length ? [this.#named(named, scope)] : [];
    return FILTERS[name](this.value(node, scope), ...args.map((arg) => this.value(arg, scope)), ...options);
  }
  ofTest(scope, node, name, args) { return TESTS[name](this.value(node, scope), ...args.map((arg) => this.value(arg, scope))); }
  ofCall(scope, node, args, named, more, moreNamed) {
    const given = args.map((arg) => this.value(arg, scope));
    if (more) given.push(...this.value(more, scope));
    if (named.length || moreNamed) given.push({ ...this.#named(named, scope), ...(moreNamed ? Object.fromEntries(items(this.value(moreNamed, scope))) : {}) });
    if (node[0] !== "Getattr") return this.value(node, scope)(...given);
    const owner = this.value(node[1], scope);
    const own = owner instanceof Map || isText(owner) || Array.isArray(owner) ? undefined : owner[node[2]];
    return typeof own === "function" ? own.apply(owner, given) : METHODS[node[2]](owner, ...given);
  }

  #named(keywords, scope) {
    return Object.fromEntries(keywords.map(([, name, node]) => [name, this.value(node, scope)]));
  }
}
