/** `<hs-arithmetic>`: one number of the layer on show, unfolded into what made it, and the proof of it. */
import { decimalsFor, indexOf, placeOf, unfold, valueAt } from '../draw/arithmetic.js';
import { bringMessages, formatNumber, t } from '../i18n/index.js';
import { ArithmeticChain } from './arithmetic-chain.js';
import { cellFormula } from './arithmetic-formulas.js';
import { cellToUnfold } from '../state/unfolding.js';
import { chainSentence, summedAxis } from './arithmetic-says.js';
import { chainOf } from './arithmetic-source.js';
import { ArithmeticTerms } from './arithmetic-terms.js';
import { cellName, COORDINATES, placeWords, wordsOf } from './arithmetic-words.js';
import { formula } from './dimension-trace-math.js';
import { el } from './dom.js';
import { HeadKey } from './head-key.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { changed, View } from './view.js';

await bringMessages('arithmetic', 'trace');

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('../draw/arithmetic.js').Name} Name
 * @typedef {import('../draw/arithmetic.js').Unfolded} Unfolded
 * @typedef {NonNullable<ReturnType<typeof chainOf>>} Chain
 */

/** @type {(keyof State)[]} */
const FIELDS = [
  'unfolding',
  'snapshot',
  'provisional',
  'layer',
  'heads',
  'layerWeights',
  'mixer',
  'contributions',
  'shapes',
];

export class Arithmetic extends View {
  #key = new HeadKey();
  #chain = new ArithmeticChain((step) => this.store.actions.unfold(step));
  #terms = new ArithmeticTerms((cell) => this.#unfoldCell(cell));
  #prove = proveButton(t('arithmetic.title'), () => this.store.actions.prove('arithmetic'));
  #start = el('button', { type: 'button', class: 'strong' }, t('arithmetic.start'));
  #intro = el('p', { class: 'mask-intro' }, t('arithmetic.intro'), ' ', this.#start);
  #close = el('button', { type: 'button', class: 'quiet arithmetic-close' }, t('arithmetic.close'));
  #name = el('h3', { class: 'cell-name figure' });
  #where = el('p', { class: 'cell-where' });
  #formula = el('div', { class: 'cell-formula' });
  #say = el('p', { class: 'notice', role: 'status' });
  #sorted = el('input', { type: 'radio', name: 'arithmetic-order', value: 'sorted' });
  #order = this.#orderChoice();
  #body = el('div', { class: 'arithmetic-body', hidden: true });
  #palette = readPalette(document.documentElement);
  /** @type {Element | null} where Escape goes back to */
  #from = null;
  #shownFormula = '';

  build() {
    const { actions } = this.store;
    this.#body.append(
      this.#chain.element,
      el(
        'div',
        { class: 'cell-head' },
        el('div', {}, this.#name, this.#where),
        this.#formula,
        this.#chain.pickers,
        this.#order,
      ),
      this.#say,
      this.#terms.element,
    );
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('arithmetic.title')),
        this.#key.element,
        this.#prove,
        this.#close,
      ),
      this.#intro,
      this.#body,
    );
    this.#start.addEventListener('click', () => {
      actions.unfold({ name: 'scores', ...cellToUnfold(this.store.state) });
      this.focus({ preventScroll: true });
    });
    this.#close.addEventListener('click', () => this.#leave());
    this.addEventListener('keydown', (event) => this.#walk(event));
    this.addEventListener('hs-opened', (event) => {
      this.#from = /** @type {CustomEvent<{from: Element | null}>} */ (event).detail.from;
    });
    for (const name of ['pointerenter', 'focusin']) {
      this.addEventListener(name, () => this.#light(true));
    }
    for (const name of ['pointerleave', 'focusout']) {
      this.addEventListener(name, () => this.#light(false));
    }
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    const observer = new ResizeObserver(() => this.#terms.draw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (!changed(state, previous, FIELDS)) return;
    const { layer, heads } = state;
    const chain = chainOf(state);
    for (const part of [this.#body, this.#close, this.#prove]) {
      part.toggleAttribute('hidden', chain === null);
    }
    this.#intro.toggleAttribute('hidden', chain !== null);
    this.#start.disabled = state.snapshot === null;
    this.#key.show({ layer, heads: [heads[0]] });
    this.#key.element.hidden = chain?.unfolding.free === true;
    if (!chain) return;
    const { unfolding, steps, size, source, place, snapshot } = chain;
    const { dHead } = size;
    // Another layer may lack the step.
    const name = steps.includes(unfolding.name) ? unfolding.name : 'output';
    const here = { ...unfolding, name };
    const unfolded = unfold(source, name, place, { sorted: this.#sorted.checked });
    const index = indexOf(name, place, dHead);
    const valueOf = (/** @type {Name} */ of) => {
      const tensor = source.tensors(of);
      if (!tensor) return null;
      const value = valueAt(tensor, indexOf(of, place, dHead));
      return { value, digits: of === name ? (unfolded?.digits ?? 4) : decimalsFor(value) };
    };
    this.#chain.show(here, { tokens: snapshot.tokens, size, steps, valueOf });
    this.#show(
      { ...chain, unfolding: here },
      unfolded,
      cellName({ name, index }, dHead),
      valueOf(name),
    );
    if (previous && this.matches(':focus-within, :hover')) this.#light(true);
  }

  /**
   * @param {Chain} chain
   * @param {Unfolded | null} unfolded
   * @param {string} cell
   * @param {{value: number, digits: number} | null} shown
   */
  #show({ unfolding, snapshot, place, size, source, steps }, unfolded, cell, shown) {
    const { name } = unfolding;
    const value = shown ? formatNumber(shown.value, shown.digits) : '…';
    this.#name.replaceChildren(`${cell} = `, el('strong', {}, value));
    const words = wordsOf(unfolding, snapshot.tokens);
    this.#where.textContent = placeWords(unfolding, words);
    const { first, lifted, entry, block } = source;
    const biased = source.weights('query.bias') !== undefined || !unfolding.free;
    const layer = { first, lifted, entry, biased, scale: block?.embeddingScale };
    const formulaOf = JSON.stringify([name, layer]);
    if (this.#shownFormula !== formulaOf) {
      this.#shownFormula = formulaOf;
      this.#formula.replaceChildren(formula(cellFormula(name, layer), { display: true }));
    }
    const kind = unfolded?.kind;
    const say = chainSentence({ unfolding, place, size, source, kind: kind ?? null }, words);
    if (this.#say.textContent !== say) this.#say.textContent = say;
    this.#terms.element.hidden = !unfolded || kind === 'hidden';
    this.#order.hidden = !unfolded || unfolded.terms.length < 2;
    if (unfolded)
      this.#terms.show(unfolded, { dHead: size.dHead, steps, paint: this.#palette.css });
  }

  #orderChoice() {
    const plain = el('input', {
      type: 'radio',
      name: 'arithmetic-order',
      value: 'plain',
      checked: true,
    });
    for (const input of [plain, this.#sorted]) {
      input.addEventListener('change', () => this.requestRedraw());
    }
    return el(
      'fieldset',
      { class: 'segments arithmetic-order' },
      el('legend', { class: 'unseen' }, t('arithmetic.order')),
      el('label', {}, plain, el('span', {}, t('arithmetic.order.plain'))),
      el('label', {}, this.#sorted, el('span', {}, t('arithmetic.order.sorted'))),
    );
  }

  /** @param {import('../draw/arithmetic.js').Cell} cell an operand */
  #unfoldCell({ name, index, layer: other }) {
    const chain = chainOf(this.store.state);
    if (!chain) return;
    const layer = chain.unfolding.free ? undefined : other;
    const tensor = /** @type {Name} */ (name);
    const place = placeOf(tensor, index, chain.size.dHead);
    this.store.actions.unfold({ name: tensor, layer, ...place });
    this.focus({ preventScroll: true });
  }

  /** Steps back and forth wherever the keys have no work of their own. @param {KeyboardEvent} event */
  #walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    if (event.key === 'Escape' && this.store.state.unfolding) {
      event.preventDefault();
      this.#leave();
      return;
    }
    if (target.closest('input, select, pre, .terms-table')) return;
    const by = { ArrowLeft: /** @type {const} */ (-1), ArrowRight: /** @type {const} */ (1) }[
      event.key
    ];
    if (!by || !this.#chain.walk(by)) return;
    event.preventDefault();
    // The next step may lack what had the focus.
    if (!target.closest('.chain')) this.focus({ preventScroll: true });
  }

  /** Closes and goes back to where the number was chosen. */
  #leave() {
    this.#light(false);
    this.store.actions.unfold(null);
    const from = this.#from;
    this.#from = null;
    if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
    else this.focus({ preventScroll: true });
  }

  /** The two vectors light up where they stand in the other pictures. @param {boolean} on */
  #light(on) {
    const { actions, state } = this.store;
    const chain = on ? chainOf(state) : null;
    if (!chain) {
      actions.hoverToken(null);
      actions.highlightAxis(null);
      return;
    }
    const { name, query, key, free } = chain.unfolding;
    const [first, second] = COORDINATES[name];
    // The tokens of a chosen shape are none of the sentence.
    if (free) actions.hoverToken(null);
    else if (second === 'key') actions.hoverToken({ cell: [query, key] });
    else if (first === 'key') actions.hoverToken({ side: 'key', index: key });
    else actions.hoverToken(first === 'query' ? { side: 'query', index: query } : null);
    actions.highlightAxis(summedAxis(name, chain.source));
  }
}

customElements.define('hs-arithmetic', Arithmetic);
