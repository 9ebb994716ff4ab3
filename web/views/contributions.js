/**
 * `<hs-contributions>`: concat is a sum. W_O in slabs, what each head adds to a word's output, and
 * whether those that look hard add much.
 */
import { drawRibbons, ribbonsHeight } from '../draw/contributions.js';
import { directionOf } from '../draw/direction.js';
import { headStyle } from '../draw/style.js';
import { patchSvg } from '../draw/svg.js';
import { bringMessages, formatNumber, t } from '../i18n/index.js';
import { looksHardAddsLittle, stackOf, sumOfStacks } from '../state/contributions.js';
import { chosenToken, layersOf } from './contributions-parts.js';
import { contributionRanking, percent } from './contributions-ranking.js';
import { ContributionSlabs } from './contributions-slabs.js';
import { el, tokenText } from './dom.js';
import { LayerChoice } from './layer-choice.js';
import { onPaletteChange, readPalette } from './palette.js';
import { scientific } from './scientific.js';
import { proveButton } from './prove-button.js';
import { rove } from './roving.js';
import { setTabStop } from './tab-stop.js';
import { watchSeen } from './seen.js';
import { changed, View } from './view.js';
import { write, writeAttribute } from './write.js';

await bringMessages('wo');

/**
 * @typedef {import('./view.js').State} State
 * @typedef {import('../state/contributions.js').Stack} Stack
 * @typedef {import('./contributions-parts.js').LayerSums} LayerSums
 */

/** @type {(keyof State)[]} */
const DATA = ['contributions', 'outputWeights', 'contributionsFailed', 'layer', 'snapshot'];

export class ContributionsView extends View {
  #layers = new LayerChoice('wo-layer', {
    legend: t('wo.layers'),
    label: (layer) => t('wo.layer', { layer }),
    choose: (layer) => this.store.actions.setLayer(layer),
  });
  #tokens = el('div', { class: 'wo-tokens', role: 'group', 'aria-label': t('wo.tokens') });
  #notice = el('p', { class: 'notice', role: 'status' });
  #body = el('div', { class: 'wo-body', hidden: true });
  #slabs = new ContributionSlabs();
  #title = el('h3');
  #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  #sum = el('p', { class: 'wo-sum figure' });
  #sliced = el('p', { class: 'notice' });
  #ranking = el('div');
  #case = el('p', { class: 'wo-case', role: 'status' });
  /** @type {unknown[]} what the picture on show was made from */
  #shown = [];
  /** @type {unknown[]} what the case was found in */
  #caseOf = [];
  #width = 0;
  #palette = readPalette(document.documentElement);

  build() {
    const find = el('button', { type: 'button', class: 'quiet wo-find' }, t('wo.case.find'));
    find.addEventListener('click', () => this.#findCase());
    this.#svg.setAttribute('role', 'img');
    this.#svg.classList.add('wo-ribbons');
    this.#tokens.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) this.#choose(button.dataset.index);
    });
    rove(this.#tokens);
    this.#body.append(
      this.#slabs.element,
      el(
        'div',
        { class: 'wo-reading' },
        el(
          'section',
          { class: 'wo-stack' },
          this.#title,
          this.#svg,
          this.#sum,
          el('p', { class: 'hint' }, t('wo.stack.hint')),
          this.#sliced,
        ),
        el(
          'section',
          {},
          el('h3', {}, t('wo.rank.title')),
          this.#ranking,
          el('p', { class: 'hint' }, t('wo.rank.hint')),
          find,
          this.#case,
        ),
      ),
    );
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('wo.title')),
        this.#layers.element,
        proveButton(t('wo.title'), () => this.store.actions.prove('contributions')),
      ),
      el('p', { class: 'wo-intro' }, t('wo.intro')),
      this.#tokens,
      this.#notice,
      this.#body,
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    watchSeen(
      this,
      (seen) => this.store.actions.setOnScreen({ section: 'contributions', seen }),
      signal,
    );
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this.#body);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const data = changed(state, previous, DATA);
    if (!data && !changed(state, previous, ['hover', 'lock', 'load'])) return;
    const layers = state.snapshot?.model?.layers.length ?? 0;
    this.#layers.show(layers, state.layer);
    const { contributionsFailed: failed, load } = state;
    const waiting = load.phase === 'ready' ? '' : t('wo.waiting');
    write(this.#notice, failed ? t('wo.failed', { message: failed }) : waiting);
    const ready = layersOf(state);
    this.#body.hidden = !ready;
    if (data) this.#showTokens(state);
    const token = ready ? chosenToken(state) : null;
    this.#markToken(token);
    // A picture that is mixed anew comes before what its heads add; until then this stands as it is.
    const now = [state.contributions, state.outputWeights, state.layer, token];
    const same = previous && now.every((part, i) => part === this.#shown[i]);
    if (!ready || same) return;
    this.#shown = now;
    this.#show(state, ready, token);
  }

  /** @param {Readonly<State>} state */
  #showTokens({ snapshot }) {
    const texts = snapshot?.tokens.map(tokenText) ?? [];
    const now = [t('wo.all'), ...texts];
    const same = [...this.#tokens.children].map((child) => child.textContent);
    this.#tokens.dir = directionOf(snapshot?.text ?? '');
    if (now.length === same.length && now.every((text, i) => text === same[i])) return;
    this.#tokens.replaceChildren(
      ...now.map((text, i) =>
        el(
          'button',
          { type: 'button', class: i ? 'wo-token' : 'wo-token all', 'data-index': i - 1 },
          el('bdi', { dir: 'auto' }, text),
        ),
      ),
    );
  }

  /** @param {number | null} token */
  #markToken(token) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.#tokens.children]);
    // The first stands for all words.
    const marked = buttons[(token ?? -1) + 1];
    for (const button of buttons) writeAttribute(button, 'aria-pressed', String(button === marked));
    if (!this.#tokens.matches(':focus-within')) setTabStop(buttons, marked);
  }

  /** @param {string | undefined} index */
  #choose(index) {
    const { actions } = this.store;
    const token = Number(index);
    actions.release();
    if (token >= 0) actions.lockToken({ side: 'query', index: token });
  }

  /** @param {Readonly<State>} state @param {readonly LayerSums[]} layers @param {number | null} token */
  #show(state, layers, token) {
    const tokens = state.contributions?.snapshot.tokens ?? [];
    const texts = tokens.map(tokenText);
    const { sums, weights } = layers[state.layer];
    const stacks = tokens.map((_, index) => stackOf(sums, index));
    const whole = sumOfStacks(stacks);
    const stack = token === null ? whole : stacks[token];
    const text = token === null ? '' : texts[token];
    const weight = state.outputWeights?.[state.layer].weight;
    const palette = this.#palette;
    if (weight) this.#slabs.show({ sums, weight, token, text, norms: stack.norms, palette });
    this.#showStack(stack, token === null ? t('wo.stack.all') : t('wo.stack.token', { text }));
    this.#sliced.textContent = sums.sliceGains ? t('wo.stack.sliced') : '';
    const focused = this.#ranking.querySelector('button:focus')?.closest('tr')?.dataset.head;
    this.#ranking.replaceChildren(
      contributionRanking({
        stack,
        whole,
        weights,
        token,
        texts,
        layer: state.layer,
        onHead: (head) => this.store.actions.selectHead({ layer: this.store.state.layer, head }),
      }),
    );
    if (focused) {
      const row = this.#ranking.querySelector(`[data-head="${focused}"] button`);
      /** @type {HTMLElement | null} */ (row)?.focus();
    }
    const now = [state.contributions, state.layer, token];
    if (this.#caseOf.some((part, i) => part !== now[i])) this.#case.textContent = '';
  }

  /** @param {Stack} stack @param {string} title */
  #showStack(stack, title) {
    this.#title.textContent = title;
    const width = Math.floor(this.#svg.parentElement?.clientWidth ?? 0);
    if (width > 0) this.#width = width;
    const number = (/** @type {number} */ value) => formatNumber(value, 2);
    const ribbons = [
      ...stack.heads.map((value, head) => ({
        name: t('wo.head', { head }),
        value,
        text: number(value),
        colour: headStyle(head).colour,
      })),
      { name: t('wo.bias'), value: stack.bias, text: number(stack.bias), colour: 'ink-faint' },
    ];
    const total = {
      name: t('wo.output'),
      value: stack.length,
      text: number(stack.length),
      colour: 'role-output',
    };
    const height = ribbonsHeight(ribbons.length);
    this.#svg.setAttribute('width', String(this.#width));
    this.#svg.setAttribute('height', String(height));
    patchSvg(
      this.#svg,
      drawRibbons({ ribbons, total, width: this.#width }),
      (name) => `var(--${name})`,
      'wo-',
    );
    const list = [
      ...stack.heads.map((value, head) => t('wo.stack.item', { head, value: number(value) })),
      t('wo.stack.biasItem', { value: number(stack.bias) }),
    ].join(t('list.separator'));
    this.#svg.setAttribute(
      'aria-label',
      t('wo.stack.label', { list, sum: number(stack.sum), length: number(stack.length) }),
    );
    const fine = (/** @type {number} */ value) => formatNumber(value, 4);
    this.#sum.replaceChildren(
      el(
        'strong',
        {},
        t('wo.stack.sum', {
          heads: fine(stack.sum - stack.bias),
          bias: fine(stack.bias),
          sum: fine(stack.sum),
        }),
      ),
      el('span', {}, t('wo.stack.length', { length: fine(stack.length) })),
      el('span', {}, t('wo.stack.error', { error: scientific(stack.sum - stack.length) })),
    );
  }

  #findCase() {
    const { state, actions } = this.store;
    const layers = layersOf(state);
    const found = layers && looksHardAddsLittle(layers);
    if (!found) {
      this.#case.textContent = t('wo.case.none');
      return;
    }
    const { layer, head, token, key, weight, share } = found;
    const texts = state.contributions?.snapshot.tokens.map(tokenText) ?? [];
    actions.selectHead({ layer, head });
    actions.release();
    actions.lockToken({ side: 'query', index: token });
    this.#caseOf = [state.contributions, layer, token];
    this.#case.textContent = t('wo.case.found', {
      layer,
      head,
      query: texts[token],
      key: texts[key],
      weight: formatNumber(100 * weight, 0),
      share: percent(share),
    });
  }
}

customElements.define('hs-contributions', ContributionsView);
