/**
 * `<hs-compare>`: two sentences, two heads, or with and without the mask, side by side. Off until the
 * reader switches it on. Its `pairs` property holds ready pairs of sentences.
 */
import { headStyle } from '../draw/style.js';
import { bringMessages, t } from '../i18n/index.js';
import { differences, largestDifferences, mostChangedRow } from '../state/compare.js';
import { isOn } from '../state/mask.js';
import { focusOf } from '../state/store.js';
import { compareBars } from './compare-bars.js';
import { CompareControls } from './compare-controls.js';
import { focusAt, mapPlace, pairOf, placeOf, walked } from './compare-focus.js';
import { differenceList } from './compare-details.js';
import { CompareLinks } from './compare-links.js';
import { ComparePictures } from './compare-pictures.js';
import { sidesOf } from './compare-sides.js';
import { differenceTable } from './compare-table.js';
import { placeSentence, probeSentence } from './compare-words.js';
import { el, speakWithin } from './dom.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { changed, View } from './view.js';

await bringMessages('compare', 'masks');

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('./compare-sides.js').Sides} Sides
 * @typedef {import('./compare-board.js').Place} Place
 */

/** @type {(keyof State)[]} */
const DATA = ['snapshot', 'unmasked', 'comparison', 'compare', 'layer', 'heads', 'load', 'mass'];

export class Compare extends View {
  /** @type {readonly import('./compare-controls.js').ReadyPair[]} set before the store */
  pairs = [];
  #switch = el('button', { type: 'button', class: 'quiet', role: 'switch' }, t('compare.toggle'));
  #prove = proveButton(t('compare.title'), () => this.store.actions.prove('compare'));
  #intro = el('p', { class: 'mask-intro' }, t('compare.intro'));
  #controls = /** @type {CompareControls | null} */ (null);
  #under = el('p', { class: 'hint' }, t('compare.underMask'));
  #missing = el('p', { class: 'notice', role: 'status' });
  #body = el('div', { class: 'compare-body' });
  #links = new CompareLinks((side, index, held) => this.#pointToken(side, index, held));
  #pictures = new ComparePictures({
    point: (which, place, held) =>
      which === 'difference' ? this.#pointPair(place, held) : this.#pointCell(which, place, held),
    key: (event) => this.#walk(event),
    leave: () => this.store.actions.hoverToken(null),
  });
  #readout = el('p', { class: 'compare-readout', id: 'compare-readout', 'aria-live': 'off' });
  #probe = el('p', { class: 'mask-note', role: 'note' });
  #barsTitle = el('h3');
  #bars = el('div', { class: 'compare-bars' });
  #list = el('ol', { class: 'compare-list' });
  #toggle = el('button', { type: 'button', class: 'quiet', 'aria-expanded': 'false' });
  #table = el('div', {
    class: 'matrix-table compare-table',
    role: 'region',
    tabindex: 0,
    hidden: true,
    'aria-label': t('compare.tableLabel'),
  });
  /** @type {Sides | null} */
  #sides = null;
  #values = /** @type {Float32Array} */ (new Float32Array());
  /** The ready pair that was asked for and whose word is not held yet. */
  #chosen = /** @type {string | null} */ (null);
  /** A token of B without a partner, under the pointer. */
  #alone = /** @type {string | null} */ (null);
  #palette = readPalette(document.documentElement);

  build() {
    this.#controls = new CompareControls(this.store, this.pairs, (id) => (this.#chosen = id));
    this.#switch.addEventListener('click', () => this.#switchOn(!this.store.state.compare.on));
    speakWithin(this, this.#readout);
    this.#toggle.textContent = t('compare.table');
    this.#toggle.addEventListener('click', () => this.#toggleTable());
    this.#body.append(
      this.#links.element,
      this.#pictures.element,
      this.#readout,
      this.#probe,
      el(
        'div',
        { class: 'compare-details' },
        el('section', {}, this.#barsTitle, this.#bars),
        el('section', {}, el('h3', {}, t('compare.list.title')), this.#list, this.#toggle),
      ),
      this.#table,
    );
    this.append(
      el('header', {}, el('h2', {}, t('compare.title')), this.#switch, this.#prove, this.#intro),
      this.#controls.element,
      this.#under,
      this.#missing,
      this.#body,
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const measure = () => {
      this.#pictures.measure();
      this.requestRedraw();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(this.#body);
    signal.addEventListener('abort', () => observer.disconnect());
    document.fonts.ready.then(() => signal.aborted || measure());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { on } = state.compare;
    if (changed(state, previous, [...DATA, 'text', 'mask'])) {
      this.#under.hidden = !on || state.compare.kind === 'mask' || !isOn(state.mask);
      this.#switch.setAttribute('aria-checked', String(on));
      this.#intro.hidden = on;
      this.#prove.hidden = !on;
      if (this.#controls) {
        this.#controls.element.hidden = !on;
        this.#controls.update(state);
      }
    }
    if (!on) {
      this.#body.hidden = true;
      this.#missing.textContent = '';
      return;
    }
    const data = changed(state, previous, DATA);
    if (this.#chosen) this.#holdWord(state);
    if (data) this.#showData(state);
    if (this.#sides && (data || changed(state, previous, ['hover', 'lock'])))
      this.#showFocus(state);
  }

  /** @param {Readonly<State>} state */
  #showData(state) {
    const found = sidesOf(state);
    const missing = 'missing' in found;
    this.#sides = missing ? null : found;
    this.#missing.textContent = missing ? found.missing : cutNotice(found);
    this.#body.hidden = missing;
    if (missing) return;
    const { left, right, alignment } = found;
    this.#values = differences(left.weights, right.weights, alignment.pairs);
    this.#links.show(found);
    this.#pictures.show({
      sides: found,
      values: this.#values,
      kind: state.compare.picture,
      mass: state.mass,
      palette: this.#palette,
    });
    const hold = (/** @type {[number, number]} */ cell) => this.store.actions.lockToken({ cell });
    this.#list.replaceChildren(...differenceList(found, this.#values, hold));
    const pair = this.pairs.find(
      (ready) => ready.left === left.snapshot.text && ready.right === right.snapshot.text,
    );
    const probe = state.compare.kind === 'sentence' && !state.unmasked ? pair?.probe : null;
    this.#probe.textContent = probe ? probeSentence(found, probe) : '';
    this.#probe.hidden = this.#probe.textContent === '';
    if (!this.#table.hidden) this.#table.replaceChildren(differenceTable(found));
  }

  /** @param {Readonly<State>} state */
  #showFocus(state) {
    const sides = this.#sides;
    if (!sides) return;
    const { pairs } = sides.alignment;
    const tokens = placeOf(focusOf(state));
    const place = mapPlace(tokens, (index) => pairOf(pairs, 'left', index));
    const right = mapPlace(place, (pair) => pairs[pair].right);
    this.#pictures.mark({ left: tokens, right, difference: place }, this.#palette);
    const linked = tokens.row === null ? place.column : place.row;
    this.#links.mark(linked, linked === null ? (tokens.row ?? tokens.column) : null);
    const shown = place.row ?? (tokens.row === null ? this.#rowFor(place.column) : null);
    const query = shown === null ? { left: tokens.row, right: null } : pairs[shown];
    const { name, table } = compareBars(sides, query);
    this.#barsTitle.textContent = t('compare.bars.title', { query: name });
    const hue = (/** @type {number} */ head) => `var(--${headStyle(head).colour})`;
    this.#bars.style.setProperty('--hue-first', hue(sides.left.weights.head));
    this.#bars.style.setProperty('--hue', hue(sides.right.weights.head));
    this.#bars.replaceChildren(table);
    const sentence =
      this.#alone === null
        ? placeSentence(sides, this.#values, { tokens, place, shown })
        : t('compare.only.right', { text: this.#alone });
    if (this.#readout.textContent !== sentence) this.#readout.textContent = sentence;
  }

  /** The query to show when none is pointed at. @param {number | null} column a pair */
  #rowFor(column) {
    const size = this.#sides?.alignment.pairs.length ?? 0;
    if (!size) return null;
    if (column === null) return mostChangedRow(this.#values, size);
    const all = largestDifferences(this.#values, size, { count: size * size });
    return all.find((entry) => entry.column === column)?.row ?? null;
  }

  /** @param {'left' | 'right'} side @param {number | null} index @param {boolean} held */
  #pointToken(side, index, held) {
    this.#pointCell(side, index === null ? null : { row: index, column: null }, held);
  }

  /**
   * Tokens of A or B become tokens of A, which the whole page follows.
   * @param {'left' | 'right'} side
   * @param {Place | null} place
   * @param {boolean} held
   */
  #pointCell(side, place, held) {
    const sides = this.#sides;
    if (!sides) return;
    const { pairs } = sides.alignment;
    const tokens = mapPlace(place, (index) => {
      if (side === 'left') return index;
      const pair = pairOf(pairs, side, index);
      return pair === null ? null : pairs[pair].left;
    });
    const alone = place?.row != null && tokens.row === null ? sides[side].texts[place.row] : null;
    if (alone !== this.#alone) {
      this.#alone = alone;
      this.requestRedraw();
    }
    this.#point(tokens, held);
  }

  /** @param {Place | null} place in pairs @param {boolean} held */
  #pointPair(place, held) {
    const pairs = this.#sides?.alignment.pairs ?? [];
    this.#point(
      mapPlace(place, (pair) => pairs[pair]?.left),
      held,
    );
  }

  /** @param {Place} tokens of A @param {boolean} held */
  #point(tokens, held) {
    const { actions } = this.store;
    const focus = focusAt(tokens);
    if (!held) actions.hoverToken(focus);
    else if (focus) actions.lockToken(focus);
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const pairs = this.#sides?.alignment.pairs ?? [];
    if (!pairs.length || event.altKey || event.metaKey) return;
    const place = mapPlace(placeOf(focusOf(this.store.state)), (index) =>
      pairOf(pairs, 'left', index),
    );
    const next = walked(event, place, pairs.length - 1);
    if (event.key === 'Enter' && place.row !== null && place.column !== null) {
      this.#pointPair(place, true);
    } else if (next) this.#pointPair(next, false);
    else return;
    event.preventDefault();
  }

  /** A ready pair comes with the head and the word that it is about. @param {Readonly<State>} state */
  #holdWord({ snapshot, lock }) {
    const pair = this.pairs.find(({ id }) => id === this.#chosen);
    if (!pair || snapshot?.text !== pair.left) return;
    this.#chosen = null;
    const index = snapshot.tokens.findIndex(({ text }) => text === pair.word);
    const held = lock && !('cell' in lock) && lock.side === 'query' && lock.index === index;
    if (index >= 0 && !held) this.store.actions.lockToken({ side: 'query', index });
  }

  /** @param {boolean} on */
  #switchOn(on) {
    const { state, actions } = this.store;
    const { compare } = state;
    const ready = this.pairs.find(({ left }) => left === state.text) ?? this.pairs[0];
    actions.setCompare({ on, text: compare.text || (ready?.right ?? '') });
  }

  #toggleTable() {
    const open = this.#table.hidden;
    this.#table.hidden = !open;
    this.#toggle.setAttribute('aria-expanded', String(open));
    this.#toggle.textContent = t(open ? 'compare.tableHide' : 'compare.table');
    if (open && this.#sides) {
      this.#table.replaceChildren(differenceTable(this.#sides));
    }
  }
}

/** @param {Sides} sides */
function cutNotice({ right: { snapshot } }) {
  const max = snapshot.tokens.length;
  return snapshot.cut ? t('compare.cut', { max, tokens: snapshot.cut.tokens }) : '';
}

customElements.define('hs-compare', Compare);
