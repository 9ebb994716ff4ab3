/**
 * `<hs-mixer>`: a sound desk for the heads. Its `pair` holds the ready pair of sentences; it asks
 * for a sweep, and for its end, by the events `hs-sweep` and `hs-sweep-cancel`.
 */
import { bringMessages, formatNumber, t } from '../i18n/index.js';
import { slabSpread } from '../state/contributions.js';
import { withOneMuted } from '../state/mixed.js';
import { isMixed, mixedLayers } from '../state/mixer.js';
import { el } from './dom.js';
import { LayerChoice } from './layer-choice.js';
import { MixerDesk } from './mixer-desk.js';
import { MixerEffects } from './mixer-effects.js';
import { MixerSweep } from './mixer-sweep.js';
import { onPaletteChange, readPalette } from './palette.js';
import { proveButton } from './prove-button.js';
import { watchSeen } from './seen.js';
import { changed, View } from './view.js';
import { write } from './write.js';

await bringMessages('wo');

/** @typedef {import('./view.js').State} State */
/** @typedef {import('../state/mixer.js').Place} Place */

/** What each part follows from. @type {Record<'desk' | 'effects' | 'sweep', (keyof State)[]>} */
const FIELDS = {
  desk: ['snapshot', 'mixer', 'layer', 'heads', 'outputWeights'],
  effects: ['snapshot', 'unmixed', 'second'],
  sweep: ['snapshot', 'mixer', 'second', 'load', 'sweep'],
};

export class MixerView extends View {
  /** @type {Readonly<{left: string, right: string}> | null} set before the store */
  pair = null;
  #layers = new LayerChoice('mixer-layer', {
    legend: t('mixer.layers'),
    label: (layer) => t('mixer.layer', { layer }),
    choose: (layer) => this.store.actions.setLayer(layer),
  });
  #places = el('fieldset', { class: 'segments mixer-place' });
  #desk = new MixerDesk((head, change) =>
    this.store.actions.setChannel({ layer: this.store.state.layer, head, change }),
  );
  #reset = el('button', { type: 'button', class: 'quiet' }, t('mixer.reset'));
  #why = el('p', { class: 'mixer-why' });
  #spread = el('p', { class: 'hint' });
  #second = el('input', {
    type: 'text',
    id: 'mixer-second',
    autocomplete: 'off',
    spellcheck: false,
    dir: 'auto',
  });
  #secondNotice = el('p', { class: 'notice', role: 'status' });
  #effects = new MixerEffects();
  #sweep = new MixerSweep({
    onRun: () => this.dispatchEvent(new CustomEvent('hs-sweep', { bubbles: true })),
    onCancel: () => this.dispatchEvent(new CustomEvent('hs-sweep-cancel', { bubbles: true })),
    onPick: (head) => this.#pick(head),
  });
  #palette = readPalette(document.documentElement);

  build() {
    const { actions } = this.store;
    const places = /** @type {const} */ (['before', 'after']);
    this.#places.append(
      el('legend', { class: 'unseen' }, t('mixer.place')),
      ...places.map((place) => {
        const input = el('input', { type: 'radio', name: 'mixer-place', value: place });
        input.addEventListener('change', () =>
          actions.setMixer({ ...this.store.state.mixer, place }),
        );
        return el('label', {}, input, el('span', {}, t(`mixer.${place}`)));
      }),
    );
    this.#reset.addEventListener('click', () => actions.resetMixer());
    this.#second.addEventListener('input', () => actions.setSecond({ text: this.#second.value }));
    const banks = el('button', { type: 'button', class: 'quiet' }, t('mixer.banks'));
    banks.addEventListener('click', () => this.#useBanks());
    banks.hidden = !this.pair;
    if (this.pair && !this.store.state.second.text) actions.setSecond({ text: this.pair.right });
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('mixer.title')),
        this.#layers.element,
        this.#places,
        proveButton(t('mixer.title'), () => this.store.actions.prove('mixer')),
      ),
      el('p', { class: 'wo-intro' }, t('mixer.intro')),
      el(
        'div',
        { class: 'mixer-body' },
        el(
          'section',
          { class: 'mixer-left' },
          this.#desk.element,
          el('div', { class: 'mixer-actions' }, this.#reset),
          this.#why,
          this.#spread,
          el(
            'div',
            { class: 'mixer-second' },
            el('label', { for: 'mixer-second' }, t('mixer.second')),
            this.#second,
            banks,
          ),
          this.#secondNotice,
          this.#sweep.element,
        ),
        this.#effects.element,
      ),
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    watchSeen(this, (seen) => this.store.actions.setOnScreen({ section: 'mixer', seen }), signal);
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (changed(state, previous, FIELDS.desk)) this.#showDesk(state);
    if (changed(state, previous, ['second'])) this.#showSecond(state);
    if (changed(state, previous, FIELDS.sweep)) this.#showSweep(state);
    if (changed(state, previous, FIELDS.effects)) this.#effects.show(state, this.#palette);
  }

  /** @param {Readonly<State>} state */
  #showSecond({ second }) {
    if (this.#second.value !== second.text) this.#second.value = second.text;
    const failed = second.failed ? t('mixer.secondFailed', { message: second.failed }) : '';
    write(this.#secondNotice, second.text.trim() ? failed : t('mixer.secondEmpty'));
  }

  /** @param {Readonly<State>} state */
  #showSweep({ mixer, sweep, second, load, text }) {
    const muted = mixedLayers(mixer);
    const only = muted.length === 1 && mixer.place === 'before' ? muted[0] : null;
    const silent = only?.gains.filter((gain) => gain !== 1) ?? [];
    const picked =
      only && silent.length === 1 && silent[0] === 0
        ? { layer: only.layer, head: only.gains.indexOf(0) }
        : null;
    const able = load.phase === 'ready' && second.text.trim() !== '' && text.trim() !== '';
    this.#sweep.show(sweep, { able, picked });
  }

  /** @param {Readonly<State>} state */
  #showDesk({ mixer, layer, snapshot, outputWeights }) {
    const layers = snapshot?.model?.layers ?? [];
    this.#layers.show(layers.length, layer);
    this.#reset.disabled = !isMixed(mixer);
    const info = layers[layer];
    if (!info) return;
    const { heads, dOutput } = info;
    const sliced = dOutput % heads === 0;
    this.#desk.show(mixer, { layer, heads, dOutput });
    this.#desk.element.hidden = mixer.place === 'after' && !sliced;
    for (const input of this.#places.querySelectorAll('input')) {
      input.checked = input.value === mixer.place;
    }
    const unsliced = mixer.place === 'after' && !sliced;
    write(this.#why, t(unsliced ? 'mixer.unsliced' : `mixer.why.${mixer.place}`));
    const weight = outputWeights?.[layer].weight;
    this.#spread.hidden = mixer.place === 'before' || !sliced || !weight;
    if (this.#spread.hidden || !weight) return;
    const head = this.store.state.heads[0];
    const list = slabSpread(weight, head, heads)
      .map((share, slice) => t('mixer.why.slice', { percent: formatNumber(100 * share, 1), slice }))
      .join(t('list.separator'));
    write(this.#spread, t('mixer.why.spread', { head, list }));
  }

  #useBanks() {
    if (!this.pair) return;
    this.store.actions.setText(this.pair.left);
    this.store.actions.setSecond({ text: this.pair.right });
  }

  /** @param {import('../state/mixer.js').HeadId} head mutes it alone, or opens it again */
  #pick(head) {
    const { state, actions } = this.store;
    const layers = state.snapshot?.model?.layers;
    if (!layers) return;
    actions.setMixer(withOneMuted(layers, head));
    actions.selectHead(head);
  }
}

customElements.define('hs-mixer', MixerView);
