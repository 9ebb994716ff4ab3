/** `<hs-dimension-trace>`: every tensor of one layer as a card, in flow order, with live sizes. */
import { placeOf, UNFOLDABLE } from '../draw/arithmetic.js';
import { columnScale } from '../draw/tensor-layout.js';
import { HEAD_HUES, headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { openArithmetic } from './arithmetic-open.js';
import { axisSizes } from './dimension-trace-axes.js';
import { lightAxes, TraceBar } from './dimension-trace-bar.js';
import { TraceCard } from './dimension-trace-card.js';
import { TraceFact } from './dimension-trace-fact.js';
import { TraceFlow } from './dimension-trace-flow.js';
import { aboutStep, layerOf } from './dimension-trace-layer.js';
import { readout } from './dimension-trace-readout.js';
import { STEPS } from './dimension-trace-steps.js';
import { el } from './dom.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { changed, REST, View } from './view.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('./dimension-trace-steps.js').Step} Step
 * @typedef {import('./dimension-trace-mini.js').CellReading} CellReading
 * @typedef {import('./dimension-trace-layer.js').Layer} Layer
 */

/** How long, in ms, cards out of sight are drawn before others have a turn. */
const SLICE = 8;

export class DimensionTrace extends View {
  #bar = new TraceBar((step) => this.#stepLayer(step));
  #fact = new TraceFact();
  #flow = new TraceFlow(this.#fact.element);
  #empty = el('p', { class: 'hint' }, t('trace.empty'));
  /** @type {TraceCard[]} */
  #cards = [];
  #structure = '';
  #rest = 0;
  /** @type {string | null} an axis that stays lit after a click */
  #held = null;
  /** @type {import('./dimension-trace-mini.js').Pens | null} */
  #pens = null;

  build() {
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('trace.title')),
        proveButton(() => this.store.actions.prove('trace')),
      ),
      el('p', { class: 'trace-intro' }, t('trace.intro')),
      this.#bar.element,
      this.#empty,
      this.#flow.element,
    );
    this.addEventListener('pointerover', (event) => this.#axisAt(event.target));
    this.addEventListener('pointerleave', () => this.#axisAt(null));
    this.addEventListener('focusin', (event) => {
      const target = /** @type {Element} */ (event.target);
      if (target.matches('button.axis:focus-visible')) this.#axisAt(target);
    });
    this.addEventListener('focusout', () => this.#axisAt(null));
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element && event.target.closest('button.axis');
      if (button) this.#hold(button.getAttribute('data-axis'));
    });
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#held) this.#hold(this.#held);
    });
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#pens = null;
      this.requestRedraw();
    }, signal);
    this.#flow.observe(
      {
        onWidth: () => this.requestRedraw(),
        onNear: (cards) => this.#draw(cards),
      },
      signal,
    );
    signal.addEventListener('abort', () => clearTimeout(this.#rest));
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const layer = state.snapshot && layerOf(state.snapshot, state.layer);
    this.#empty.hidden = layer !== null;
    this.#flow.element.hidden = this.#bar.element.hidden = layer === null;
    if (!layer) return;
    const data = changed(state, previous, ['snapshot', 'layer']);
    if (data) this.#update(layer);
    if (data) this.#bar.offer(null);
    if (data || changed(state, previous, ['axis'])) {
      lightAxes(this, state.axis, this.#held);
      this.#bar.explain(state.axis);
    }
    if (!data && !changed(state, previous, ['axis', 'heads'])) return;
    for (const card of this.#cards) card.pending = true;
    this.#draw(this.#cards.filter((card) => this.#flow.isNear(card)));
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#drawRest(), REST);
  }

  /** @param {Layer} layer */
  #update(layer) {
    if (layer.structure !== this.#structure) this.#make(layer);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const tick = (/** @type {HTMLElement} */ element, /** @type {string} */ text) =>
      write(element, text, still || !this.inSight);
    const { heads, dHead } = layer;
    const main = STEPS.filter(({ id }) => id !== 'ffn-hidden').map(({ id }) => layer.tensors[id]);
    const scale = columnScale(Math.max(1, ...main.map((tensor) => tensor?.shape.at(-1) ?? 0)));
    for (const card of this.#cards) {
      const { step } = card;
      const tensor = layer.tensors[step.id];
      if (!tensor) continue;
      const about = aboutStep(step, layer);
      const masked = step.id === 'weights' ? layer.tensors.masked : undefined;
      const available = this.#flow.widthOf(card.picture);
      card.setTensor(tensor, { about, available, scale, heads, masked, tick });
    }
    this.#bar.setLayer(layer.context.layer, layer.count);
    this.#bar.setSizes(axisSizes(Object.values(layer.tensors)), tick);
    this.#fact.update({ dModel: layer.dModel, heads, dHead });
  }

  /** Makes the cards anew: another layer, or other axes. @param {Layer} layer */
  #make(layer) {
    this.#structure = layer.structure;
    const { actions } = this.store;
    this.#cards = STEPS.map(
      (step) =>
        new TraceCard(step, layer.tensors[step.id], layer.context, {
          onCell: (source, reading) => this.#read(source, reading),
          onPick: (source, picked) => this.#pick(source, picked),
          onHead: (head) => actions.selectHead({ layer: this.store.state.layer, head }),
        }),
    );
    this.#flow.setCards(this.#cards, t('trace.steps', { layer: layer.context.layer }));
    this.#bar.setAxes(axisSizes(Object.values(layer.tensors)));
  }

  /** @param {Step} step @param {CellReading | null} reading */
  #read(step, reading) {
    const { snapshot, layer: index } = this.store.state;
    const layer = snapshot && layerOf(snapshot, index);
    const tensor = layer?.tensors[step.id];
    const { actions } = this.store;
    if (!reading || !tensor || !snapshot) {
      this.#bar.say(null);
      actions.hoverToken(null);
      return;
    }
    const name = t(`trace.step.${step.id}`);
    this.#bar.say(readout(name, tensor, reading, snapshot.tokens, layer.dHead));
    const { row, column } = reading.entry;
    if (tensor.axes.at(-1) === 'key') actions.hoverToken({ cell: [row, column] });
    else if (step.side) actions.hoverToken({ side: step.side, index: row });
  }

  /**
   * A number that was clicked can be unfolded from the bar; Enter on a number of the primary head
   * unfolds it at once.
   * @param {Step} source
   * @param {import('./dimension-trace-mini.js').Picked} picked
   */
  #pick({ id }, { by, head, reading }) {
    const name = UNFOLDABLE.find((tensor) => tensor === id);
    const { state } = this.store;
    const dHead = state.snapshot && layerOf(state.snapshot, state.layer)?.dHead;
    if (!name || !dHead) return this.#bar.offer(null);
    const { row, column } = reading.entry;
    const own = reading.cell.panel.head;
    const index = own === null ? [row, column] : [own, row, column];
    const open = () => openArithmetic(this.store, { name, ...placeOf(name, index, dHead) });
    this.#bar.offer({ name: `${name}[${index.join(', ')}]`, open });
    if (by === 'key' && (head === null || head === state.heads[0])) open();
  }

  /** @param {-1 | 1} step */
  #stepLayer(step) {
    this.store.actions.setLayer(this.store.state.layer + step);
  }

  /** @param {EventTarget | null} target */
  #axisAt(target) {
    const named = target instanceof Element ? target.closest('[data-axis]') : null;
    this.store.actions.highlightAxis(named?.getAttribute('data-axis') ?? this.#held);
  }

  /** Keeps an axis lit, or lets it go when it is. @param {string | null} axis */
  #hold(axis) {
    this.#held = axis === this.#held ? null : axis;
    this.store.actions.highlightAxis(this.#held);
    lightAxes(this, this.#held, this.#held);
  }

  /** @param {readonly TraceCard[]} cards */
  #draw(cards) {
    const { axis, heads } = this.store.state;
    const look = { axis, selected: heads, pens: this.#tools() };
    for (const card of cards) if (card.pending) card.draw(look);
  }

  /** Cards out of sight, a few at a time, so that typing never waits for them. */
  #drawRest() {
    const until = performance.now() + SLICE;
    const cards = this.#cards.filter(({ pending }) => pending);
    for (const card of cards) {
      if (performance.now() < until) this.#draw([card]);
    }
    if (cards.some(({ pending }) => pending))
      this.#rest = window.setTimeout(() => this.#drawRest());
  }

  #tools() {
    if (this.#pens) return this.#pens;
    const { css, rgb } = readPalette(this);
    this.#pens = {
      paint: css,
      colours: {
        zero: rgb('panel'),
        negative: rgb('negative'),
        positive: rgb('positive'),
        fault: rgb('ink'),
        heads: Array.from({ length: HEAD_HUES }, (_, head) => rgb(headStyle(head).colour)),
      },
      font: getComputedStyle(this).fontFamily,
    };
    return this.#pens;
  }
}

/**
 * Writes a number; one that changes slides in.
 * @param {HTMLElement} element @param {string} text @param {boolean} still no motion
 */
function write(element, text, still) {
  const before = element.textContent;
  if (before === text) return;
  element.textContent = text;
  if (!before || still) return;
  const from = Number(text) > Number(before) ? '0.5em' : '-0.5em';
  element.animate([{ transform: `translateY(${from})`, opacity: 0.2 }, { transform: 'none' }], {
    duration: 250,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  });
}

customElements.define('hs-dimension-trace', DimensionTrace);
