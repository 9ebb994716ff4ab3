/**
 * `<hs-head-graph>`: query tokens left, key tokens right, edges in the head's hue. Labels are real
 * buttons with one tab stop; edges go to SVG, beyond 64 tokens to a canvas, from one display list.
 */
import { paintCanvas } from '../draw/canvas.js';
import { drawEdges, drawGhosts, drawStrips, graphEdges, graphLayout } from '../draw/graph.js';
import { patchSvg } from '../draw/svg.js';
import { t } from '../i18n/index.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { el, prepareCanvas, Ruler, tokenText } from './dom.js';
import { GraphTokens } from './graph-tokens.js';
import { HeadKey } from './head-key.js';
import { onPaletteChange, readPalette } from './palette.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */

/** @typedef {{width: number, height: number, font: string, scrolls: boolean}} Room measured once a resize */

/** Up to this many tokens edges are SVG elements, beyond it pixels. */
const SVG_LIMIT = 64;

export class HeadGraph extends View {
  #key = new HeadKey();
  #mass = el('input', { type: 'range', min: 5, max: 100, step: 1, id: 'graph-mass' });
  #massValue = el('output', { for: 'graph-mass', class: 'figure' });
  /** Head numbers over the two columns of strips. */
  #numbers = [0, 1].map(() => el('span', { class: 'strip-numbers figure', 'aria-hidden': 'true' }));
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #canvas = el('canvas', { 'aria-hidden': 'true' });
  #stage = el('div', { class: 'graph-stage' });
  #scroll = el('div', { class: 'graph-scroll' });
  #tokens = new GraphTokens();
  #ruler = new Ruler();
  /** @type {import('../draw/graph.js').GraphLayout | null} */
  #layout = null;
  /** @type {import('../draw/display-list.js').Item[]} */
  #items = [];
  /** @type {Room | null} */
  #room = null;
  #palette = readPalette(document.documentElement);

  build() {
    const { actions } = this.store;
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#mass.setAttribute('aria-label', t('graph.massHelp'));
    this.#stage.append(this.#canvas, this.#svg, ...this.#tokens.elements);
    this.#scroll.append(this.#stage);
    this.append(
      el('header', {}, el('h2', {}, t('graph.title')), this.#key.element),
      el(
        'div',
        { class: 'graph-sides', 'aria-hidden': 'true' },
        this.#numbers[0],
        el('span', { class: 'role-query' }, t('graph.query')),
        el('span', { class: 'role-key' }, t('graph.key')),
        this.#numbers[1],
      ),
      this.#scroll,
      el(
        'footer',
        {},
        el('p', { class: 'hint' }, t('graph.hint')),
        el(
          'label',
          { class: 'mass', for: 'graph-mass', title: t('graph.massHelp') },
          el('span', {}, t('graph.mass')),
          this.#mass,
          this.#massValue,
        ),
      ),
    );
    this.#mass.addEventListener('input', () => actions.setMass(Number(this.#mass.value) / 100));
    this.#scroll.addEventListener('scroll', () => this.#paintCanvas(), { passive: true });
    this.#tokens.listen(actions);
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const measure = () => {
      const { overflowY } = getComputedStyle(this.#scroll);
      const { fontSize, fontFamily } = getComputedStyle(this.#stage);
      const { clientWidth: width, clientHeight: height } = this.#scroll;
      const font = `600 ${fontSize} ${fontFamily}`;
      this.#room = { width, height, font, scrolls: overflowY !== 'visible' };
      this.requestRedraw();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(this.#scroll);
    signal.addEventListener('abort', () => observer.disconnect());
    document.fonts.ready.then(() => signal.aborted || measure());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { snapshot } = state;
    const { layer, heads } = shownHeads(state);
    const weights = snapshot?.tensors[attentionName(layer, 'weights')];
    this.toggleAttribute('empty', !weights);
    if (changed(state, previous, ['mass'])) {
      this.#mass.value = String(Math.round(state.mass * 100));
      this.#massValue.value = t('graph.massValue', { percent: Math.round(state.mass * 100) });
    }
    if (!snapshot || !weights || !this.#room) return;
    const count = snapshot.tokens.length;
    const same = snapshot === previous?.snapshot;
    if (!same) this.#arrange(snapshot, weights.shape[0], this.#room);
    const layout = this.#layout;
    if (!layout) return;

    this.#stage.classList.toggle('moving', same && headsChanged(state, previous));
    this.#key.show({ layer, heads });
    const focus = focusOf(state);
    const edges = graphEdges({ weights: weights.data, count, heads, mass: state.mass, focus });
    const strips = { heads: weights.shape[0], count, focus, layout };
    const ghosts = { weights: weights.data, count, mass: state.mass, head: heads[0] };
    this.#items = [
      ...(focus && count <= SVG_LIMIT ? drawGhosts(ghosts, layout) : []),
      ...drawStrips(weights.data, strips),
      ...drawEdges(edges, heads, layout),
    ];
    if (focus && focus !== (previous && focusOf(previous))) this.#reveal(focus, layout);
    this.#paint(count);
    const side = focus && !('cell' in focus) ? focus.side : null;
    this.#numbers[0].classList.toggle('shown', side === 'key');
    this.#numbers[1].classList.toggle('shown', side === 'query');
    this.#tokens.mark({ focus, lock: state.lock, head: heads[0], weights: weights.data, count });
  }

  /**
   * Sizes and labels, when the tokens or the room for them changed.
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {number} heads
   * @param {Room} room
   */
  #arrange({ tokens }, heads, { width, height, font, scrolls }) {
    const narrow = width < 480;
    const label = this.#ruler.widest(tokens.map(tokenText), font) + (narrow ? 44 : 58);
    const available = scrolls ? height : tokens.length * 32;
    const layout = graphLayout({ width, available, count: tokens.length, heads, label });
    this.#layout = layout;
    /** @type {Record<string, number>} */
    const sizes = {
      row: layout.rowHeight,
      'strip-query': layout.strip.query,
      'strip-key': layout.strip.key,
      'strip-cell': layout.stripCell,
      label: layout.label,
    };
    for (const [name, size] of Object.entries(sizes))
      this.style.setProperty(`--${name}`, `${size}px`);
    this.#stage.style.height = `${layout.height}px`;
    for (const numbers of this.#numbers) {
      numbers.replaceChildren(
        ...Array.from({ length: Math.min(heads, 8) }, (_, head) => el('span', {}, String(head))),
      );
    }
    this.#svg.setAttribute('width', String(width));
    this.#svg.setAttribute('height', String(layout.height));
    this.#tokens.arrange(tokens);
  }

  /**
   * A focus that was set elsewhere, in the matrix say, is brought into view.
   * @param {Readonly<import('../state/store.js').Focus>} focus
   * @param {import('../draw/graph.js').GraphLayout} layout
   */
  #reveal(focus, { y, height }) {
    const room = this.#room?.height ?? height;
    if (height <= room || this.#scroll.matches(':hover, :focus-within')) return;
    const centre = 'cell' in focus ? (y(focus.cell[0]) + y(focus.cell[1])) / 2 : y(focus.index);
    this.#scroll.scrollTop = centre - room / 2;
  }

  /** @param {number} count */
  #paint(count) {
    const dense = count > SVG_LIMIT;
    this.#canvas.hidden = !dense;
    if (dense) this.#paintCanvas();
    const items = dense ? [] : this.#items;
    patchSvg(this.#svg, items, (token) => `var(--${token})`, 'graph-');
  }

  /** The canvas is as high as what is seen of the stage and sticks there while it scrolls. */
  #paintCanvas() {
    if (this.#canvas.hidden || !this.#layout) return;
    const height = Math.min(this.#scroll.clientHeight, this.#layout.height);
    const top = this.#scroll.scrollTop;
    const context = prepareCanvas(this.#canvas, this.#layout.width, height);
    context.translate(0, -top);
    paintCanvas(context, this.#items, this.#palette.css, { top, bottom: top + height });
  }
}

/** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
const headsChanged = (state, previous) =>
  changed(state, previous, ['layer', 'heads', 'previewHead']);

customElements.define('hs-head-graph', HeadGraph);
