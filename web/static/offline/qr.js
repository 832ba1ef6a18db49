// QR codes of addresses (ISO/IEC 18004), in byte mode; the best error correction that the smallest size allows.
const PER_BLOCK = {
  L: [7,10,15,20,26,18,20,24,30,18,20,24,26,30,22,24,28,30,28,28,28,28,30,30,26,28,30,30,30,30,30,30,30,30,30,30,30,30,30,30],
  M: [10,16,26,18,24,16,18,22,22,26,30,22,22,24,24,28,28,26,26,26,26,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28,28],
  Q: [13,22,18,26,18,24,18,22,20,24,28,26,24,20,30,24,28,28,26,30,28,30,30,30,30,28,30,30,30,30,30,30,30,30,30,30,30,30,30,30],
  H: [17,28,22,16,22,28,26,26,24,28,24,28,22,24,24,30,28,28,26,28,30,24,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30,30],
};
const BLOCKS = {
  L: [1,1,1,1,1,2,2,2,2,4,4,4,4,4,6,6,6,6,7,8,8,9,9,10,12,12,12,13,14,15,16,17,18,19,19,20,21,22,24,25],
  M: [1,1,1,2,2,4,4,4,5,5,5,8,9,9,10,10,11,13,14,16,17,17,18,20,21,23,25,26,28,29,31,33,35,37,38,40,43,45,47,49],
  Q: [1,1,2,2,4,4,6,6,8,8,8,10,12,16,12,17,16,18,21,20,23,23,25,27,29,34,34,35,38,40,43,45,48,51,53,56,59,62,65,68],
  H: [1,1,2,4,4,4,5,6,8,8,11,11,16,16,18,16,19,21,25,25,25,34,30,32,35,37,40,42,45,48,51,54,57,60,63,66,70,74,77,81],
};
const LEVEL_BITS = { L: 1, M: 0, Q: 3, H: 2 };
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

function rawModules(version) {
  let out = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    out -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) out -= 36;
  }
  return out;
}

const capacity = (version, level) => Math.floor(rawModules(version) / 8) - PER_BLOCK[level][version - 1] * BLOCKS[level][version - 1];

function times(a, b) {
  let out = 0;
  for (let bit = 7; bit >= 0; bit--) {
    out = (out << 1) ^ ((out >>> 7) * 0x11d);
    if ((b >>> bit) & 1) out ^= a;
  }
  return out;
}

function divisor(degree) {
  const out = new Array(degree).fill(0);
  out[degree - 1] = 1;
  let root = 1;
  for (let n = 0; n < degree; n++) {
    for (let m = 0; m < degree; m++) out[m] = times(out[m], root) ^ (m + 1 < degree ? out[m + 1] : 0);
    root = times(root, 2);
  }
  return out;
}

function remainder(data, by) {
  const out = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ out.shift();
    out.push(0);
    by.forEach((coefficient, n) => { out[n] ^= times(coefficient, factor); });
  }
  return out;
}

function codewords(bytes, version, level) {
  const bits = [];
  const put = (value, size) => { for (let n = size - 1; n >= 0; n--) bits.push((value >>> n) & 1); };
  const room = capacity(version, level) * 8;
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room - bits.length));
  // At a byte's end a whole byte of zeros, which readers skip: segno does so, and the code is the one that the server prints.
  put(0, 8 - (bits.length % 8));
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = [];
  for (let n = 0; n < bits.length; n += 8) data.push(parseInt(bits.slice(n, n + 8).join(""), 2));
  return interleaved(data, version, level);
}

function interleaved(data, version, level) {
  const count = BLOCKS[level][version - 1];
  const extra = PER_BLOCK[level][version - 1];
  const raw = Math.floor(rawModules(version) / 8);
  const short = count - (raw % count);
  const size = Math.floor(raw / count) - extra;
  const by = divisor(extra);
  const blocks = [];
  for (let n = 0, place = 0; n < count; n++) {
    const own = data.slice(place, place + size + (n < short ? 0 : 1));
    place += own.length;
    blocks.push([own, remainder(own, by)]);
  }
  const out = [];
  for (let n = 0; n <= size; n++) for (const [own] of blocks) if (n < own.length) out.push(own[n]);
  for (let n = 0; n < extra; n++) for (const [, rest] of blocks) out.push(rest[n]);
  return out;
}

function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const out = [6];
  for (let place = version * 4 + 10; out.length < count; place -= step) out.splice(1, 0, place);
  return out;
}

class Drawing {
  constructor(version) {
    this.size = version * 4 + 17;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.#patterns(version);
  }

  set(x, y, dark) {
    this.dark[y][x] = Boolean(dark);
    this.fixed[y][x] = true;
  }

  #patterns(version) {
    const { size } = this;
    for (let n = 0; n < size; n++) {
      this.set(6, n, n % 2 === 0);
      this.set(n, 6, n % 2 === 0);
    }
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        const [x, y] = [cx + dx, cy + dy];
        if (x >= 0 && x < size && y >= 0 && y < size) this.set(x, y, far !== 2 && far !== 4);
      }
    }
    const places = alignments(version);
    const last = places.length - 1;
    places.forEach((cx, i) => places.forEach((cy, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) this.set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }));
    this.format("L", 0);
    if (version >= 7) this.#version(version);
  }

  #version(version) {
    let rest = version;
    for (let n = 0; n < 12; n++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let n = 0; n < 18; n++) {
      const [a, b] = [this.size - 11 + (n % 3), Math.floor(n / 3)];
      this.set(a, b, (bits >>> n) & 1);
      this.set(b, a, (bits >>> n) & 1);
    }
  }

  format(level, mask) {
    const data = (LEVEL_BITS[level] << 3) | mask;
    let rest = data;
    for (let n = 0; n < 10; n++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (n) => (bits >>> n) & 1;
    const { size } = this;
    for (let n = 0; n <= 5; n++) this.set(8, n, bit(n));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let n = 9; n < 15; n++) this.set(14 - n, 8, bit(n));
    for (let n = 0; n < 8; n++) this.set(size - 1 - n, 8, bit(n));
    for (let n = 8; n < 15; n++) this.set(8, size - 15 + n, bit(n));
    this.set(8, size - 8, true);
  }

  fill(data) {
    let place = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        if (this.fixed[y][x] || place >= data.length * 8) continue;
        this.dark[y][x] = Boolean((data[place >>> 3] >>> (7 - (place & 7))) & 1);
        place++;
      }
    }
  }

  mask(number) {
    for (let y = 0; y < this.size; y++) for (let x = 0; x < this.size; x++) {
      if (!this.fixed[y][x] && MASKS[number](x, y) === 0) this.dark[y][x] = !this.dark[y][x];
    }
  }

  // How hard the pattern is to read: long runs, blocks, what looks like a finder, too much of one shade.
  penalty() {
    const columns = this.dark.map((_, x) => this.dark.map((row) => row[x]));
    let out = 0;
    for (const line of [...this.dark, ...columns]) {
      const text = line.map((dark) => (dark ? "1" : "0")).join("");
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) out += run.length - 2;
      for (const look of ["10111010000", "00001011101"]) for (let at = text.indexOf(look); at >= 0; at = text.indexOf(look, at + 1)) out += 40;
    }
    for (let y = 1; y < this.size; y++) for (let x = 1; x < this.size; x++) {
      const dark = this.dark[y][x];
      if (dark === this.dark[y - 1][x] && dark === this.dark[y][x - 1] && dark === this.dark[y - 1][x - 1]) out += 3;
    }
    const share = this.dark.flat().filter(Boolean).length / this.size ** 2;
    return out + Math.floor(Math.abs(share * 100 - 50) / 5) * 10;
  }
}

// The modules of a code, rows of true for dark, with its size (1 to 40), error correction and mask.
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (version, level) => 4 + (version < 10 ? 8 : 16) + 8 * bytes.length <= capacity(version, level) * 8;
  const version = Array.from({ length: 40 }, (_, n) => n + 1).find((one) => fits(one, "L"));
  if (!version) throw new RangeError(`${bytes.length} bytes are too many for a code`);
  const level = ["H", "Q", "M", "L"].find((one) => fits(version, one));
  const data = codewords(bytes, version, level);
  let best = null;
  for (let mask = 0; mask < 8; mask++) {
    const drawing = new Drawing(version);
    drawing.fill(data);
    drawing.mask(mask);
    drawing.format(level, mask);
    const penalty = drawing.penalty();
    if (!best || penalty < best.penalty) best = { penalty, mask, modules: drawing.dark };
  }
  return { version, level, mask: best.mask, modules: best.modules };
}

const BORDER = 4;

export function svg(text) {
  const { modules } = qr(text);
  const size = modules.length + 2 * BORDER;
  const dark = modules.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark.join("")}"/></svg>`;
}
