/**
 * The painter: query rows, key columns, the live weights as shades. A pointer drags paint over
 * cells; the keyboard walks them with one tab stop; lists and buttons do the same without either.
 */
import { cellsBetween, painterLayout } from '../draw/mask.js';
import { t } from '../i18n/index.js';
import { isPainted } from '../state/mask.js';
import { focusOf } from '../state/store.js';
import { el, Ruler, speakWithin, tokenText } from './dom.js';
import { paintMaskBoard } from './mask-board.js';
import { focusAt, placeAt, spanCells, spanOf, walked } from './mask-places.js';
import { paintSentence } from './mask-sentence.js';
import { MaskTools } from './mask-tools.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/mask.js').Cell} Cell
 * @typedef {ReturnType<typeof import('./palette.js').readPalette>} Palette
 * @typedef {import('./mask-places.js').Place} Place
 */

export class MaskPainter {
  element = el('div', { class: 'mask-painter' });
  #scroll = el('div', { class: 'mask-scroll' });
  #board = el('div', {
    class: 'mask-board',
    role: 'application',
    tabindex: 0,
    'aria-describedby': 'mask-readout',
  });
  #canvas = el('canvas', { 'aria-hidden': 'true' });
  #readout = el('p', { class: 'mask-readout', id: 'mask-readout', 'aria-live': 'off' });
  #ruler = new Ruler();
  #tools;
  #store;
  /** @type {Place} where the keyboard stands */
  #cursor = { query: 0, key: 0 };
  /** @type {{hide: boolean, last: Cell} | null} the stroke under way */
  #stroke = null;
  /** @type {Pick<import('../state/mask.js').Mask, 'painting' | 'paint'>[]} what undo goes back to */
  #past = [];
  /** @type {import('../draw/mask.js').PainterLayout | null} */
  #layout = null;
  /** @type {{state: Readonly<State>, palette: Palette} | null} */
  #drawn = null;
  /** Sizes, read once a resize, and how far the picture is scrolled, once a scroll. */
  #room = { width: 0, font: '' };
  #view = { width: 0, height: 0, left: 0, top: 0 };

  /** @param {import('../state/store.js').Store} store */
  constructor(store) {
    this.#store = store;
    this.#tools = new MaskTools({
      mask: () => store.state.mask,
      pick: ([query, key]) => this.#moveTo({ query, key }),
      toggle: (span) => this.#toggle(spanOf(span, this.#cell())),
      replace: (mask) => this.#remember(() => store.actions.setMask(mask)),
      undo: () => this.undo(),
    });
    const axes = el(
      'span',
      { class: 'matrix-axes', 'aria-hidden': 'true' },
      el('span', {}, t('matrix.axisQuery')),
      el('span', {}, t('matrix.axisKey')),
    );
    this.#board.append(this.#canvas, axes);
    this.#scroll.append(this.#board);
    this.element.append(
      el('h3', {}, t('mask.painter.title')),
      this.#tools.presets,
      this.#scroll,
      this.#readout,
      this.#tools.picker,
      el('p', { class: 'hint' }, t('mask.painter.hint')),
    );
    speakWithin(this.element, this.#readout);
    this.#listen();
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  undo() {
    const past = this.#past.pop();
    if (past) this.#store.actions.setMask(past);
  }

  #listen() {
    const board = this.#board;
    const { actions } = this.#store;
    board.addEventListener('pointerdown', (event) => this.#down(event));
    board.addEventListener('pointermove', (event) => this.#move(event));
    const end = () => (this.#stroke = null);
    board.addEventListener('pointerup', end);
    board.addEventListener('pointercancel', end);
    board.addEventListener('pointerleave', () => actions.hoverToken(null));
    board.addEventListener('click', (event) => {
      // A finger pans a picture that scrolls; its tap still paints one cell.
      if (this.#pans(/** @type {PointerEvent} */ (event))) this.#tap(this.#at(event));
    });
    board.addEventListener('keydown', (event) => this.#key(event));
    board.addEventListener('focus', () => {
      if (board.matches(':focus-visible')) this.#moveTo(this.#cursor);
    });
    board.addEventListener('blur', () => actions.hoverToken(null));
    const scrolled = () => {
      this.#look();
      this.#paint();
    };
    this.#scroll.addEventListener('scroll', scrolled, { passive: true });
  }

  /** What a resize observer should watch. */
  get watched() {
    return [this.element, this.#scroll];
  }

  /** Reads the room there is; runs once a resize. */
  measure() {
    const { fontFamily: font } = getComputedStyle(this.element);
    this.#room = { width: this.element.clientWidth, font };
    this.#layout = null;
    this.#look();
  }

  #look() {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.#scroll;
    this.#view = { width: clientWidth, height: clientHeight, left: scrollLeft, top: scrollTop };
  }

  /** @param {Readonly<State>} state @param {Palette} palette */
  update(state, palette) {
    const { snapshot } = state;
    if (!snapshot || !this.#room.width) return;
    const texts = snapshot.tokens.map(tokenText);
    if (this.#drawn?.state.snapshot !== snapshot) this.#layout = null;
    this.#drawn = { state, palette };
    this.#arrange(texts);
    this.#paint();
    const [query, key] = this.#cell();
    const hides = (/** @type {Place} */ place) => this.#hides(place);
    this.#tools.update({
      texts,
      cell: [query, key],
      hides: {
        cell: hides({ query, key }),
        row: hides({ query, key: null }),
        column: hides({ query: null, key }),
      },
      canUndo: this.canUndo,
    });
    const sentence = paintSentence(state, placeAt(focusOf(state)));
    if (this.#readout.textContent !== sentence) this.#readout.textContent = sentence;
  }

  /** @param {string[]} texts */
  #arrange(texts) {
    if (this.#layout) return;
    const { width: room, font } = this.#room;
    const label = this.#ruler.widest(texts, `650 13px ${font}`);
    this.#layout = painterLayout({ room, count: texts.length, label });
    this.#board.style.width = this.#board.style.height = `${this.#layout.side}px`;
    this.#board.style.setProperty('--margin', `${this.#layout.margin}px`);
    this.#board.classList.toggle('pans', this.#layout.scrolls);
    this.#board.setAttribute('aria-label', t('mask.painter.label', { count: texts.length }));
  }

  #paint() {
    if (!this.#drawn || !this.#layout) return;
    const { font } = this.#room;
    const about = { ...this.#drawn, layout: this.#layout, view: this.#view, font };
    paintMaskBoard(this.#canvas, about);
  }

  /** The cell the lists stand on. @returns {Cell} */
  #cell() {
    const last = Math.max(0, this.#count - 1);
    return [Math.min(last, this.#cursor.query ?? 0), Math.min(last, this.#cursor.key ?? 0)];
  }

  get #count() {
    return this.#store.state.snapshot?.tokens.length ?? 0;
  }

  /** @param {Place} place */
  #moveTo({ query, key }) {
    const last = this.#count - 1;
    const clamp = (/** @type {number | null} */ index) =>
      index === null ? null : Math.min(last, index);
    this.#cursor = { query: clamp(query), key: clamp(key) };
    this.#store.actions.hoverToken(focusAt(this.#cursor));
    this.#reveal();
  }

  /** Scrolls the cursor's cell into view. */
  #reveal() {
    if (!this.#layout?.scrolls) return;
    const { cell, margin } = this.#layout;
    const [query, key] = this.#cell();
    const inside = (
      /** @type {number} */ at,
      /** @type {number} */ from,
      /** @type {number} */ room,
    ) => Math.max(at + cell - room + margin, Math.min(at, from));
    const { width, height, left, top } = this.#view;
    this.#scroll.scrollLeft = inside(key * cell, left, width);
    this.#scroll.scrollTop = inside(query * cell, top, height);
  }

  /** @param {MouseEvent} event @returns {Place | null} */
  #at(event) {
    if (!this.#layout) return null;
    const { margin, cell } = this.#layout;
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const index = (/** @type {number} */ at, /** @type {number} */ scrolled) =>
      at < margin ? null : Math.floor((at - margin + scrolled) / cell);
    const query = index(y, this.#view.top);
    const key = index(x, this.#view.left);
    const inside = (/** @type {number | null} */ i) => i === null || (i >= 0 && i < this.#count);
    return (query === null && key === null) || !inside(query) || !inside(key)
      ? null
      : { query, key };
  }

  /** @param {PointerEvent} event */
  #pans(event) {
    return event.pointerType === 'touch' && this.#layout?.scrolls === true;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const place = this.#at(event);
    if (event.button !== 0 || !place || this.#pans(event)) return;
    if (place.query === null || place.key === null) return this.#tap(place);
    this.#board.setPointerCapture(event.pointerId);
    const hide = this.#hides(place);
    this.#stroke = { hide, last: [place.query, place.key] };
    this.#cursor = place;
    this.#remember(() =>
      this.#store.actions.paintMask({ cells: spanCells(place, this.#count), hide }),
    );
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerType === 'touch' && !this.#stroke) return;
    const place = this.#at(event);
    this.#store.actions.hoverToken(focusAt(place));
    if (!this.#stroke || place?.query == null || place.key === null) return;
    const { hide, last } = this.#stroke;
    /** @type {Cell} */
    const next = [place.query, place.key];
    if (next[0] === last[0] && next[1] === last[1]) return;
    this.#stroke.last = next;
    this.#cursor = place;
    this.#store.actions.paintMask({ cells: cellsBetween(last, next), hide });
  }

  /** @param {Place | null} place */
  #tap(place) {
    if (!place) return;
    this.#cursor = place;
    this.#toggle(place);
    this.#store.actions.hoverToken(focusAt(place));
  }

  /** @param {Place} place */
  #toggle(place) {
    const hide = this.#hides(place);
    this.#remember(() =>
      this.#store.actions.paintMask({ cells: spanCells(place, this.#count), hide }),
    );
  }

  /** Whether toggling this place would hide: some of it is not painted yet. @param {Place} place */
  #hides(place) {
    const { mask } = this.#store.state;
    const cells = spanCells(place, this.#count);
    return !mask.painting || cells.some(([query, key]) => !isPainted(mask.paint, query, key));
  }

  /** @param {() => void} change of the paint, which undo takes back */
  #remember(change) {
    const { painting, paint } = this.#store.state.mask;
    this.#past.push({ painting, paint });
    change();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const next = walked(event, this.#cursor, this.#count - 1);
    if (event.key === 'Enter' || event.key === ' ') this.#toggle(this.#cursor);
    else if (event.key === 'z' && event.ctrlKey) this.undo();
    else if (next) this.#moveTo(next);
    else return;
    event.preventDefault();
  }
}
