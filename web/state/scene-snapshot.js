/**
 * The picture of a scene in a short text, for links and attributes: the tokens and the weights of the
 * layer on show, in 16 bits each, so that there is something true to look at before any model is there.
 *
 * @typedef {import('./store.js').Snapshot} Snapshot
 * @typedef {Pick<import('./scene-fields.js').Scene, 'view' | 'layer' | 'stage'>} Shown
 */
import { attentionName } from './store.js';

/** Name of the part of a link that holds it. */
export const SNAPSHOT_PART = 'snapshot';

/** Characters; a longer one would make a link that some programs cut. */
const MOST = 12_000;

/** Of a weight, 0..1, in 16 bits. */
const FULL = 0xffff;

/** Stands for a weight that was left out. */
const HEADER = 1;

/**
 * @param {string} hash
 * @returns {{hash: string, snapshot: string}} a link's hash without its snapshot, and the snapshot
 */
export function splitHash(hash) {
  const pattern = new RegExp(`[#&]${SNAPSHOT_PART}=([^&]*)`);
  const snapshot = pattern.exec(hash)?.[1] ?? '';
  const rest = hash.replace(pattern, '');
  return { hash: rest.startsWith('&') ? `#${rest.slice(1)}` : rest, snapshot };
}

/**
 * @param {Snapshot} snapshot
 * @param {Shown} shown
 * @returns {string} base64url; empty where the view shows more than weights, or where it would be long
 */
export function snapshotToText({ text, tokens, model, cut, tensors }, shown) {
  if (!model || !['graph', 'heads', 'matrix'].includes(shown.view)) return '';
  if (shown.view === 'matrix' && shown.stage !== 'weights') return '';
  const { layers, name, title, licence, source, maxTokens, dtype, module } = model;
  const about = { name, title, licence, source, maxTokens, dtype, module };
  // All heads of a layer: words and averages show them too.
  const wanted = layers.flatMap(({ heads }, layer) =>
    shown.view === 'heads' || layer === shown.layer
      ? Array.from({ length: heads }, (_, head) => ({ layer, head }))
      : [],
  );
  const area = tokens.length ** 2;
  const weights = new Uint16Array(area * wanted.length);
  for (const [i, { layer, head }] of wanted.entries()) {
    const data = tensors[attentionName(layer, 'weights')]?.data;
    if (!data) return '';
    for (let j = 0; j < area; j++) weights[i * area + j] = Math.round(data[head * area + j] * FULL);
  }
  const head = JSON.stringify([
    ...[HEADER, text, cut, { ...about, layers }],
    tokens.map(({ id, piece, text: own, start, end, known, score }) => [
      ...[id, piece, own, start, end, Number(known), Math.round(score * 1000) / 1000],
    ]),
    wanted.map(({ layer, head: of }) => [layer, of]),
  ]);
  const bytes = new Uint8Array(weights.length * 2);
  const view = new DataView(bytes.buffer);
  weights.forEach((weight, i) => view.setUint16(2 * i, weight, true));
  const encoded = `${toBase64(new TextEncoder().encode(head))}.${toBase64(bytes)}`;
  return encoded.length > MOST ? '' : encoded;
}

/**
 * @param {string} encoded
 * @returns {Snapshot | null} null where it is none; weights that were left out are NaN
 */
export function snapshotFromText(encoded) {
  try {
    const [head, data] = encoded.split('.').map(fromBase64);
    const [version, text, cut, model, given, shown] = JSON.parse(new TextDecoder().decode(head));
    const area = given.length ** 2;
    if (version !== HEADER || data.length !== 2 * area * shown.length || !given.length) return null;
    const tokens = given.map((/** @type {any[]} */ [id, piece, own, start, end, known, score]) => ({
      ...{ id: Number(id), piece: String(piece), text: String(own), start: Number(start) },
      ...{ end: Number(end), known: known === 1, score: Number(score) },
    }));
    /** @type {Snapshot['tensors']} */
    const tensors = {};
    const view = new DataView(data.buffer);
    shown.forEach((/** @type {[number, number]} */ [layer, of], /** @type {number} */ i) => {
      const name = attentionName(layer, 'weights');
      const { heads } = model.layers[layer];
      tensors[name] ??= {
        ...{ name, shape: [heads, given.length, given.length], axes: ['head', 'query', 'key'] },
        data: new Float32Array(heads * area).fill(NaN),
      };
      for (let j = 0; j < area; j++) {
        tensors[name].data[of * area + j] = view.getUint16(2 * (i * area + j), true) / FULL;
      }
    });
    return { text: String(text), tokens, cut, model, tensors };
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** @param {string} text */
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
    letter.charCodeAt(0),
  );
