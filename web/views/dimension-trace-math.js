/**
 * Formulas as MathML and code lines as text, with every axis name in its own element
 * (`data-axis`), so that one highlight reaches them all.
 */
import { axisParts } from './dimension-trace-axes.js';
import { el } from './dom.js';

/**
 * @typedef {import('./dimension-trace-steps.js').Term} Term
 * @typedef {import('./dimension-trace-axes.js').RowSide} RowSide
 */

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
const OPERATORS = new Set(['=', '+', '−', '·', '⊙', '/', '∼', '⌈', '⌉', '(', ')', '0,']);
const FUNCTIONS = new Set(['softmax', 'exp', 'max', 'mean', 'var', 'norm']);

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {MathMLElement}
 */
function math(tag, attributes, ...children) {
  const element = /** @type {MathMLElement} */ (document.createElementNS(NAMESPACE, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * @param {readonly Term[]} terms
 * @param {{display?: boolean, side?: RowSide}} [options] `side`: whose tokens `seq_len` counts here
 * @returns {MathMLElement}
 */
export function formula(terms, { display = false, side } = {}) {
  const attributes = display ? { display: 'block' } : {};
  return math('math', /** @type {Record<string, string>} */ (attributes), row(terms, side));
}

/**
 * A formula in pieces, between which a line may end: before every sum, also in its outer fences. No
 * browser breaks a formula by itself.
 * @param {readonly Term[]} terms
 * @returns {HTMLElement}
 */
export function breakable(terms) {
  /** @type {Term[][]} */
  const pieces = [[]];
  const flat = terms.flatMap((term) =>
    typeof term === 'object' && 'fenced' in term ? ['(', ...term.fenced, ')'] : [term],
  );
  for (const term of flat) {
    if (term === '+') pieces.push([]);
    pieces[pieces.length - 1].push(term);
  }
  return el('span', {}, ...pieces.flatMap((piece) => [formula(piece), el('wbr')]));
}

/** @param {readonly Term[]} terms @param {RowSide} [side] */
const row = (terms, side) => math('mrow', {}, ...terms.map((term) => node(term, side)));

/** @param {Term} term @param {RowSide} [side] @returns {MathMLElement} */
function node(term, side) {
  if (typeof term === 'string') return leaf(term, side);
  if ('root' in term) return root(row(term.root, side));
  if ('over' in term) return math('mfrac', {}, row(term.over, side), row(term.under, side));
  if ('fenced' in term) {
    const [open, close] = [math('mo', {}, '('), math('mo', {}, ')')];
    return math('mrow', {}, open, row(term.fenced, side), close);
  }
  const { symbol, sub, sup, role, axes } = term;
  const base = leaf(symbol, side);
  if (role) base.setAttribute('class', `role-${role}`);
  let whole = base;
  if (sub && sup) whole = math('msubsup', {}, base, leaf(sub, side), leaf(sup, side));
  else if (sub && symbol === '∑') whole = math('munder', {}, base, leaf(sub, side));
  else if (sub) whole = math('msub', {}, base, leaf(sub, side));
  else if (sup) whole = math('msup', {}, base, leaf(sup, side));
  if (!axes?.length || axes.includes(/** @type {any} */ (undefined))) return whole;
  return math('munder', { class: 'shaped' }, whole, shapeBelow(axes, side));
}

/**
 * A root whose bar is a border: without a mathematical font, `msqrt` has no sign at all.
 * @param {MathMLElement} radicand
 */
function root(radicand) {
  radicand.setAttribute('class', 'radicand');
  return math('mrow', { class: 'root' }, math('mo', { form: 'prefix' }, '√'), radicand);
}

/** @param {string} text @param {RowSide} [side] @returns {MathMLElement} */
function leaf(text, side) {
  if (/^\{.*\}$/.test(text)) return axisLeaf(text.slice(1, -1), side);
  // Axes below a word would stretch them.
  if (text === '[' || text === ']') return math('mo', { stretchy: 'false' }, text);
  // One that begins a piece would take itself for a sign.
  if (text === '+') return math('mo', { form: 'infix' }, text);
  if (OPERATORS.has(text)) return math('mo', {}, text);
  if (/^[\d]/.test(text)) return math('mn', {}, text);
  if (FUNCTIONS.has(text)) return math('mi', { class: 'function' }, text);
  return math('mi', [...text].length > 1 ? { class: 'word' } : {}, text);
}

/** @param {string} axis @param {RowSide} [side] */
function axisLeaf(axis, side) {
  const attributes = { 'data-axis': axis, ...(side && { 'data-side': side }) };
  return math('mi', attributes, axis);
}

/**
 * Rows over columns, so that a formula of several matrices stays narrow.
 * @param {readonly string[]} axes @param {RowSide} [side]
 */
function shapeBelow(axes, side) {
  const lines = axes.map((axis, i) => {
    const line = math('mrow', {});
    if (i > 0) line.append(math('mo', { form: 'prefix' }, '×'));
    axisParts(axis).forEach((part, k) => {
      if (k > 0) line.append(math('mo', {}, '·'));
      line.append(axisLeaf(part, side));
    });
    return math('mtr', {}, math('mtd', {}, line));
  });
  return math('mtable', { class: 'shape-below' }, ...lines);
}

/**
 * @param {readonly string[]} lines with `{axis}` holes; a shape comment whose axis is not known
 *   (its tensor is not in the snapshot) is left out
 * @param {RowSide} [side]
 * @param {number} [fault] the line that fails, if one does
 * @returns {HTMLElement}
 */
export function codeBlock(lines, side, fault) {
  const code = el('code', {});
  const known = lines.filter((line) => !line.includes('{undefined}'));
  known.forEach((line, i) => {
    if (i > 0) code.append('\n');
    const comment = line.startsWith('#');
    const parts = line.split(/\{([^}]+)\}/).map((part, k) => (k % 2 ? axisCode(part, side) : part));
    const kept = parts.flat().filter((part) => part !== '');
    if (i === fault) code.append(el('mark', { class: 'fault' }, ...kept));
    else code.append(...(comment ? [el('span', { class: 'comment' }, ...kept)] : kept));
  });
  return el('pre', {}, code);
}

/** @param {string} axis @param {RowSide} [side] @returns {(Node | string)[]} */
function axisCode(axis, side) {
  return axisParts(axis).flatMap((part, k) => {
    const name = el('span', { 'data-axis': part, 'data-side': side }, part);
    return k > 0 ? [' * ', name] : [name];
  });
}
