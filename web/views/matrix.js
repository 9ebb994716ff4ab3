/**
 * `<hs-matrix>`: the chosen head's matrix, stage by stage, with its scale, one place for the value
 * that is pointed at, and a real table on demand.
 */
import { largestMagnitude } from '../draw/matrix.js';
import { rowSum } from '../draw/measures.js';
import { t } from '../i18n/index.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { cellToUnfold } from '../state/unfolding.js';
import { openArithmetic, openButtons } from './arithmetic-open.js';
import { el } from './dom.js';
import { HeadKey } from './head-key.js';
import { averageOf, averageSentence, SharpHeads } from './matrix-average.js';
import { MatrixBoard } from './matrix-board.js';
import { MatrixScale } from './matrix-scale.js';
import { matrixSentence } from './matrix-sentence.js';
import { MatrixStages, stepOf } from './matrix-stages.js';
import { stepSentence, sumText } from './matrix-step.js';
import { matrixTable } from './matrix-table.js';
import { onPaletteChange, readPalette } from './palette.js';
import { changed, View } from './view.js';
import { write, writeAttribute } from './write.js';

/** @typedef {import('./view.js').State} State */

export class Matrix extends View {
  #key = new HeadKey();
  #board = new MatrixBoard();
  #room = el('div', { class: 'matrix-room' });
  #scale = new MatrixScale();
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
    const board = this.#board.element;
    board.setAttribute('aria-describedby', 'matrix-readout');
    this.#room.append(board);
    this.#table.setAttribute('aria-label', t('matrix.tableLabel'));
    const parts = [
      el('header', {}, el('h2', {}, t('matrix.title')), this.#key.element, this.#toggle),
      ...stages.elements,
      this.#room,
      this.#sharp.element,
      this.#scale.element,
      el('div', { class: 'matrix-foot' }, this.#readout, this.#open),
      this.#table,
    ];
    this.append(el('div', { class: 'matrix-inside' }, ...parts));
    this.#toggle.addEventListener('click', () => this.#toggleTable());
    board.addEventListener('pointermove', (event) => actions.hoverToken(this.#at(event)));
    board.addEventListener('pointerleave', () => actions.hoverToken(null));
    board.addEventListener('click', (event) => {
      const focus = this.#at(event);
      if (focus) actions.lockToken(focus);
    });
    board.addEventListener('keydown', (event) => this.#walk(event));
    board.addEventListener('blur', () => actions.hoverToken(null));
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
    if (!previous || snapshot !== previous.snapshot) {
      const margin = this.#board.arrange(snapshot, this.#size);
      this.style.setProperty('--margin', `${margin}px`);
    }
    if (changed(state, previous, PICTURE)) {
      if (previous && snapshot === previous.snapshot && step !== stepOf(previous))
        this.#board.fade();
      this.#sharp.element.toggleAttribute('hidden', !average);
      this.#scale.element.toggleAttribute('hidden', average !== null);
      if (average) this.#board.paintAverage(snapshot, layer, average, this.#palette);
      else {
        const area = snapshot.tokens.length ** 2;
        this.#board.paintCells(snapshot, { layer, head, stage }, this.#palette);
        this.#scale.show(stage, head, largestMagnitude(tensor.data, head * area, area));
      }
      this.#sums =
        stage === 'weights'
          ? sumsOf(average?.weights ?? tensor.data, snapshot, average ? 0 : head)
          : [];
      writeAttribute(this.#board.element, 'aria-label', this.#label(state));
      if (!this.#table.hidden) this.#fillTable(state);
    }
    if (average) this.#sharp.show(tensor, focus, this.#palette);
    this.#board.paintMarks(snapshot, focus, this.#sums, this.#palette);
    const place = { snapshot, layer, head, stage, focus };
    const sentence = average ? averageSentence(place) : matrixSentence(place);
    write(this.#readout, sentence);
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

  /** @param {MouseEvent} event */
  #at(event) {
    return this.#board.at(event, this.store.state.snapshot?.tokens.length ?? 0);
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

customElements.define('hs-matrix', Matrix);
