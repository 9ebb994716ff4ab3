/**
 * `<hs-head-graph>`: query tokens left, key tokens right, edges in the head's hue; or one line of
 * tokens with arcs. Labels are real buttons with one tab stop; edges go to SVG, beyond 64 tokens to
 * a canvas, from one display list.
 */
import { arcLayout, drawArcGraph } from '../draw/arcs.js';
import { paintCanvas } from '../draw/canvas.js';
import { directionOf } from '../draw/direction.js';
import { drawGraph, graphLayout } from '../draw/graph.js';
import { patchSvg } from '../draw/svg.js';
import { t } from '../i18n/index.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { el, prepareCanvas, Ruler, tokenText } from './dom.js';
import { GraphBar } from './graph-bar.js';
import { GraphTokens } from './graph-tokens.js';
import { HeadKey } from './head-key.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { changed, View } from './view.js';
import { writeAttribute } from './write.js';

/** @typedef {import('./view.js').State} State */

/**
 * @typedef {{width: number, height: number, font: string, scrolls: boolean}} Room measured once a
 *   resize; without `scrolls` the page grows with the picture
 * @typedef {{kind: 'columns', layout: import('../draw/graph.js').GraphLayout}
 *   | {kind: 'arcs', layout: import('../draw/arcs.js').ArcLayout}} Arrangement
 * @typedef {Required<import('../draw/canvas.js').Seen>} Seen px of the stage
 * @typedef {Readonly<import('../state/store.js').Focus> | null} Focus
 * @typedef {import('../draw/graph.js').GraphInput & {allHeads: number, ghosts: boolean,
 *   focus: Focus, lock: Focus}} Picture
 */

/** Up to this many tokens, and twice as many over all heads on show, edges are SVG elements. */
const SVG_LIMIT = 64;

/** A room lower than this and this much wider than high is made for arcs. */
const LOW = 420;
const WIDE = 1.4;

/** Height of arcs where the page scrolls instead of the picture. */
const FREE_ARCS = 320;

export class HeadGraph extends View {
  #key = new HeadKey();
  #mass = el('input', { type: 'range', min: 5, max: 100, step: 1, id: 'graph-mass' });
  #massValue = el('output', { for: 'graph-mass', class: 'figure', role: 'none' });
  #bar = new GraphBar();
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #canvas = el('canvas', { 'aria-hidden': 'true' });
  #stage = el('div', { class: 'graph-stage' });
  #scroll = el('div', { class: 'graph-scroll' });
  #tokens = new GraphTokens();
  #ruler = new Ruler();
  /** @type {Arrangement | null} */
  #arrangement = null;
  /** @type {Picture | null} */
  #picture = null;
  /** @type {Room | null} */
  #room = null;
  /** Kept until it scrolls: to ask once more has the page laid out. @type {ReturnType<typeof windowOf> | null} */
  #window = null;
  #palette = readPalette(document.documentElement);

  build() {
    const { actions } = this.store;
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#mass.setAttribute('aria-label', t('graph.massHelp'));
    this.#stage.append(this.#canvas, this.#svg, ...this.#tokens.elements);
    this.#scroll.append(this.#stage);
    this.append(
      el('header', {}, el('h2', {}, t('graph.title')), this.#key.element, this.#bar.layouts),
      this.#bar.sides,
      this.#bar.line,
      this.#scroll,
      el(
        'footer',
        {},
        el('p', { class: 'hint' }, t('graph.hint')),
        proveButton(t('graph.title'), () => actions.prove('graph')),
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
    const scrolled = () => {
      const { scrollTop, scrollLeft } = this.#scroll;
      // Painted already where a focus that was set elsewhere had it scroll.
      if (this.#window?.top === scrollTop && this.#window.left === scrollLeft) return;
      this.#window = null;
      if (this.#isDense()) this.#paint();
    };
    this.#scroll.addEventListener('scroll', scrolled, { passive: true });
    this.#tokens.listen(actions);
    this.#bar.listen(actions);
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const measure = () => {
      const flows = getComputedStyle(this).getPropertyValue('--flows');
      const { fontSize, fontFamily } = getComputedStyle(this.#stage);
      const { clientWidth: width, clientHeight: height } = this.#scroll;
      const font = `600 ${fontSize} ${fontFamily}`;
      this.#room = { width, height, font, scrolls: flows !== '1' };
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
      writeAttribute(this.#mass, 'aria-valuetext', this.#massValue.value);
    }
    if (!snapshot || !weights || !this.#room || !changed(state, previous, PICTURE)) return;
    const count = snapshot.tokens.length;
    const same = snapshot === previous?.snapshot;
    const kind = kindOf(state, this.#room);
    const arranged = same && this.#arrangement?.kind === kind;
    if (!arranged) this.#arrange(kind, snapshot, weights.shape[0], this.#room);
    const arrangement = this.#arrangement;
    if (!arrangement) return;

    const focus = focusOf(state);
    const side = focus && !('cell' in focus) ? focus.side : null;
    const read = side ?? state.side;
    this.#bar.show({ kind, side, read });
    this.#tokens.read(kind === 'arcs' ? read : null);
    this.#stage.classList.toggle('moving', arranged && changed(state, previous, HEADS));
    this.#key.show({ layer, heads });
    this.#picture = {
      ...{ weights: weights.data, count, heads, mass: state.mass, focus },
      ...{ allHeads: weights.shape[0], ghosts: count <= SVG_LIMIT, lock: state.lock },
    };
    if (focus && focus !== (previous && focusOf(previous))) this.#reveal(focus, arrangement);
    this.#paint();
  }

  /**
   * Sizes and labels, when the tokens, the layout or the room for them changed.
   * @param {Arrangement['kind']} kind
   * @param {import('../state/store.js').Snapshot} snapshot
   * @param {number} heads
   * @param {Room} room
   */
  #arrange(kind, { tokens, text }, heads, room) {
    const direction = directionOf(text);
    const was = this.#arrangement;
    // Read before anything is resized: a line that gets shorter would move it.
    const end =
      was?.kind === 'arcs' && was.layout.way < 0
        ? this.#scroll.scrollLeft - was.layout.width
        : null;
    const arrangement =
      kind === 'arcs'
        ? this.#line(tokens, heads, { ...room, direction })
        : this.#columns(tokens, heads, room);
    const { width, height } = arrangement.layout;
    this.#arrangement = arrangement;
    this.#window = null;
    this.classList.toggle('arcs', kind === 'arcs');
    this.#stage.style.height = `${height}px`;
    this.#stage.style.width = kind === 'arcs' ? `${width}px` : '';
    this.#bar.number(heads);
    writeAttribute(this.#svg, 'width', String(width));
    writeAttribute(this.#svg, 'height', String(height));
    this.#tokens.arrange(tokens);
    this.#tokens.place(arrangement);
    this.#keepStart(end, arrangement);
  }

  /**
   * A line from right to left begins at its right end, and keeps what is seen of it while its length
   * changes.
   * @param {number | null} before what was seen of such a line, from its right end; null for another
   * @param {Arrangement} now
   */
  #keepStart(before, { kind, layout }) {
    if (kind !== 'arcs') return;
    if (layout.way < 0) this.#scroll.scrollLeft = layout.width + (before ?? 0);
    else if (before !== null) this.#scroll.scrollLeft = 0;
  }

  /**
   * @param {readonly import('../state/store.js').Token[]} tokens
   * @param {number} heads
   * @param {Room} room
   * @returns {Arrangement}
   */
  #columns(tokens, heads, { width, height, font, scrolls }) {
    const label = this.#ruler.widest(tokens.map(tokenText), font) + (width < 480 ? 44 : 58);
    const available = scrolls ? height : tokens.length * 32;
    const layout = graphLayout({ width, available, count: tokens.length, heads, label });
    /** @type {Record<string, number>} */
    const sizes = {
      'strip-query': layout.strip.query,
      'strip-key': layout.strip.key,
      'strip-cell': layout.stripCell,
      label: layout.label,
    };
    // Only where they are used: whatever stands below them is styled anew with every change.
    for (const { style } of [this.#bar.sides, ...this.#tokens.elements]) {
      for (const [name, size] of Object.entries(sizes)) style.setProperty(`--${name}`, `${size}px`);
    }
    for (const { classList } of this.#tokens.elements) {
      classList.toggle('narrow', layout.label < label);
    }
    return { kind: 'columns', layout };
  }

  /**
   * @param {readonly import('../state/store.js').Token[]} tokens
   * @param {number} heads
   * @param {Room & {direction: 'ltr' | 'rtl'}} room
   * @returns {Arrangement}
   */
  #line(tokens, heads, { width, height, font, scrolls, direction }) {
    const labels = tokens.map((token) => this.#ruler.widest([tokenText(token)], font));
    const available = scrolls ? height : FREE_ARCS;
    return { kind: 'arcs', layout: arcLayout({ width, available, labels, heads, direction }) };
  }

  /**
   * A focus that was set elsewhere, in the matrix say, is brought into view.
   * @param {Readonly<import('../state/store.js').Focus>} focus
   * @param {Arrangement} arrangement
   */
  #reveal(focus, { kind, layout }) {
    const room = this.#room;
    if (!room || this.#scroll.matches(':hover, :focus-within')) return;
    const tokens = 'cell' in focus ? focus.cell : [focus.index];
    const at = kind === 'arcs' ? layout.x : layout.y;
    const centre = tokens.reduce((sum, index) => sum + at(index), 0) / tokens.length;
    this.#window = null;
    if (kind === 'arcs') this.#scroll.scrollLeft = centre - room.width / 2;
    else if (layout.height > room.height) this.#scroll.scrollTop = centre - room.height / 2;
  }

  /** Whether there are too many edges for elements. */
  #isDense() {
    const { count, heads } = this.#picture ?? { count: 0, heads: [] };
    return count > SVG_LIMIT || count * heads.length > 2 * SVG_LIMIT;
  }

  #paint() {
    const [arrangement, picture] = [this.#arrangement, this.#picture];
    if (!arrangement || !picture) return;
    const dense = this.#isDense();
    const seen = dense ? this.#seen(arrangement) : EVERYTHING;
    const sees = seesIn(arrangement, seen);
    const items =
      arrangement.kind === 'arcs'
        ? drawArcGraph({ ...picture, sees }, arrangement.layout)
        : drawGraph({ ...picture, sees }, arrangement.layout);
    this.#canvas.toggleAttribute('hidden', !dense);
    if (dense) this.#paintCanvas(items, seen);
    patchSvg(this.#svg, dense ? [] : items, (token) => `var(--${token})`, 'graph-');
    const { focus, lock, heads, weights, count } = picture;
    this.#tokens.mark({ focus, lock, head: heads[0], weights, count }, sees);
  }

  /** What is seen of the stage. @param {Arrangement} arrangement @returns {Seen} */
  #seen({ layout }) {
    this.#window ??= windowOf(this.#scroll);
    const { top, left } = this.#window;
    const right = left + Math.min(this.#window.width, layout.width);
    return { top, left, right, bottom: top + Math.min(this.#window.height, layout.height) };
  }

  /**
   * The canvas is as large as what is seen of the stage and sticks there while it scrolls.
   * @param {readonly import('../draw/display-list.js').Item[]} items
   * @param {Seen} seen
   */
  #paintCanvas(items, seen) {
    const context = prepareCanvas(this.#canvas, seen.right - seen.left, seen.bottom - seen.top);
    context.translate(-seen.left, -seen.top);
    paintCanvas(context, items, this.#palette.css, seen);
  }
}

/** @type {Seen} */
const EVERYTHING = { top: -Infinity, bottom: Infinity, left: -Infinity, right: Infinity };

/**
 * @param {Arrangement} arrangement
 * @param {Seen} seen
 * @returns {(index: number) => boolean} whether any of a token's label is seen
 */
function seesIn({ kind, layout }, { top, bottom, left, right }) {
  if (kind === 'arcs') {
    const { lefts, widths } = layout;
    return (index) => lefts[index] + widths[index] > left && lefts[index] < right;
  }
  const half = layout.rowHeight / 2;
  return (index) => layout.y(index) + half > top && layout.y(index) - half < bottom;
}

/** What is seen of what scrolls. @param {Element} scroll */
const windowOf = ({ clientWidth, clientHeight, scrollTop, scrollLeft }) => ({
  ...{ width: clientWidth, height: clientHeight },
  ...{ top: scrollTop, left: scrollLeft },
});

/** Which heads are drawn follows from these. @type {(keyof State)[]} */
const HEADS = ['layer', 'heads', 'previewHead'];

/** What the picture follows from. @type {(keyof State)[]} */
const PICTURE = [...HEADS, 'snapshot', 'mass', 'hover', 'lock', 'layout', 'side'];

/**
 * @param {Readonly<State>} state
 * @param {Room} room
 * @returns {Arrangement['kind']}
 */
function kindOf({ layout }, { width, height, scrolls }) {
  if (layout !== 'auto') return layout;
  return scrolls && height < LOW && width > WIDE * height ? 'arcs' : 'columns';
}

customElements.define('hs-head-graph', HeadGraph);
