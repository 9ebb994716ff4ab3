/**
 * `<hs-split>`: a projection is split into heads, rightly and by the tempting one-step view, on the
 * queries and keys of the sentence; every number keeps the colour of its token.
 */
import { directionOf } from '../draw/direction.js';
import { bringMessages, formatNumber, t } from '../i18n/index.js';
import {
  bothWeights,
  FIRST_SPLIT,
  inMemory,
  owner,
  shredDifference,
  shredPlace,
  SIZES,
  STEPS,
  strays,
} from '../state/split.js';
import { sizeWithin } from '../state/split-says.js';
import { attentionName } from '../state/store.js';
import { el, speakWithin, tokenText } from './dom.js';
import { SizeChoice } from './size-choice.js';
import { SplitSide } from './split-side.js';
import { weightsTable } from './split-weights.js';
import { StepChoice } from './step-choice.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */
/** @typedef {import('../state/split.js').Split} Split */
/** @typedef {'n' | 'heads' | 'dHead'} Axis */

const AXES = /** @type {const} */ ({ n: 'n', heads: 'h', dHead: 'd_head' });

await bringMessages('split');

export class SplitView extends View {
  #choices = /** @type {Record<Axis, SizeChoice>} */ (
    Object.fromEntries(
      Object.entries(AXES).map(([axis, name]) => [
        axis,
        new SizeChoice(t(`split.size.${axis}`, { name }), {
          sizes: SIZES[/** @type {Axis} */ (axis)],
          choose: (size) => this.store.actions.setSplit({ [axis]: size, head: 0, cell: null }),
        }),
      ]),
    )
  );
  #steps = new StepChoice('split-step', {
    legend: t('split.steps'),
    steps: Array.from({ length: STEPS }, (_, step) => t(`split.step.${step}`)),
    words: { next: t('split.next'), again: t('split.again') },
    choose: (step) => this.store.actions.setSplit({ step }),
  });
  #key = el('ul', { class: 'split-key' });
  #events = {
    onPoint: (/** @type {number | null} */ cell) => this.store.actions.setSplit({ cell }),
    onKey: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
  };
  #sides = {
    right: new SplitSide('right', this.#events),
    wrong: new SplitSide('wrong', this.#events),
  };
  #stages = el(
    'div',
    { class: 'split-body' },
    this.#sides.right.element,
    this.#sides.wrong.element,
  );
  #readout = el('p', { class: 'split-readout figure' });
  #count = el('p', { class: 'split-count figure' });
  #heads = el('fieldset', { class: 'segments split-heads' });
  #difference = el('p', { class: 'figure' });
  #tables = el('div', { class: 'split-tables' });
  #whole = el('p', { class: 'split-whole figure' });
  /** @type {{snapshot: unknown, layer: number, text: string} | null} what the whole layer says */
  #said = null;

  build() {
    if (!this.store.state.split) this.store.actions.setSplit(FIRST_SPLIT);
    speakWithin(this.#stages, this.#readout);
    this.append(
      el('header', {}, el('h2', {}, t('split.title')), this.#sizes(), this.#steps.element),
      el('p', { class: 'piece-intro' }, t('split.intro')),
      el('div', { class: 'split-top' }, this.#count, this.#key),
      this.#stages,
      this.#readout,
      el(
        'section',
        { class: 'split-effect' },
        el('h3', {}, t('split.effect')),
        el('div', { class: 'run-bar' }, this.#heads, this.#difference),
        this.#tables,
        this.#whole,
      ),
    );
  }

  #sizes() {
    const choices = Object.values(this.#choices).map(({ element }) => element);
    return el('div', { class: 'size-choices' }, ...choices);
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { split, snapshot, layer } = state;
    if (!split || !snapshot || !changed(state, previous, ['split', 'snapshot', 'layer'])) return;
    const query = snapshot.tensors[attentionName(layer, 'query')];
    const key = snapshot.tensors[attentionName(layer, 'key')];
    if (!query || !key) return;
    const [most, rows] = query.shape;
    const size = sizeWithin(split, query);
    const texts = snapshot.tokens.slice(0, size.n).map(tokenText);
    const memory = { query: inMemory(query, size), key: inMemory(key, size) };
    if (previous && onlyPointed(state, previous)) {
      this.#showPointed(split, size, texts, memory.query);
      return;
    }
    const possible = {
      n: SIZES.n.filter((n) => n <= rows),
      heads: SIZES.heads.filter((heads) => heads <= most),
      dHead: SIZES.dHead,
    };
    for (const axis of /** @type {Axis[]} */ (Object.keys(AXES))) {
      this.#choices[axis].show(size[axis], possible[axis]);
    }
    this.#steps.show(split.step);
    const wrongPlaces = new Set(strays(size));
    const of = (/** @type {number} */ index) => ({
      token: owner(index, size).token,
      stray: wrongPlaces.has(index),
    });
    const width = this.#sides.right.element.clientWidth || 320;
    for (const side of /** @type {const} */ (['right', 'wrong'])) {
      const { step } = split;
      this.#sides[side].show({ size, step, width, of, tokens: texts });
    }
    this.#key.dir = directionOf(snapshot.text);
    this.#key.replaceChildren(
      ...texts.map((text, token) =>
        el(
          'li',
          {},
          el('span', { class: `split-cell t${token}` }, String(token)),
          el('bdi', { dir: 'auto' }, text),
        ),
      ),
    );
    const total = size.n * size.heads * size.dHead;
    this.#count.textContent = t('split.count', {
      count: wrongPlaces.size,
      total,
      percent: formatNumber((100 * wrongPlaces.size) / total, 0),
    });
    this.#showPointed(split, size, texts, memory.query);
    this.#showWeights(split, size, texts, memory);
    this.#showWhole(state);
  }

  /**
   * @param {Readonly<Split>} split
   * @param {import('../state/split.js').Size} size
   * @param {readonly string[]} texts
   * @param {Float32Array} memory
   */
  #showPointed({ cell }, size, texts, memory) {
    for (const side of Object.values(this.#sides)) side.point(cell);
    if (cell === null || cell >= memory.length) {
      this.#readout.textContent = t('split.readout.none');
      return;
    }
    const { token, head, column } = owner(cell, size);
    const there = shredPlace(cell, size);
    this.#readout.textContent = t(
      there.head === head ? 'split.readout.same' : 'split.readout.stray',
      {
        text: texts[token],
        head,
        column,
        value: formatNumber(memory[cell], 3),
        other: there.head,
        row: there.row,
        instead: texts[there.row],
      },
    );
  }

  /**
   * @param {Readonly<Split>} split
   * @param {import('../state/split.js').Size} size
   * @param {readonly string[]} texts
   * @param {{query: Float32Array, key: Float32Array}} memory
   */
  #showWeights(split, size, texts, { query, key }) {
    const head = Math.min(split.head, size.heads - 1);
    const { right, wrong } = bothWeights({ query, key, size });
    const area = size.n * size.n;
    const ofHead = (/** @type {Float64Array} */ all) =>
      all.subarray(head * area, (head + 1) * area);
    const sides = { right: ofHead(right), wrong: ofHead(wrong) };
    this.#tables.replaceChildren(
      .../** @type {const} */ (['right', 'wrong']).map((side) =>
        weightsTable({
          values: sides[side],
          texts,
          head,
          caption: t(`split.weights.${side}`, { head }),
        }),
      ),
    );
    if (this.#heads.querySelectorAll('input').length !== size.heads) this.#makeHeads(size.heads);
    this.#heads.querySelectorAll('input').forEach((input, i) => (input.checked = i === head));
    const most = sides.right.reduce((max, v, i) => Math.max(max, Math.abs(v - sides.wrong[i])), 0);
    this.#difference.textContent = t('split.difference', { head, value: formatNumber(most, 3) });
  }

  /** @param {number} count */
  #makeHeads(count) {
    this.#heads.replaceChildren(
      el('legend', { class: 'unseen' }, t('split.heads')),
      ...Array.from({ length: count }, (_, head) => {
        const input = el('input', { type: 'radio', name: 'split-head', value: head });
        input.addEventListener('change', () => this.store.actions.setSplit({ head }));
        return el('label', {}, input, el('span', {}, t('split.head', { head })));
      }),
    );
  }

  /** The same on every number of the layer. @param {Readonly<State>} state */
  #showWhole({ snapshot, layer }) {
    if (!snapshot || (this.#said?.snapshot === snapshot && this.#said.layer === layer)) return;
    const [query, key, masked, weights] = ['query', 'key', 'masked', 'weights'].map(
      (name) => snapshot.tensors[attentionName(layer, name)],
    );
    const [heads, n, dHead] = query.shape;
    const size = { n, heads, dHead };
    const difference = shredDifference({ query, key, masked, weights });
    const percent = formatNumber((100 * strays(size).length) / (n * heads * dHead), 0);
    const value = formatNumber(difference, 3);
    const text = t('split.whole', { layer, n, heads, dHead, percent, value });
    this.#said = { snapshot, layer, text };
    this.#whole.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const { split, snapshot, layer } = this.store.state;
    const tensor = snapshot?.tensors[attentionName(layer, 'query')];
    if (!split || !tensor) return;
    const { n, heads, dHead } = sizeWithin(split, tensor);
    const last = n * heads * dHead - 1;
    const at = split.cell;
    /** @type {Record<string, number>} */
    const moves = {
      ArrowRight: at === null ? 0 : at + 1,
      ArrowLeft: at === null ? last : at - 1,
      ArrowDown: at === null ? 0 : at + heads * dHead,
      ArrowUp: at === null ? last : at - heads * dHead,
      Home: 0,
      End: last,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.#events.onPoint(Math.max(0, Math.min(last, moves[event.key])));
  }
}

/** @param {Readonly<State>} state @param {Readonly<State>} previous */
const onlyPointed = (state, previous) =>
  state.snapshot === previous.snapshot &&
  state.layer === previous.layer &&
  previous.split !== null &&
  /** @type {const} */ (['n', 'heads', 'dHead', 'step', 'head']).every(
    (field) => state.split?.[field] === previous.split?.[field],
  );

customElements.define('hs-split', SplitView);
