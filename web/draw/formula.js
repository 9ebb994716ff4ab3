/**
 * Formulas as lines and words of a picture, where there is no MathML.
 *
 * @typedef {'query' | 'key' | 'value' | 'output'} Role
 * @typedef {string | {symbol: string, sub?: string, sup?: string, role?: Role, axes?: readonly string[]}
 *   | {root: Term[]} | {over: Term[], under: Term[]} | {fenced: Term[]}} Term
 *   a string is an operator or a word; a symbol with `axes` has its shape written below it
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{items: Item[], width: number, above: number, below: number}} Box `above` and `below` the
 *   height at which its signs stand, which is y = 0
 */
import { label, moved } from './figure-parts.js';
import { advance } from './text-width.js';

/** Of an index, as a share of what it belongs to. */
const INDEX = 0.72;

/** Signs with room on both sides. */
const SPACED = new Set(['=', '+', '−', '·', '⊙', '/', '∼']);

/** Words that apply to what follows them. */
const FUNCTION = /^(exp|max|mean|var|tanh)$/;

/** Letters that stand upright although they are single. */
const UPRIGHT = /^[\d∑√()[\]⌈⌉…;,]|^.{2,}$/u;

/**
 * @param {string} id
 * @param {readonly Term[]} terms
 * @param {{size?: number, fill?: string}} [look]
 * @returns {import('./figure-parts.js').Figure}
 */
export function formula(id, terms, { size = 15, fill = 'ink' } = {}) {
  const { items, width, above, below } = row(terms, { size, fill });
  return {
    width,
    height: above + below,
    items: moved(items, 0, above).map((item, i) => ({ ...item, id: `${id} ${i}` })),
  };
}

/** @typedef {{size: number, fill: string}} Look */

/** @param {readonly Term[]} terms @param {Look} look @returns {Box} */
const row = (terms, look) => inLine(terms.map((term) => boxOf(term, look)));

/** @param {readonly Box[]} boxes @returns {Box} */
function inLine(boxes) {
  let width = 0;
  /** @type {Item[]} */
  const items = [];
  for (const box of boxes) {
    items.push(...moved(box.items, width, 0));
    width += box.width;
  }
  const most = (/** @type {'above' | 'below'} */ side) =>
    Math.max(0, ...boxes.map((box) => box[side]));
  return { items, width, above: most('above'), below: most('below') };
}

/** @param {Term} term @param {Look} look @returns {Box} */
function boxOf(term, look) {
  if (typeof term === 'string') return sign(term, look);
  if ('root' in term) return root(row(term.root, look), look);
  if ('over' in term) return fraction(row(term.over, look), row(term.under, look), look);
  if ('fenced' in term) {
    return inLine([sign('(', look), row(term.fenced, look), sign(')', look)]);
  }
  const { symbol, sub, sup, role } = term;
  const own = role ? { ...look, fill: `role-${role}` } : look;
  if (symbol === '∑' && sub)
    return under(sign(symbol, { ...own, size: 1.35 * own.size }), sub, look);
  const base = letters(symbol, own);
  const small = { ...look, size: INDEX * look.size };
  const low = sub ? shifted(sign(sub, small), 0.42 * look.size) : null;
  const high = sup ? shifted(sign(sup, small), -0.42 * look.size) : null;
  const indexes = [low, high].flatMap((box) => (box ? [box] : []));
  return {
    items: [...base.items, ...indexes.flatMap(({ items }) => moved(items, base.width, 0))],
    width:
      base.width +
      Math.max(0, ...indexes.map(({ width }) => width)) +
      (indexes.length ? 2 : behind(symbol, own)),
    above: Math.max(base.above, ...indexes.map(({ above }) => above)),
    below: Math.max(base.below, ...indexes.map(({ below }) => below)),
  };
}

/** Room before what a function applies to. @param {string} text @param {Look} look */
const behind = (text, { size }) => (FUNCTION.test(text) ? 0.18 * size : 0);

/** @param {string} text @param {Look} look @returns {Box} */
function sign(text, look) {
  const box = letters(text, look);
  return { ...box, width: box.width + behind(text, look) };
}

/** @param {string} text @param {Look} look @returns {Box} */
function letters(text, { size, fill }) {
  const pad = SPACED.has(text) ? 0.22 * size : 0.03 * size;
  const length = advance(text, size);
  const word = /** @type {import('./display-list.js').Text} */ ({
    ...label(text, text, { x: pad, y: 0, size, fill }),
    ...(text.length > 1 && { length }),
  });
  const shown = UPRIGHT.test(text) || SPACED.has(text) ? word : { ...word, italic: true };
  return {
    items: [shown],
    width: length + 2 * pad,
    above: 0.62 * size,
    below: 0.62 * size,
  };
}

/** @param {Box} box @param {number} dy @returns {Box} */
const shifted = ({ items, width, above, below }, dy) => ({
  items: moved(items, 0, dy),
  width,
  above: above - dy,
  below: below + dy,
});

/** @param {Box} base @param {string} sub @param {Look} look @returns {Box} */
function under(base, sub, look) {
  const index = sign(sub, { ...look, size: INDEX * look.size });
  const width = Math.max(base.width, index.width);
  const dy = base.below + index.above - 2;
  return {
    items: [
      ...moved(base.items, (width - base.width) / 2, 0),
      ...moved(index.items, (width - index.width) / 2, dy),
    ],
    width,
    above: base.above,
    below: dy + index.below,
  };
}

/** @param {Box} over @param {Box} below @param {Look} look @returns {Box} */
function fraction(over, below, { size, fill }) {
  const inner = Math.max(over.width, below.width);
  const pad = 0.2 * size;
  const up = -(over.below + 3);
  const down = below.above + 3;
  return {
    items: [
      ...moved(over.items, pad + (inner - over.width) / 2, up),
      rule(pad, pad + inner, 0, fill),
      ...moved(below.items, pad + (inner - below.width) / 2, down),
    ],
    width: inner + 2 * pad,
    above: over.above - up,
    below: below.below + down,
  };
}

/** @param {Box} inner @param {Look} look @returns {Box} */
function root(inner, { size, fill }) {
  const hook = 0.62 * size;
  const top = -inner.above - 1;
  const foot = inner.below - 2;
  return {
    items: [
      {
        ...{ type: 'polyline', id: 'root', stroke: fill, width: 1.1, opacity: 1 },
        points: [
          [1, 0.1 * size],
          [0.2 * size, 0],
          [0.36 * size, foot],
          [hook, top],
          [hook + inner.width + 1, top],
        ],
      },
      ...moved(inner.items, hook, 0),
    ],
    width: hook + inner.width + 2,
    above: inner.above + 3,
    below: inner.below,
  };
}

/** @param {number} from @param {number} to @param {number} y @param {string} stroke @returns {Item} */
const rule = (from, to, y, stroke) => ({
  ...{ type: 'line', id: 'rule', from: [from, y], to: [to, y], stroke, width: 1.1, opacity: 1 },
});
