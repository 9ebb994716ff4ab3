/** The sizes of the free shapes: a number and a slider each, the mask, the seed, ready sizes. */
import { formatNumber, t } from '../i18n/index.js';
import { divides, HEADS_SHOWN, LIMITS, PRESETS, withConfig } from '../state/shapes.js';
import { el } from './dom.js';
import { SizeField } from './shapes-field.js';

/**
 * @typedef {import('../state/shapes.js').Config} Config
 * @typedef {import('../state/shapes.js').Shapes} Shapes
 */

/** The generator takes 32 bits. */
const SEEDS = 2 ** 32;

export class ShapesControls {
  #change;
  #fields;
  #each = el('output', { class: 'shapes-each figure' });
  #masks = /** @type {const} */ (['none', 'causal']).map((value) =>
    el('input', { type: 'radio', name: 'shapes-mask', value }),
  );
  #seed = el('input', {
    type: 'number',
    min: 0,
    max: LIMITS.seed,
    step: 1,
    'aria-label': t('shapes.seed'),
  });
  #presets = Object.entries(PRESETS).map(([name, sizes]) => {
    const button = el('button', { type: 'button', class: 'quiet' }, t(`shapes.preset.${name}`));
    button.addEventListener('click', () => this.#change(sizes));
    return { button, sizes };
  });
  #numbers = el('p', { class: 'hint shapes-numbers' });
  #status = el('p', { class: 'notice shapes-status', role: 'status' });
  #back = el('button', {
    type: 'button',
    class: 'step-layer',
    'aria-label': t('shapes.headsBack'),
  });
  #on = el('button', { type: 'button', class: 'step-layer', 'aria-label': t('shapes.headsOn') });
  #part = el('span', { class: 'figure' });
  /** Which heads are on show, where not all are. */
  #heads = el(
    'div',
    { class: 'shapes-heads', role: 'group', 'aria-label': t('shapes.heads'), hidden: true },
    this.#back,
    this.#part,
    this.#on,
  );
  /** Stays in sight: what can be changed. */
  fields;
  /** Ready sizes, and where the numbers come from. */
  about = el(
    'div',
    { class: 'shapes-about' },
    el(
      'div',
      { class: 'shapes-presets', role: 'group', 'aria-label': t('shapes.presets') },
      ...this.#presets.map(({ button }) => button),
    ),
    this.#numbers,
  );
  /**
   * @param {object} options
   * @param {() => Readonly<Shapes>} options.now as they are, which may not have been drawn yet
   * @param {(changes: Partial<Shapes>) => void} options.setShapes
   */
  constructor({ now, setShapes }) {
    this.#change = (/** @type {Partial<Config>} */ changes) => {
      const { config: before, head } = now();
      const config = withConfig(before, changes);
      setShapes({ config, head: Math.min(head, config.heads - 1) });
      return config;
    };
    this.#fields = {
      seqLen: new SizeField('seqLen', 'seq_len', (seqLen) => this.#change({ seqLen }).seqLen),
      dModel: new SizeField('dModel', 'd_model', (dModel) => this.#change({ dModel }).dModel),
      heads: new SizeField('heads', 'heads', (heads) => this.#change({ heads }).heads),
    };
    const masks = el(
      'fieldset',
      { class: 'segments' },
      el('legend', { class: 'unseen' }, t('shapes.mask')),
      ...this.#masks.map((input) =>
        el('label', {}, input, el('span', {}, t(`shapes.mask.${input.value}`))),
      ),
    );
    for (const input of this.#masks) {
      const mask = /** @type {Config['mask']} */ (input.value);
      input.addEventListener('change', () => this.#change({ mask }));
    }
    const next = el('button', { type: 'button', class: 'quiet' }, t('shapes.nextSeed'));
    next.addEventListener('click', () => this.#change({ seed: (now().config.seed + 1) % SEEDS }));
    this.#seed.addEventListener('change', () => this.#change({ seed: Number(this.#seed.value) }));
    this.#back.append('‹');
    this.#on.append('›');
    const step = (/** @type {number} */ by) => {
      const { head } = now();
      setShapes({ head: (Math.floor(head / HEADS_SHOWN) + by) * HEADS_SHOWN });
    };
    this.#back.addEventListener('click', () => step(-1));
    this.#on.addEventListener('click', () => step(1));
    const { seqLen, dModel, heads } = this.#fields;
    heads.element.append(this.#each);
    this.fields = el(
      'div',
      { class: 'shapes-fields', role: 'group', 'aria-label': t('shapes.fields') },
      seqLen.element,
      dModel.element,
      heads.element,
      masks,
      el(
        'div',
        { class: 'shapes-seed' },
        el('span', { 'aria-hidden': 'true' }, t('shapes.seed')),
        this.#seed,
        next,
      ),
      this.#heads,
      this.#status,
    );
  }

  /** @param {Readonly<Shapes>} shapes */
  show(shapes) {
    const { config, result, head } = shapes;
    const { seqLen, dModel, heads, seed, mask } = config;
    this.#fields.seqLen.show(seqLen, LIMITS.seqLen);
    this.#fields.dModel.show(dModel, LIMITS.dModel);
    this.#fields.heads.show(heads, dModel);
    const dHead = Math.floor(dModel / heads);
    const key = divides(config) ? 'shapes.each' : 'shapes.eachNot';
    this.#each.textContent = t(key, { heads, dHead, rest: dModel - heads * dHead });
    this.#each.classList.toggle('wrong', !divides(config));
    for (const input of this.#masks) input.checked = input.value === mask;
    if (document.activeElement !== this.#seed) this.#seed.value = String(seed);
    for (const { button, sizes } of this.#presets) {
      const chosen = Object.entries(sizes).every(
        ([name, size]) => config[/** @type {keyof Config} */ (name)] === size,
      );
      button.setAttribute('aria-pressed', String(chosen));
    }
    const bound = formatNumber(Math.sqrt(6 / (2 * dModel)), 4);
    this.#numbers.textContent = t('shapes.numbers', { seed, sum: 2 * dModel, bound });
    this.#say(result?.config !== config, result?.refused ?? null);
    const from = Math.floor(head / HEADS_SHOWN) * HEADS_SHOWN;
    const to = Math.min(heads, from + HEADS_SHOWN) - 1;
    this.#heads.hidden = heads <= HEADS_SHOWN;
    this.#part.textContent = t('shapes.headsPart', { from, to, count: heads });
    this.#back.disabled = from === 0;
    this.#on.disabled = to === heads - 1;
  }

  /** @param {boolean} busy @param {string | null} refused */
  #say(busy, refused) {
    const said = busy ? t('shapes.busy') : refused ? t('shapes.refused', { message: refused }) : '';
    if (this.#status.textContent !== said) this.#status.textContent = said;
    this.#status.classList.toggle('warn', !busy && refused !== null);
  }
}
