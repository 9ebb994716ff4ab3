/** `<hs-dimension-trace>`: every tensor of one layer as a card, in flow order, with live sizes. */
import { placeOf, UNFOLDABLE } from '../draw/arithmetic.js';
import { columnScale } from '../draw/tensor-layout.js';
import { bringMessages, t } from '../i18n/index.js';
import { HEADS_SHOWN, withConfig } from '../state/shapes.js';
import { focusOf } from '../state/store.js';
import { openArithmetic } from './arithmetic-open.js';
import { axisSizes } from './dimension-trace-axes.js';
import { lightAxes, TraceBar } from './dimension-trace-bar.js';
import { TraceCard } from './dimension-trace-card.js';
import { TraceFact } from './dimension-trace-fact.js';
import { TraceFlow } from './dimension-trace-flow.js';
import { aboutStep, layerOf } from './dimension-trace-layer.js';
import { readPens, writeNumber } from './dimension-trace-pens.js';
import { readout } from './dimension-trace-readout.js';
import { chosenOf, DATA, isHeavy, cellOf } from './dimension-trace-reads.js';
import { el } from './dom.js';
import { onPaletteChange } from './palette.js';
import { watchSeen } from './seen.js';
import { proveButton } from './prove-button.js';
import { ShapesControls } from './shapes-controls.js';
import { aboutShapesStep, shapesLayerOf } from './shapes-layer.js';
import { changed, REST, View } from './view.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('./dimension-trace-steps.js').Step} Step
 * @typedef {import('./dimension-trace-mini.js').CellReading} CellReading
 * @typedef {import('./dimension-trace-layer.js').Layer} Layer
 */

await bringMessages('trace', 'shapes');

/** How long, in ms, cards out of sight are drawn before others have a turn. */
const SLICE = 8;

export class DimensionTrace extends View {
  #bar = new TraceBar(
    (step) => this.#stepLayer(step),
    (on) => this.store.actions.setShapes({ on }),
  );
  #shapes = new ShapesControls({
    now: () => /** @type {NonNullable<State['shapes']>} */ (this.store.state.shapes),
    setShapes: (changes) => this.store.actions.setShapes(changes),
  });
  #intro = el('p', { class: 'trace-intro' });
  /** @type {Layer | null} what is on show */
  #layer = null;
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
        proveButton(t('trace.title'), () => this.store.actions.prove('trace')),
      ),
      this.#intro,
      this.#shapes.about,
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
      for (const card of this.#cards) card.fade();
      this.requestRedraw();
    }, signal);
    watchSeen(this, (seen) => this.store.actions.setOnScreen({ section: 'trace', seen }), signal);
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
    const { shapes } = state;
    const free = shapes?.on === true;
    if (changed(state, previous, ['shapes'])) this.#showMode(shapes);
    const data = !previous || DATA.some((read) => read(state) !== read(previous));
    if (data) this.#layer = this.#layerOf(state);
    const layer = this.#layer;
    this.#empty.hidden = layer !== null || free;
    this.#bar.element.hidden = layer === null && shapes === null;
    this.#flow.element.hidden = layer === null;
    if (!layer) return;
    if (data) this.#update(layer);
    if (data) this.#bar.offer(null);
    if (data || changed(state, previous, ['axis'])) {
      lightAxes(this, state.axis, this.#held);
      this.#bar.explain(state.axis);
    }
    const look =
      changed(state, previous, ['axis', 'heads']) || chosenOf(state) !== chosenOf(previous);
    if (changed(state, previous, ['hover', 'lock'])) this.#mark(this.#cards);
    if (!data && !look) return;
    if (look) for (const card of this.#cards) card.pending = true;
    const heavy = data && isHeavy(layer);
    if (!heavy) this.#draw(this.#cards.filter((card) => this.#flow.isNear(card)));
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.#drawRest(), heavy ? 0 : REST);
  }

  /** @param {State['shapes']} shapes */
  #showMode(shapes) {
    const free = shapes?.on === true;
    this.#bar.setMode(shapes);
    this.#intro.textContent = free ? `${t('shapes.intro')} ${t('trace.intro')}` : t('trace.intro');
    this.#shapes.about.hidden = !free;
    this.classList.toggle('free', free);
    if (shapes && free) {
      if (!this.#shapes.fields.isConnected) this.#bar.element.append(this.#shapes.fields);
      this.#shapes.show(shapes);
    } else this.#shapes.fields.remove();
  }

  /** @param {Readonly<State>} state @returns {Layer | null} */
  #layerOf({ shapes, snapshot, layer, layerWeights, provisional }) {
    if (!shapes?.on)
      return snapshot && layerOf(snapshot, layer, layerWeights?.[layer], provisional);
    const choose = (/** @type {number} */ heads) => {
      const { config } = this.store.state.shapes ?? shapes;
      this.store.actions.setShapes({ config: withConfig(config, { heads }) });
    };
    return shapes.result && shapesLayerOf(shapes.result, choose);
  }

  /** @param {Layer} layer */
  #update(layer) {
    if (layer.structure !== this.#structure) this.#make(layer);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const tick = (/** @type {HTMLElement} */ element, /** @type {string} */ text) =>
      writeNumber(element, text, still || !this.inSight);
    const { heads, dHead, steps } = layer;
    const { shapes } = this.store.state;
    const free = shapes?.on === true;
    const main = steps.filter(({ id }) => id !== 'ffn-hidden').map(({ id }) => layer.tensors[id]);
    const scale = columnScale(Math.max(1, ...main.map((tensor) => tensor?.shape.at(-1) ?? 0)));
    const first = free ? Math.floor(shapes.head / HEADS_SHOWN) * HEADS_SHOWN : 0;
    const fit = { scale, first, most: HEADS_SHOWN, cell: cellOf(layer) };
    for (const card of this.#cards) {
      const { step } = card;
      const there = layer.tensors[step.id] || !layer.stop;
      const own = free ? aboutShapesStep(step.id, layer) : null;
      const about = there ? (own ?? aboutStep(step, layer)) : '';
      const available = this.#flow.widthOf(card.picture);
      const moving = free && !still && this.#flow.isNear(card);
      const renewed = card.setLayer(layer, { about, fit: { ...fit, available }, moving, tick });
      card.pending ||= renewed;
    }
    this.#bar.setLayer(layer.context.layer, layer.count);
    this.#bar.setSizes(axisSizes(Object.values(layer.tensors)), tick);
    this.#fact.element.hidden = layer.stop !== null;
    this.#fact.update({ dModel: layer.dModel, heads, dHead });
  }

  /** Makes the cards anew: another layer, or other axes. @param {Layer} layer */
  #make(layer) {
    this.#structure = layer.structure;
    this.#cards = layer.steps.map(
      (step) =>
        new TraceCard(step, layer, {
          onCell: (source, reading, tensor, weight) => this.#read(source, reading, tensor, weight),
          onPick: (source, picked) => this.#pick(source, picked),
          onHead: (head) => this.#choose(head),
        }),
    );
    const free = this.store.state.shapes?.on === true;
    this.#flow.setCards(this.#cards, {
      label: free ? t('shapes.steps') : t('trace.steps', { layer: layer.context.layer }),
      steps: layer.steps,
      input: t(free ? 'shapes.group.input' : 'trace.group.input.text'),
    });
    this.#bar.setAxes(axisSizes(Object.values(layer.tensors)));
  }

  /** @param {number} head */
  #choose(head) {
    const { state, actions } = this.store;
    if (state.shapes?.on) actions.setShapes({ head });
    else actions.selectHead({ layer: state.layer, head });
  }

  /**
   * @param {Step} step
   * @param {CellReading | null} reading
   * @param {import('./dimension-trace-mini.js').Tensor} tensor
   * @param {boolean} weight the tensor is the weights of the step
   */
  #read(step, reading, tensor, weight) {
    const layer = this.#layer;
    const { actions, state } = this.store;
    if (!reading || !layer) {
      this.#bar.say(null);
      actions.hoverToken(null);
      return;
    }
    const name = weight ? (step.weight?.symbol ?? '') : t(`trace.step.${step.id}`);
    const unnamed = (/** @type {number} */ index) => t('shapes.token', { index });
    this.#bar.say(readout(name, tensor, reading, layer.tokens, layer.dHead, unnamed));
    if (weight || state.shapes?.on) return;
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
    const dHead = this.#layer?.dHead;
    const { shapes } = state;
    const free = shapes?.on === true;
    if (!name || !dHead || (free && name === 'input')) return this.#bar.offer(null);
    const { row, column } = reading.entry;
    const own = reading.cell.panel.head;
    const index = own === null ? [row, column] : [own, row, column];
    const open = () => openArithmetic(this.store, { name, free, ...placeOf(name, index, dHead) });
    this.#bar.offer({ name: `${name}[${index.join(', ')}]`, open });
    const chosen = free ? shapes.head : state.heads[0];
    if (by === 'key' && (head === null || head === chosen)) open();
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
    const { state } = this.store;
    const { axis, heads, shapes } = state;
    const selected = shapes?.on ? [shapes.head] : heads;
    const look = { axis, selected, pens: this.#tools() };
    for (const card of cards) if (card.pending) card.draw(look);
    this.#mark(cards);
  }

  /** Marks the tokens in focus, which are the model's. @param {readonly TraceCard[]} cards */
  #mark(cards) {
    const { state } = this.store;
    const focus = state.shapes?.on ? null : focusOf(state);
    for (const card of cards) if (this.#flow.isNear(card)) card.mark(focus, this.#tools());
  }

  /** Cards out of sight and those of large tensors, a few at a time, so that typing never waits for them. */
  #drawRest() {
    const until = performance.now() + SLICE;
    const pending = this.#cards.filter((card) => card.pending);
    const near = pending.filter((card) => this.#flow.isNear(card));
    const cards = [...new Set([...near, ...pending])];
    for (const card of cards) {
      if (performance.now() < until) this.#draw([card]);
    }
    if (cards.some(({ pending }) => pending))
      this.#rest = window.setTimeout(() => this.#drawRest());
  }

  #tools() {
    this.#pens ??= readPens(this);
    return this.#pens;
  }
}

customElements.define('hs-dimension-trace', DimensionTrace);
