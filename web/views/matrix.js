/**
 * `<hs-matrix>`: the chosen head's matrix, stage by stage, with its scale, one place for the value
 * that is pointed at, and a real table on demand.
 */
import { paintCanvas } from '../draw/canvas.js';
import {
  drawCells,
  drawMatrixFocus,
  drawMatrixLabels,
  largestMagnitude,
  matrixLayout,
} from '../draw/matrix.js';
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { attentionName, focusOf, shownHeads, STAGES } from '../state/store.js';
import { el, prepareCanvas, Ruler, tokenText } from './dom.js';
import { HeadKey } from './head-key.js';
import { matrixSentence } from './matrix-sentence.js';
import { matrixTable } from './matrix-table.js';
import { onPaletteChange, readPalette } from './palette.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

export class Matrix extends View {
  #key = new HeadKey();
  #ruler = new Ruler();
  #cells = el('canvas', { 'aria-hidden': 'true' });
  #marks = el('canvas', { class: 'matrix-marks', 'aria-hidden': 'true' });
  #board = el('div', { class: 'matrix-board', role: 'application', tabindex: 0 });
  #room = el('div', { class: 'matrix-room' });
  #scale = el('div', { class: 'matrix-scale', 'aria-hidden': 'true' });
  #readout = el('p', { class: 'matrix-readout', 'aria-live': 'polite', id: 'matrix-readout' });
  #table = el('div', { class: 'matrix-table', hidden: true, tabindex: 0, role: 'region' });
  #toggle = el(
    'button',
    { type: 'button', class: 'quiet', 'aria-expanded': 'false' },
    t('matrix.table'),
  );
  /** @type {HTMLInputElement[]} */
  #stages = [];
  /** The room for the board, measured once a resize. */
  #size = { size: 0, font: '' };
  /** @type {ReturnType<typeof matrixLayout> | null} */
  #layout = null;
  #palette = readPalette(document.documentElement);

  build() {
    const { actions } = this.store;
    const stages = el(
      'fieldset',
      { class: 'segments' },
      el('legend', { class: 'unseen' }, t('matrix.stages')),
    );
    for (const stage of /** @type {import('../state/store.js').Stage[]} */ ([...STAGES])) {
      const input = el('input', { type: 'radio', name: 'matrix-stage', value: stage });
      input.addEventListener('change', () => actions.setStage(stage));
      this.#stages.push(input);
      const formula = t(`matrix.symbol.${stage}`);
      stages.append(
        el('label', { title: formula }, input, el('span', {}, t(`matrix.stage.${stage}`))),
      );
    }
    const axes = el(
      'span',
      { class: 'matrix-axes', 'aria-hidden': 'true' },
      el('span', {}, t('matrix.axisQuery')),
      ' ',
      el('span', {}, t('matrix.axisKey')),
    );
    this.#board.append(this.#cells, this.#marks, axes);
    this.#board.setAttribute('aria-describedby', 'matrix-readout');
    this.#room.append(this.#board);
    this.#table.setAttribute('aria-label', t('matrix.tableLabel'));
    this.append(
      el('header', {}, el('h2', {}, t('matrix.title')), this.#key.element, this.#toggle),
      stages,
      this.#room,
      this.#scale,
      this.#readout,
      this.#table,
    );
    this.#toggle.addEventListener('click', () => this.#toggleTable());
    this.#board.addEventListener('pointermove', (event) => actions.hoverToken(this.#at(event)));
    this.#board.addEventListener('pointerleave', () => actions.hoverToken(null));
    this.#board.addEventListener('click', (event) => {
      const focus = this.#at(event);
      if (focus) actions.lockToken(focus);
    });
    this.#board.addEventListener('keydown', (event) => this.#walk(event));
    this.#board.addEventListener('blur', () => actions.hoverToken(null));
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const measure = () => {
      const { clientWidth, clientHeight } = this.#room;
      const size = Math.max(120, Math.min(clientWidth, clientHeight || clientWidth));
      this.#size = { size, font: getComputedStyle(this).fontFamily };
      this.requestRedraw();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(this.#room);
    signal.addEventListener('abort', () => observer.disconnect());
    document.fonts.ready.then(() => signal.aborted || measure());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { snapshot, stage } = state;
    const { layer, heads } = shownHeads(state);
    const tensor = snapshot?.tensors[attentionName(layer, stage)];
    this.toggleAttribute('empty', !tensor);
    if (!snapshot || !tensor || !this.#size.size) return;
    const head = heads[0];
    this.#key.show({ layer, heads: [head] });
    if (!previous || snapshot !== previous.snapshot) this.#arrange(snapshot);
    if (changed(state, previous, ['snapshot', 'stage', 'layer', 'heads', 'previewHead'])) {
      this.#paintCells(snapshot, layer, head, stage);
      for (const input of this.#stages) input.checked = input.value === stage;
      const count = snapshot.tokens.length;
      const name = t('heads.name', { layer, head });
      const label = t('matrix.label', { name, stage: t(`matrix.stage.${stage}`), count });
      this.#board.setAttribute('aria-label', label);
      if (!this.#table.hidden) this.#fillTable(state);
    }
    this.#paintMarks(snapshot, focusOf(state));
    const sentence = matrixSentence({ snapshot, layer, head, stage, focus: focusOf(state) });
    if (this.#readout.textContent !== sentence) this.#readout.textContent = sentence;
  }

  /** @param {import('../state/store.js').Snapshot} snapshot */
  #arrange({ tokens }) {
    const { size, font } = this.#size;
    const label = this.#ruler.widest(tokens.map(tokenText), `650 13px ${font}`);
    this.#layout = matrixLayout({ size, count: tokens.length, label });
    this.#board.style.width = this.#board.style.height = `${this.#layout.side}px`;
    this.#board.classList.toggle('bare', !this.#layout.labelled);
    this.style.setProperty('--margin', `${this.#layout.margin}px`);
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {number} layer
   * @param {number} head
   * @param {import('../state/store.js').Stage} stage
   */
  #paintCells({ tokens, tensors }, layer, head, stage) {
    if (!this.#layout) return;
    const { side, margin, cell, gap } = this.#layout;
    const { rgb, css } = this.#palette;
    const values = tensors[attentionName(layer, stage)].data;
    const cells = drawCells({
      stage,
      values,
      masked: tensors[attentionName(layer, 'masked')]?.data,
      head,
      rows: tokens.length,
      columns: tokens.length,
      colours: {
        ground: rgb('panel'),
        hue: rgb(headStyle(head).colour),
        negative: rgb('negative'),
        positive: rgb('positive'),
      },
      place: { x: margin, y: margin, cell, gap },
    });
    const length = cell * tokens.length;
    const frame = { x: margin - gap, y: margin - gap, width: length + gap, height: length + gap };
    const grid = {
      type: /** @type {const} */ ('rect'),
      id: 'grid',
      ...frame,
      fill: 'line',
      opacity: 1,
    };
    paintCanvas(prepareCanvas(this.#cells, side, side), [grid, cells], css);
    const area = tokens.length ** 2;
    this.#paintScale(stage, head, largestMagnitude(values, head * area, area));
  }

  /** @param {string} stage @param {number} head @param {number} limit */
  #paintScale(stage, head, limit) {
    const weights = stage === 'weights';
    this.#scale.style.setProperty('--hue', `var(--${headStyle(head).colour})`);
    this.#scale.classList.toggle('diverging', !weights);
    const ticks = weights
      ? [0, 0.1, 0.25, 0.5, 1].map((value) => ({ at: Math.sqrt(value), text: String(value) }))
      : [-limit, 0, limit].map((value, i) => ({ at: i / 2, text: formatNumber(value, 1) }));
    const bar = el('span', { class: 'matrix-scale-bar' });
    const marks = ticks.map(({ at, text }) =>
      el('span', { class: 'figure', style: `left: ${100 * at}%` }, text),
    );
    this.#scale.replaceChildren(bar, ...marks);
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {Readonly<import('../state/store.js').Focus> | null} focus
   */
  #paintMarks({ tokens }, focus) {
    if (!this.#layout) return;
    const lit = litBy(focus);
    const layout = this.#layout;
    const items = [
      ...drawMatrixLabels({ texts: tokens.map(tokenText), layout, ...lit }),
      ...drawMatrixFocus({ ...lit, count: tokens.length, layout }),
    ];
    const context = prepareCanvas(this.#marks, layout.side, layout.side);
    paintCanvas(context, items, this.#palette.css, { font: this.#size.font });
  }

  /** @param {PointerEvent | MouseEvent} event */
  #at(event) {
    const count = this.store.state.snapshot?.tokens.length ?? 0;
    if (!this.#layout) return null;
    const { margin, cell } = this.#layout;
    const box = this.#board.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - margin) / cell);
    const row = Math.floor((event.clientY - box.top - margin) / cell);
    const [inRow, inColumn] = [row >= 0 && row < count, column >= 0 && column < count];
    if (inRow && inColumn) return { cell: /** @type {[number, number]} */ ([row, column]) };
    if (inRow && column < 0) return { side: /** @type {const} */ ('query'), index: row };
    if (inColumn && row < 0) return { side: /** @type {const} */ ('key'), index: column };
    return null;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const { state, actions } = this.store;
    const last = (state.snapshot?.tokens.length ?? 0) - 1;
    const focus = focusOf(state);
    const [row, column] = focus && 'cell' in focus ? focus.cell : startCell(focus);
    const started = focus !== null && 'cell' in focus;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? last : row, last],
    };
    const move = moves[event.key];
    if (event.key === 'Escape') actions.release();
    else if (event.key === 'Enter' && started) actions.lockToken({ cell: [row, column] });
    else if (move) {
      const [r, c] = started ? move : [row, column];
      actions.hoverToken({ cell: [clamp(r, last), clamp(c, last)] });
    } else return;
    event.preventDefault();
  }

  #toggleTable() {
    const open = this.#table.hidden;
    this.#table.hidden = !open;
    this.classList.toggle('tabled', open);
    this.#toggle.setAttribute('aria-expanded', String(open));
    this.#toggle.textContent = t(open ? 'matrix.tableHide' : 'matrix.table');
    if (open) this.#fillTable(this.store.state);
  }

  /** @param {Readonly<State>} state */
  #fillTable(state) {
    const { layer, heads } = shownHeads(state);
    if (state.snapshot) {
      const { snapshot, stage } = state;
      this.#table.replaceChildren(matrixTable({ snapshot, layer, head: heads[0], stage }));
    }
  }
}

/** @param {number} value @param {number} last */
const clamp = (value, last) => Math.max(0, Math.min(last, value));

/** @param {Readonly<import('../state/store.js').Focus> | null} focus @returns {[number, number]} */
function startCell(focus) {
  if (!focus || 'cell' in focus) return [0, 0];
  return focus.side === 'query' ? [focus.index, 0] : [0, focus.index];
}

/** @param {Readonly<import('../state/store.js').Focus> | null} focus */
function litBy(focus) {
  if (!focus) return { rows: [], columns: [] };
  if ('cell' in focus) return { rows: [focus.cell[0]], columns: [focus.cell[1]] };
  return focus.side === 'query'
    ? { rows: [focus.index], columns: [] }
    : { rows: [], columns: [focus.index] };
}

customElements.define('hs-matrix', Matrix);
