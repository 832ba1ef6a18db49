// The small encoder and the vectors of a pack (kb/offline/pack.py says how model.bin is laid out).
import { features } from "./tokens.js";

function readRows(view, start, dimension) {
  const count = view.getUint32(start, true);
  const top = view.getFloat64(start + 4, true);
  const rows = new Float32Array(count * dimension);
  const codes = start + 12 + 2 * count;
  for (let row = 0; row < count; row++) {
    const factor = view.getUint16(start + 12 + 2 * row, true) * (top / 65535);
    for (let n = 0; n < dimension; n += 2) {
      const byte = view.getUint8(codes + (row * dimension + n) / 2);
      rows[row * dimension + n] = ((byte & 15) - 8) * factor;
      rows[row * dimension + n + 1] = ((byte >> 4) - 8) * factor;
    }
  }
  return { count, rows, end: codes + (count * dimension) / 2 };
}

function makeUnit(rows, dimension) {
  for (let start = 0; start < rows.length; start += dimension) {
    let square = 0;
    for (let n = 0; n < dimension; n++) square += rows[start + n] ** 2;
    const norm = Math.sqrt(square) || 1;
    for (let n = 0; n < dimension; n++) rows[start + n] /= norm;
  }
}

export class Model {
  constructor(buffer, { tokens, dimension }) {
    const view = new DataView(buffer);
    this.dimension = dimension;
    this.places = new Map(tokens.split("\n").map((token, place) => [token, place]));
    const table = readRows(view, 0, dimension);
    const vectors = readRows(view, table.end, dimension);
    this.table = table.rows;
    this.vectors = vectors.rows;
    this.size = vectors.count;
    makeUnit(this.vectors, dimension);
  }

  // A unit vector; all zeros for a text with no known token.
  encode(text) {
    const out = new Float32Array(this.dimension);
    for (const feature of features(text)) {
      const place = this.places.get(feature);
      if (place === undefined) continue;
      for (let n = 0; n < this.dimension; n++) out[n] += this.table[place * this.dimension + n];
    }
    makeUnit(out, this.dimension);
    return out;
  }

  // Passages from `first` up to but not including `last` by cosine, best first, as [passage, cosine].
  search(vector, limit, first, last) {
    if (!vector.some((number) => number !== 0)) return [];
    const found = [];
    for (let row = first; row < last; row++) {
      let sum = 0;
      for (let n = 0; n < this.dimension; n++) sum += vector[n] * this.vectors[row * this.dimension + n];
      found.push([row, sum]);
    }
    return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
  }
}

export function cosine(one, other) {
  return one.reduce((sum, number, n) => sum + number * other[n], 0);
}
