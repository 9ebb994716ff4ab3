/** `<hs-heads-strip>`: a thumbnail matrix for every layer and head; the way to choose one. */
import { headMeasures } from '../draw/measures.js';
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { attentionName, shownHeads } from '../state/store.js';
import { el, focusedBeside } from './dom.js';
import { HeadProfile } from './head-profile.js';
import { kindText } from './head-profile-measures.js';
import { paintThumbnail } from './head-thumbnail.js';
import { onPaletteChange, readPalette } from './palette.js';
import { neighbour, setTabStop } from './tab-stop.js';
import { swatch } from './head-key.js';
import { changed, View } from './view.js';
import { writeAttribute } from './write.js';

/** @typedef {import('./view.js').State} State */

export class HeadsStrip extends View {
  /** @type {HTMLElement[]} */
  #cells = [];
  #shape = '';
  #palette = readPalette(document.documentElement);
  #grid = el('div', { class: 'heads-grid', role: 'grid', 'aria-label': t('heads.grid') });
  #profile = new HeadProfile();
  /** Of every cell. @type {ReturnType<typeof headMeasures>[]} */
  #measures = [];

  build() {
    this.append(
      el('h2', {}, t('heads.title')),
      this.#grid,
      this.#profile.element,
      el('p', { class: 'hint' }, t('heads.hint')),
    );
    this.#grid.setAttribute('aria-multiselectable', 'true');
    const { actions } = this.store;
    const grid = this.#grid;
    grid.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'touch') actions.previewHead(headAt(event.target));
    });
    grid.addEventListener('pointerleave', () => actions.previewHead(null));
    grid.addEventListener('focusin', (event) => {
      const head = headAt(event.target);
      const visible = /** @type {Element} */ (event.target).matches(':focus-visible');
      if (head && visible) actions.previewHead(head);
      setTabStop(this.#cells, /** @type {HTMLElement} */ (event.target));
    });
    grid.addEventListener('focusout', () => actions.previewHead(null));
    grid.addEventListener('click', (event) => {
      const head = headAt(event.target);
      if (head) actions.selectHead({ ...head, add: event.shiftKey });
    });
    grid.addEventListener('dblclick', (event) => {
      const head = headAt(event.target);
      if (head) actions.soloHead(head);
    });
    grid.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const layers = state.snapshot?.model?.layers ?? [];
    const shape = layers.map(({ heads }) => heads).join(' ');
    if (shape !== this.#shape) this.#make(layers);
    this.#shape = shape;
    if (changed(state, previous, ['snapshot'])) this.#paint(state);
    if (state.snapshot !== previous?.snapshot) this.#measure(state);
    if (changed(state, previous, ['layer', 'heads', 'snapshot', 'previewHead'])) {
      this.#mark(state);
      this.#describe(state);
    }
  }

  /** @param {readonly {heads: number}[]} layers */
  #make(layers) {
    this.#cells = [];
    const rows = layers.map(({ heads }, layer) => {
      const cells = Array.from({ length: heads }, (_, head) => {
        const cell = el(
          'div',
          {
            class: 'head',
            role: 'gridcell',
            tabindex: -1,
            'data-layer': layer,
            'data-head': head,
            'aria-label': t('heads.name', { layer, head }),
            style: `--hue: var(--${headStyle(head).colour})`,
          },
          el('canvas', { 'aria-hidden': 'true' }),
          el('span', { class: 'head-number', 'aria-hidden': 'true' }, swatch(head), String(head)),
          ' ',
          el('span', { class: 'head-kind', 'aria-hidden': 'true' }),
        );
        this.#cells.push(cell);
        return cell;
      });
      const name = el(
        'span',
        { class: 'layer-name', role: 'rowheader' },
        t('heads.layer', { layer }),
      );
      return el('div', { class: 'layer', role: 'row' }, name, ...cells);
    });
    this.#grid.replaceChildren(...rows);
  }

  /** @param {Readonly<State>} state */
  #paint({ snapshot }) {
    if (!snapshot) return;
    const { rgb } = this.#palette;
    const count = snapshot.tokens.length;
    for (const cell of this.#cells) {
      const { layer, head } = headOf(cell);
      const weights = snapshot.tensors[attentionName(layer, 'weights')]?.data;
      const canvas = /** @type {HTMLCanvasElement} */ (cell.querySelector('canvas'));
      if (weights) paintThumbnail(canvas, { weights, head, count, rgb });
    }
  }

  /** Says under every thumbnail what kind of head it looks like. @param {Readonly<State>} state */
  #measure({ snapshot }) {
    if (!snapshot) return;
    const { tokens, tensors } = snapshot;
    const punctuation = tokens.map(({ text }) => /^\s*\p{P}+\s*$/u.test(text));
    this.#measures = this.#cells.map((cell) => {
      const { layer, head } = headOf(cell);
      const measures = headMeasures({
        weights: tensors[attentionName(layer, 'weights')]?.data ?? [],
        masked: tensors[attentionName(layer, 'masked')]?.data,
        count: tokens.length,
        head,
        punctuation,
      });
      const words = kindText(measures.kinds);
      const kind = /** @type {HTMLElement} */ (cell.lastElementChild);
      if (kind.textContent !== words) {
        kind.textContent = words;
        const name = t('heads.name', { layer, head });
        cell.setAttribute('aria-label', t('heads.nameKind', { name, kind: words }));
      }
      return measures;
    });
  }

  /** The profile of the first head on show. @param {Readonly<State>} state */
  #describe(state) {
    const { layer, heads } = shownHeads(state);
    const index = this.#cells.findIndex((cell) => {
      const id = headOf(cell);
      return id.layer === layer && id.head === heads[0];
    });
    const weights = state.snapshot?.tensors[attentionName(layer, 'weights')];
    this.#profile.element.hidden = !weights || !this.#measures[index];
    if (!weights || !this.#measures[index]) return;
    this.#profile.show({
      layer,
      head: heads[0],
      heads: weights.shape[0],
      count: weights.shape[1],
      weights: weights.data,
      measures: this.#measures[index],
    });
  }

  /** @param {Readonly<State>} state */
  #mark({ layer, heads, previewHead }) {
    for (const cell of this.#cells) {
      const id = headOf(cell);
      const selected = id.layer === layer && heads.includes(id.head);
      const primary = selected && id.head === heads[0];
      writeAttribute(cell, 'aria-selected', String(selected));
      cell.classList.toggle(
        'previewed',
        previewHead?.layer === id.layer && previewHead.head === id.head,
      );
      if (primary && !this.#grid.contains(focusedBeside(this))) setTabStop(this.#cells, cell);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const current = /** @type {HTMLElement} */ (event.target);
    const head = headAt(current);
    if (!head) return;
    const { actions } = this.store;
    const index = this.#cells.indexOf(current);
    /** @type {Record<string, () => HTMLElement | undefined | void>} */
    const keys = {
      ArrowLeft: () => neighbour(this.#cells, current, -1, 0),
      ArrowRight: () => neighbour(this.#cells, current, 1, 0),
      ArrowUp: () => neighbour(this.#cells, current, 0, -1),
      ArrowDown: () => neighbour(this.#cells, current, 0, 1),
      Home: () => (event.ctrlKey ? this.#cells[0] : this.#cells[index - head.head]),
      End: () => (event.ctrlKey ? this.#cells.at(-1) : lastOfLayer(this.#cells, head.layer)),
      Enter: () => actions.selectHead({ ...head, add: event.shiftKey }),
      ' ': () => actions.selectHead({ ...head, add: true }),
      s: () => actions.soloHead(head),
      Escape: () => actions.previewHead(null),
    };
    const run = keys[event.key];
    if (!run || event.altKey || event.metaKey) return;
    event.preventDefault();
    run()?.focus();
  }
}

/** @param {HTMLElement} cell */
const headOf = ({ dataset }) => ({ layer: Number(dataset.layer), head: Number(dataset.head) });

/** @param {EventTarget | null} target */
function headAt(target) {
  const cell = target instanceof Element ? target.closest('.head') : null;
  return cell instanceof HTMLElement ? headOf(cell) : null;
}

/** @param {HTMLElement[]} cells @param {number} layer */
const lastOfLayer = (cells, layer) => cells.filter((cell) => headOf(cell).layer === layer).at(-1);

customElements.define('hs-heads-strip', HeadsStrip);
