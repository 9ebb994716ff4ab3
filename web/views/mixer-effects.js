/** What the mix does: cosines, the sentence vector, the weights of every later layer. */
import { largestMagnitude } from '../draw/matrix.js';
import { formatNumber, t } from '../i18n/index.js';
import { cosine, movedAttention } from '../state/mixed.js';
import { mixedLayers } from '../state/mixer.js';
import { attentionName } from '../state/store.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { SignedImage } from './signed-image.js';
import { write } from './write.js';

/**
 * @typedef {import('./view.js').State} State
 * @typedef {ReturnType<import('./palette.js').readPalette>} Palette
 */

/** Numbers in a row of the picture of a sentence vector. */
const ROW = 128;

/** @param {number} value @returns {string} a change, with its sign */
export const signed = (value) => `${value > 0 ? '+' : ''}${formatNumber(value, 3)}`;

export class MixerEffects {
  element = el('section', { class: 'mixer-effects' });
  #rest = el('p', { class: 'notice' }, t('mixer.rest'));
  #cosines = {
    itself: cosineRow(t('mixer.toItself')),
    second: cosineRow(t('mixer.toSecond')),
  };
  #vectors = {
    unmixed: new SignedImage(),
    mixed: new SignedImage(),
    difference: new SignedImage(),
  };
  #later = el('div', { class: 'mixer-later' });
  /** Which layers come after the mix, with how many heads. */
  #made = '';
  /** @type {{layer: number, images: {image: SignedImage, caption: Text}[]}[]} */
  #layers = [];
  #laterSection;
  #vectorSection;

  constructor() {
    const columns = ['unmixed', 'mixed', 'change'];
    const head = (/** @type {string} */ name) =>
      el('th', { scope: 'col', class: 'figure' }, t(`mixer.${name}`));
    this.#vectorSection = el(
      'div',
      {},
      el('h3', {}, t('mixer.vector.title')),
      el(
        'div',
        { class: 'mixer-vectors' },
        ...Object.entries(this.#vectors).map(([name, image]) =>
          el('figure', {}, image.element, el('figcaption', {}, t(`mixer.vector.${name}`))),
        ),
      ),
    );
    this.#laterSection = el('div', {}, el('h3', {}, t('mixer.later.title')), this.#later);
    this.element.append(
      el('h3', {}, t('mixer.effects')),
      this.#rest,
      el(
        'table',
        { class: 'mixer-cosines' },
        el('caption', { class: 'unseen' }, t('mixer.cosines')),
        el(
          'thead',
          {},
          el('tr', {}, el('th', { scope: 'col' }, t('mixer.cosine')), ...columns.map(head)),
        ),
        el('tbody', {}, this.#cosines.itself.row, this.#cosines.second.row),
      ),
      this.#vectorSection,
      this.#laterSection,
    );
  }

  /** @param {Readonly<State>} state @param {Palette} palette */
  show(state, palette) {
    const { snapshot, unmixed, second, mixer } = state;
    const mixed = unmixed !== null;
    this.#rest.hidden = mixed;
    this.#vectorSection.hidden = this.#laterSection.hidden = !mixed;
    const now = snapshot?.tensors.sentence?.data;
    if (!snapshot || !now) return;
    const before = unmixed?.tensors.sentence.data ?? now;
    const { plain, mixed: wet } = second;
    this.#cosines.itself.show(1, mixed ? cosine(before, now) : null);
    this.#cosines.second.show(
      plain ? cosine(before, plain) : null,
      mixed && wet ? cosine(now, wet) : null,
    );
    if (!unmixed) return;
    this.#showVectors(before, now, palette);
    const first = mixedLayers(mixer)[0]?.layer ?? 0;
    this.#showLater(snapshot, unmixed, first, palette);
  }

  /** @param {Float32Array} before @param {Float32Array} after @param {Palette} palette */
  #showVectors(before, after, palette) {
    const difference = after.map((value, i) => value - before[i]);
    const most = (/** @type {Float32Array} */ data) => largestMagnitude(data, 0, data.length);
    // One scale for all three, or a small difference would look like a large one.
    const limit = Math.max(most(before), most(after));
    const columns = before.length % ROW ? before.length : ROW;
    for (const [name, values] of /** @type {const} */ ([
      ['unmixed', before],
      ['mixed', after],
      ['difference', difference],
    ])) {
      const label = t('mixer.vector.label', {
        name: t(`mixer.vector.${name}`),
        count: values.length,
        largest: formatNumber(most(values), 3),
      });
      this.#vectors[name].show({ values, columns, limit, label, palette });
    }
  }

  /**
   * @param {import('../state/store.js').Snapshot} after
   * @param {import('../state/store.js').Snapshot} before
   * @param {number} first layer that is mixed
   * @param {Palette} palette
   */
  #showLater(after, before, first, palette) {
    const count = after.tokens.length;
    const heads = (after.model?.layers ?? []).map((info) => info.heads);
    const made = `${first} ${heads}`;
    if (made !== this.#made) this.#makeLater(first, heads);
    this.#made = made;
    for (const { layer, images } of this.#layers) {
      const name = attentionName(layer, 'weights');
      const { data } = after.tensors[name];
      const was = before.tensors[name].data;
      const difference = data.map((value, i) => value - was[i]);
      const limit = largestMagnitude(difference, 0, difference.length);
      for (const [head, { image, caption }] of images.entries()) {
        const values = difference.subarray(head * count * count, (head + 1) * count * count);
        const percent = formatNumber(100 * movedAttention(was, data, head, count), 1);
        const label = t('mixer.later.head', { layer, head, percent });
        image.show({ values, columns: count, limit, label, palette });
        const text = t('mixer.later.short', { head, percent });
        if (caption.data !== text) caption.data = text;
      }
    }
  }

  /** @param {number} first layer that is mixed @param {readonly number[]} heads of every layer */
  #makeLater(first, heads) {
    this.#layers = heads.slice(first + 1).map((count, i) => ({
      layer: first + 1 + i,
      images: Array.from({ length: count }, () => ({
        image: new SignedImage(),
        caption: new Text(),
      })),
    }));
    const rows = this.#layers.map(({ layer, images }) =>
      el(
        'div',
        { class: 'mixer-layer' },
        el('span', { class: 'layer-name' }, t('mixer.later.layer', { layer })),
        ...images.map(({ image, caption }, head) =>
          el(
            'figure',
            { class: 'mixer-moved' },
            image.element,
            el('figcaption', { class: 'figure', 'aria-hidden': 'true' }, swatch(head), caption),
          ),
        ),
      ),
    );
    this.#later.replaceChildren(
      ...(rows.length
        ? [...rows, el('p', { class: 'hint' }, t('mixer.later.hint'))]
        : [el('p', { class: 'notice' }, t('mixer.later.none', { layer: first }))]),
    );
  }
}

/** @param {string} name */
function cosineRow(name) {
  const cells = Array.from({ length: 3 }, () => el('td', { class: 'figure' }));
  const text = (/** @type {number | null} */ value) =>
    value === null ? '–' : formatNumber(value, 3);
  return {
    row: el('tr', {}, el('th', { scope: 'row' }, name), ...cells),

    /** @param {number | null} before @param {number | null} after null where nothing is mixed */
    show(before, after) {
      const change = before === null || after === null ? '–' : signed(after - before);
      for (const [i, value] of [text(before), text(after), change].entries()) {
        write(cells[i], value);
      }
    },
  };
}
