/** A row that may look at nothing: what a naive softmax makes of it, what Headscope does, and why. */
import { isMasked } from '../draw/matrix.js';
import { formatNumber, t } from '../i18n/index.js';
import { closedRows, isPainted } from '../state/mask.js';
import { attentionName, shownHeads } from '../state/store.js';
import { el, tokenText } from './dom.js';

/** @typedef {import('../state/store.js').State} State */

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** So many closed queries are named. */
const NAMED = 6;

export class MaskClosed {
  element = el('div', { class: 'mask-closed', hidden: true });
  #title = el('h3', { role: 'alert' });
  #body = el('div', { class: 'mask-closed-body' });
  #keep = el('button', { type: 'button', class: 'quiet' });
  #undo = el('button', { type: 'button', class: 'strong' }, t('mask.closed.undo'));
  #open = el('button', { type: 'button', class: 'quiet' }, t('mask.closed.open'));
  /** The rows whose explanation the reader has closed. */
  #kept = '';
  #rows = '';
  #store;
  #painter;

  /**
   * @param {import('../state/store.js').Store} store
   * @param {{undo: () => void, canUndo: boolean}} painter
   */
  constructor(store, painter) {
    this.#store = store;
    this.#painter = painter;
    this.element.append(
      this.#title,
      this.#body,
      el('div', { class: 'mask-closed-ways' }, this.#undo, this.#open, this.#keep),
    );
    this.#undo.addEventListener('click', () => painter.undo());
    this.#open.addEventListener('click', () => this.#openThemselves());
    this.#keep.addEventListener('click', () => {
      this.#kept = this.#kept === this.#rows ? '' : this.#rows;
      this.#fold();
    });
  }

  /** @param {Readonly<State>} state */
  update(state) {
    const { snapshot, mask } = state;
    const count = snapshot?.tokens.length ?? 0;
    const rows = snapshot ? closedRows(mask, count) : [];
    this.element.hidden = rows.length === 0;
    if (!snapshot || !rows.length) {
      this.#rows = this.#kept = this.#title.textContent = '';
      return;
    }
    this.#rows = rows.join(' ');
    const texts = rows.map((query) => tokenText(snapshot.tokens[query]));
    const title = t('mask.closed.title', { count: rows.length, query: texts[0] });
    if (this.#title.textContent !== title) this.#title.textContent = title;
    this.#body.replaceChildren(...this.#explain(state, rows, texts));
    this.#undo.hidden = !this.#painter.canUndo;
    this.#open.hidden = !rows.some((row) => this.#opensByPaint(row));
    this.#fold();
  }

  #fold() {
    const folded = this.#kept === this.#rows;
    this.#body.hidden = folded;
    this.#keep.textContent = t(folded ? 'mask.closed.again' : 'mask.closed.keep');
    this.#keep.setAttribute('aria-expanded', String(!folded));
  }

  /**
   * @param {Readonly<State>} state
   * @param {readonly number[]} rows
   * @param {readonly string[]} texts
   */
  #explain(state, rows, texts) {
    const { snapshot } = state;
    if (!snapshot) return [];
    const { layer, heads } = shownHeads(state);
    const count = snapshot.tokens.length;
    const tensor = (/** @type {string} */ name) => snapshot.tensors[attentionName(layer, name)];
    const masked = slice(tensor('masked').data, (heads[0] * count + rows[0]) * count, count);
    const weights = slice(tensor('weights').data, (heads[0] * count + rows[0]) * count, count);
    const width = tensor('context').shape[2];
    const context = slice(tensor('context').data, (heads[0] * count + rows[0]) * width, width);
    // Until the trace under this mask is there, the row is still the old one.
    if (!masked.every(isMasked)) return [];
    // The naive softmax is carried out on the row as it is, so that NaN is a result, not a word.
    const largest = Math.max(...masked);
    const terms = masked.map((score) => Math.exp(score - largest));
    const sum = terms.reduce((total, term) => total + term, 0);
    const named = texts.slice(0, NAMED).map((query) => t('mask.closed.item', { query }));
    const list = named.join(', ') + (texts.length > NAMED ? ', …' : '');
    const number = (/** @type {number} */ value) => formatNumber(value, 0);
    return [
      ...(rows.length > 1 ? [el('p', {}, t('mask.closed.which', { list }))] : []),
      el('p', {}, t('mask.closed.softmax')),
      el(
        'ol',
        { class: 'arithmetic' },
        step(['max', '=', number(largest)], t('mask.closed.max', { count })),
        step(
          [
            'exp',
            '(',
            number(masked[0]),
            '−',
            '(',
            number(largest),
            ')',
            ')',
            '=',
            number(terms[0]),
          ],
          t('mask.closed.exp'),
        ),
        step(['∑', '=', number(sum)], t('mask.closed.sum', { count })),
        step(
          [number(terms[0]), '/', number(sum), '=', number(terms[0] / sum)],
          t('mask.closed.weight'),
        ),
      ),
      el(
        'p',
        {},
        t('mask.closed.headscope', {
          sum: formatNumber(
            weights.reduce((total, weight) => total + weight, 0),
            3,
          ),
          context: formatNumber(Math.max(...context.map(Math.abs)), 3),
        }),
      ),
      el('p', {}, t('mask.closed.why')),
    ];
  }

  /** Whether wiping the paint off a row's own cell opens it. @param {number} row */
  #opensByPaint(row) {
    const { mask } = this.#store.state;
    const shut = mask.padding !== null && row >= mask.padding;
    return mask.painting && !shut && isPainted(mask.paint, row, row);
  }

  #openThemselves() {
    const { state, actions } = this.#store;
    const rows = closedRows(state.mask, state.snapshot?.tokens.length ?? 0);
    const cells = rows.map((row) => /** @type {const} */ ([row, row]));
    actions.paintMask({ cells, hide: false });
  }
}

/** @param {Float32Array} data @param {number} start @param {number} length */
const slice = (data, start, length) => [...data.subarray(start, start + length)];

/** @param {readonly string[]} parts of a formula @param {string} about */
function step(parts, about) {
  const math = document.createElementNS(MATHML, 'math');
  const row = document.createElementNS(MATHML, 'mrow');
  for (const part of parts) {
    const tag = /^(max|exp|NaN|.?∞)$/.test(part) ? 'mi' : /^[\d.]+$/.test(part) ? 'mn' : 'mo';
    const element = document.createElementNS(MATHML, tag);
    element.textContent = part;
    row.append(element);
  }
  math.append(row);
  return el('li', {}, math, el('span', { class: 'about' }, about));
}
