/**
 * Masks as the page thinks of them: parts that combine, and paint that outlives a change of the
 * sentence. Pure functions from a mask and a token count to what the engine and the pictures need.
 *
 * @typedef {{size: number, bits: Uint8Array}} Paint `[size, size]`, row-major, 1 where paint hides a
 *   key from a query; never changed once made
 * @typedef {object} Mask
 * @property {boolean} causal query i attends to keys j <= i
 * @property {number | null} padding keys from this one on are padding
 * @property {number | null} window query i attends to keys with |i - j| <= window
 * @property {boolean} painting whether the paint counts
 * @property {Paint | null} paint
 *
 * @typedef {'causal' | 'padding' | 'window' | 'paint'} MaskPart
 * @typedef {readonly [number, number]} Cell [query, key]
 */

/** @type {Readonly<Mask>} */
export const NO_MASK = Object.freeze({
  causal: false,
  padding: null,
  window: null,
  painting: false,
  paint: null,
});

/** @param {Readonly<Mask>} mask whether any part is switched on, also one that hides nothing */
export const isOn = ({ causal, padding, window, painting }) =>
  causal || padding !== null || window !== null || painting;

/**
 * @param {Readonly<Mask>} mask
 * @param {number} query
 * @param {number} key
 * @returns {MaskPart[]} the parts that hide this key from this query
 */
export function hiddenBy({ causal, padding, window, painting, paint }, query, key) {
  /** @type {MaskPart[]} */
  const parts = [];
  if (causal && key > query) parts.push('causal');
  if (padding !== null && key >= padding) parts.push('padding');
  if (window !== null && Math.abs(query - key) > window) parts.push('window');
  if (painting && isPainted(paint, query, key)) parts.push('paint');
  return parts;
}

/** @param {Paint | null} paint @param {number} query @param {number} key */
export const isPainted = (paint, query, key) =>
  !!paint && query < paint.size && key < paint.size && paint.bits[query * paint.size + key] === 1;

/**
 * Per query and key, 1 where the query may attend.
 * @param {Readonly<Mask>} mask
 * @param {number} count tokens
 * @returns {Uint8Array} `[count, count]`
 */
export function openCells(mask, count) {
  const open = new Uint8Array(count * count);
  for (let query = 0; query < count; query++) {
    for (let key = 0; key < count; key++) {
      open[query * count + key] = hiddenBy(mask, query, key).length ? 0 : 1;
    }
  }
  return open;
}

/**
 * What the engine is asked for: every part clamped to the sentence, so that none can be refused.
 * @param {Readonly<Mask>} mask
 * @param {number} count tokens
 * @returns {{causal: boolean, padding: number | null, window: number | null, allow: Uint8Array | null} | null}
 *   null where the mask hides nothing
 */
export function maskSpec(mask, count) {
  const { causal, padding, window, painting, paint } = mask;
  if (openCells(mask, count).every((open) => open === 1)) return null;
  const only = { ...NO_MASK, painting, paint };
  return {
    causal,
    padding: padding === null ? null : Math.min(padding, count),
    window,
    allow: painting && paint ? openCells(only, count) : null,
  };
}

/**
 * @param {Readonly<Mask>} mask
 * @param {number} count tokens
 * @returns {number[]} queries that may attend to nothing
 */
export function closedRows(mask, count) {
  const open = openCells(mask, count);
  return Array.from({ length: count }, (_, query) => query).filter(
    (query) => !open.subarray(query * count, (query + 1) * count).includes(1),
  );
}

/**
 * Paints cells over a sentence; what was painted beyond its end stays for when it grows again.
 * @param {Paint | null} paint
 * @param {number} count tokens
 * @param {readonly Cell[]} cells
 * @param {boolean} hide false wipes the paint off
 * @returns {Paint}
 */
export function painted(paint, count, cells, hide) {
  const size = Math.max(paint?.size ?? 0, count);
  const bits = new Uint8Array(size * size);
  for (let row = 0; paint && row < paint.size; row++) {
    bits.set(paint.bits.subarray(row * paint.size, (row + 1) * paint.size), row * size);
  }
  for (const [query, key] of cells) bits[query * size + key] = hide ? 1 : 0;
  return { size, bits };
}

/**
 * Turns every part into paint, so that single cells can be opened again.
 * @param {Readonly<Mask>} mask
 * @param {number} count tokens
 * @returns {Readonly<Mask>}
 */
export function asPaint(mask, count) {
  const hidden = cellsOf(count, (query, key) => hiddenBy(mask, query, key).length > 0);
  return Object.freeze({
    ...NO_MASK,
    painting: true,
    paint: painted(mask.painting ? mask.paint : null, count, hidden, true),
  });
}

/** Ready paints, each as the cells that it hides. */
export const PAINTS = Object.freeze({
  /** @type {(query: number, key: number) => boolean} */
  onlyItself: (query, key) => query !== key,
  /** @type {(query: number, key: number) => boolean} */
  notItself: (query, key) => query === key,
  /** @type {(query: number, key: number) => boolean} */
  noFirst: (_, key) => key === 0,
});

/**
 * @param {number} count tokens
 * @param {(query: number, key: number) => boolean} wanted
 * @returns {Cell[]}
 */
export function cellsOf(count, wanted) {
  /** @type {Cell[]} */
  const cells = [];
  for (let query = 0; query < count; query++) {
    for (let key = 0; key < count; key++) if (wanted(query, key)) cells.push([query, key]);
  }
  return cells;
}

/**
 * What a mask took from one query and who got it.
 * @param {ArrayLike<number>} before `[heads, count, count]` weights without the mask
 * @param {ArrayLike<number>} after the same with it
 * @param {{head: number, count: number, query: number, mask: Readonly<Mask>}} place
 * @returns {{lost: number, kept: number, before: number[], after: number[], hidden: boolean[]}}
 *   `lost` is the share that lay on keys now hidden, `kept` what lay on the open ones
 */
export function movedMass(before, after, { head, count, query, mask }) {
  const start = (head * count + query) * count;
  const row = (/** @type {ArrayLike<number>} */ values) =>
    Array.from({ length: count }, (_, key) => values[start + key]);
  const hidden = Array.from({ length: count }, (_, key) => hiddenBy(mask, query, key).length > 0);
  const was = row(before);
  const lost = was.reduce((sum, weight, key) => sum + (hidden[key] ? weight : 0), 0);
  const total = was.reduce((sum, weight) => sum + weight, 0);
  return { lost, kept: total - lost, before: was, after: row(after), hidden };
}

/**
 * The query that loses most to the mask in one head.
 * @param {ArrayLike<number>} before `[heads, count, count]`
 * @param {{head: number, count: number, mask: Readonly<Mask>}} place
 * @returns {number} the first of them when several lose as much
 */
export function hardestHit(before, { head, count, mask }) {
  let hit = { query: 0, lost: -1 };
  for (let query = 0; query < count; query++) {
    const { lost } = movedMass(before, before, { head, count, query, mask });
    if (lost > hit.lost + 1e-6) hit = { query, lost };
  }
  return hit.query;
}
