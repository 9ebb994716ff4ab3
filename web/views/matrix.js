/**
 * `<hs-matrix>`: the chosen head's matrix, stage by stage, with its scale, one place for the value
 * that is pointed at, and a real table on demand.
 */
import { paintCanvas } from '../draw/canvas.js';
import {
  drawAverage,
  drawCells,
  drawMatrixFocus,
  drawMatrixLabels,
  drawRowSums,
  largestMagnitude,
  matrixLayout,
} from '../draw/matrix.js';
import { rowSum } from '../draw/measures.js';
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { cellToUnfold, openArithmetic, openButtons } from './arithmetic-open.js';
import { el, prepareCanvas, Ruler, tokenText } from './dom.js';
import { HeadKey } from './head-key.js';
import { averageOf, averageSentence, SharpHeads } from './matrix-average.js';
import { matrixSentence } from './matrix-sentence.js';
import { MatrixStages, stepOf } from './matrix-stages.js';
import { stepSentence, sumText } from './matrix-step.js';
import { matrixTable } from './matrix-table.js';
import { onPaletteChange, readPalette } from './palette.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

/** px beside the cells for what a row sums to. */
const SUMS = 38;

/** ms that one stage takes to fade into the next. */
const FADE = 220;

export class Matrix extends View {
  #key = new HeadKey();
  #ruler = new Ruler();
  #cells = el('canvas', { 'aria-hidden': 'true' });
  /** The last stage, while the next one shows through it. */
  #old = el('canvas', { class: 'matrix-old', 'aria-hidden': 'true' });
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
  #sharp = new SharpHeads();
  /** @type {MatrixStages | null} */
  #stages = null;
  /** The room for the board, measured once a resize. */
  #size = { width: 0, height: 0, font: '' };
  /** What the rows that are shown sum to; empty where sums mean nothing. @type {string[]} */
  #sums = [];
  /** @type {ReturnType<typeof matrixLayout> | null} */
  #layout = null;
  #palette = readPalette(document.documentElement);

  #open = openButtons({
    unfold: () => {
      const { state } = this.store;
      openArithmetic(this.store, { name: state.stage, ...cellToUnfold(state) });
    },
    prove: () => this.store.actions.prove('matrix'),
  });

  build() {
    const { actions } = this.store;
    const stages = (this.#stages = new MatrixStages(actions));
    const axes = el(
      'span',
      { class: 'matrix-axes', 'aria-hidden': 'true' },
      el('span', {}, t('matrix.axisQuery')),
      ' ',
      el('span', {}, t('matrix.axisKey')),
    );
    this.#board.append(this.#cells, this.#old, this.#marks, axes);
    this.#board.setAttribute('aria-describedby', 'matrix-readout');
    this.#room.append(this.#board);
    this.#table.setAttribute('aria-label', t('matrix.tableLabel'));
    this.append(
      el('header', {}, el('h2', {}, t('matrix.title')), this.#key.element, this.#toggle),
      ...stages.elements,
      this.#room,
      this.#sharp.element,
      this.#scale,
      el('div', { class: 'matrix-foot' }, this.#readout, this.#open),
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
      // The table has taken the board's place.
      if (!clientWidth) return;
      const height = clientHeight || clientWidth;
      this.#size = { width: clientWidth, height, font: getComputedStyle(this).fontFamily };
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
    if (!snapshot || !tensor || !this.#size.width || !changed(state, previous, SHOWN)) return;
    const head = heads[0];
    const focus = focusOf(state);
    const step = stepOf(state);
    const average = state.average ? averageOf(tensor) : null;
    this.#key.show({ layer, heads: average ? [] : [head] });
    if (!previous || snapshot !== previous.snapshot) this.#arrange(snapshot);
    if (changed(state, previous, PICTURE)) {
      if (previous && snapshot === previous.snapshot && step !== stepOf(previous)) this.#fade();
      this.#sharp.element.hidden = !average;
      this.#scale.hidden = average !== null;
      if (average) this.#paintAverage(snapshot, layer, average);
      else this.#paintCells(snapshot, layer, head, stage);
      this.#sums =
        stage === 'weights'
          ? sumsOf(average?.weights ?? tensor.data, snapshot, average ? 0 : head)
          : [];
      this.#board.setAttribute('aria-label', this.#label(state));
      if (!this.#table.hidden) this.#fillTable(state);
    }
    if (average) this.#sharp.show(tensor, focus, this.#palette);
    this.#paintMarks(snapshot, focus);
    const place = { snapshot, layer, head, stage, focus };
    const sentence = average ? averageSentence(place) : matrixSentence(place);
    if (this.#readout.textContent !== sentence) this.#readout.textContent = sentence;
    const explained = average
      ? t('matrix.average.key', { heads: average.heads })
      : stepSentence(place);
    this.#stages?.show(step, explained);
  }

  /** @param {Readonly<State>} state */
  #label(state) {
    const { layer, heads } = shownHeads(state);
    const count = state.snapshot?.tokens.length ?? 0;
    if (state.average) {
      const all = state.snapshot?.model?.layers[layer]?.heads ?? 0;
      return t('matrix.average.label', { layer, heads: all, count });
    }
    const name = t('heads.name', { layer, head: heads[0] });
    return t('matrix.label', { name, stage: t(`matrix.stage.${state.stage}`), count });
  }

  /** The last picture fades out over the next one; for readers who want no motion it just goes. */
  #fade() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { width, height, style } = this.#cells;
    Object.assign(this.#old, { width, height });
    Object.assign(this.#old.style, { width: style.width, height: style.height });
    this.#old.getContext('2d')?.drawImage(this.#cells, 0, 0);
    for (const running of this.#old.getAnimations()) running.cancel();
    this.#old.animate({ opacity: [1, 0] }, { duration: FADE, easing: 'ease-out' });
  }

  /** @param {import('../state/store.js').Snapshot} snapshot */
  #arrange({ tokens }) {
    const { width, height, font } = this.#size;
    const label = this.#ruler.widest(tokens.map(tokenText), `650 13px ${font}`);
    const layoutIn = (/** @type {number} */ room) =>
      matrixLayout({ size: Math.max(120, Math.min(room, height)), count: tokens.length, label });
    const beside = layoutIn(width - SUMS);
    this.#layout = beside.labelled ? beside : layoutIn(width);
    const { side, labelled } = this.#layout;
    this.#board.style.width = `${side + (labelled ? SUMS : 0)}px`;
    this.#board.style.height = `${side}px`;
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
    const { margin, cell, gap } = this.#layout;
    const { rgb } = this.#palette;
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
    this.#paintBoard(cells);
    const area = tokens.length ** 2;
    this.#paintScale(stage, head, largestMagnitude(values, head * area, area));
  }

  /**
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {number} layer
   * @param {import('./matrix-average.js').Average} average
   */
  #paintAverage({ tokens, tensors }, layer, { weights, strongest }) {
    if (!this.#layout) return;
    const { margin, cell, gap } = this.#layout;
    const { rgb } = this.#palette;
    this.#paintBoard(
      drawAverage({
        ...{ weights, strongest, count: tokens.length },
        masked: tensors[attentionName(layer, 'masked')]?.data,
        ground: rgb('panel'),
        hue: (head) => rgb(headStyle(head).colour),
        place: { x: margin, y: margin, cell, gap },
      }),
    );
  }

  /** @param {import('../draw/display-list.js').Cells} cells */
  #paintBoard(cells) {
    const { x, y, cell, gap, columns } = cells;
    const side = x + cell * columns + 1;
    const length = cell * columns + gap;
    const frame = { x: x - gap, y: y - gap, width: length, height: length };
    const type = /** @type {const} */ ('rect');
    const grid = { type, id: 'grid', ...frame, fill: 'line', opacity: 1 };
    paintCanvas(prepareCanvas(this.#cells, side, side), [grid, cells], this.#palette.css);
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
      ...drawRowSums({
        sums: this.#sums,
        title: this.#sums.length ? t('matrix.sums') : '',
        rows: lit.rows,
        layout,
      }),
      ...drawMatrixFocus({ ...lit, count: tokens.length, layout }),
    ];
    const width = layout.side + (layout.labelled ? SUMS : 0);
    const context = prepareCanvas(this.#marks, width, layout.side);
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
    else if (event.key === 'PageDown') this.#stages?.walk(1);
    else if (event.key === 'PageUp') this.#stages?.walk(-1);
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
    const { snapshot, stage } = state;
    if (!snapshot) return;
    const average = state.average && {
      values: averageOf(snapshot.tensors[attentionName(layer, 'weights')]).weights,
      caption: this.#label(state),
    };
    const place = { snapshot, layer, head: heads[0], stage, average: average || undefined };
    this.#table.replaceChildren(matrixTable(place));
  }
}

/** What the picture depends on. @type {(keyof State)[]} */
const PICTURE = ['snapshot', 'stage', 'average', 'layer', 'heads', 'previewHead'];

/** What the marks on it and its sentence depend on as well. @type {(keyof State)[]} */
const SHOWN = [...PICTURE, 'hover', 'lock'];

/**
 * @param {ArrayLike<number>} weights `[heads, count, count]`
 * @param {import('../state/store.js').Snapshot} snapshot
 * @param {number} head
 * @returns {string[]} what each row sums to
 */
const sumsOf = (weights, { tokens: { length } }, head) =>
  Array.from({ length }, (_, row) =>
    sumText(rowSum(weights, (head * length + row) * length, length)),
  );

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
