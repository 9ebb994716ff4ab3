/** What to compare: the kind, the second sentence with ready pairs, or the second head. */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @typedef {import('../state/store.js').State} State
 * @typedef {import('../state/store.js').CompareKind} CompareKind
 * @typedef {{id: string, left: string, right: string, layer: number, head: number, word: string,
 *   probe: {readonly query: string, readonly keys: readonly string[]} | null}} ReadyPair
 */

/** @type {readonly CompareKind[]} */
const KINDS = ['sentence', 'head', 'mask'];

const PICTURES = /** @type {const} */ (['matrix', 'graph']);

export class CompareControls {
  element = el('div', { class: 'compare-controls' });
  #kinds = /** @type {HTMLInputElement[]} */ ([]);
  #pictures = /** @type {HTMLInputElement[]} */ ([]);
  #text = el('input', {
    type: 'text',
    id: 'compare-text',
    dir: 'auto',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: t('compare.second'),
    'aria-label': t('compare.second'),
  });
  #head = el('select', { 'aria-label': t('compare.otherHead') });
  #pairs = el('div', { class: 'compare-pairs', role: 'group', 'aria-label': t('compare.pairs') });
  #heads = '';
  #store;
  #ready;

  /**
   * @param {import('../state/store.js').Store} store
   * @param {readonly ReadyPair[]} ready
   * @param {(id: string) => void} onPair a ready pair was chosen
   */
  constructor(store, ready, onPair) {
    this.#store = store;
    this.#ready = ready;
    const { actions } = store;
    const kinds = el(
      'fieldset',
      { class: 'segments' },
      el('legend', { class: 'unseen' }, t('compare.kinds')),
    );
    for (const kind of KINDS) {
      const input = el('input', { type: 'radio', name: 'compare-kind', value: kind });
      input.addEventListener('change', () => this.#choose(kind));
      this.#kinds.push(input);
      kinds.append(el('label', {}, input, el('span', {}, t(`compare.kind.${kind}`))));
    }
    for (const { id, left, right, layer, head } of ready) {
      const button = el('button', { type: 'button', class: 'quiet' }, t(`compare.pair.${id}`));
      button.addEventListener('click', () => {
        onPair(id);
        actions.setCompare({ text: right });
        actions.selectHead({ layer, head });
        actions.setText(left);
      });
      this.#pairs.append(button);
    }
    this.#text.addEventListener('input', () => actions.setCompare({ text: this.#text.value }));
    this.#head.addEventListener('change', () => {
      const [layer, head] = this.#head.value.split(' ').map(Number);
      actions.setCompare({ other: Object.freeze({ layer, head }) });
    });
    const pictures = el(
      'fieldset',
      { class: 'segments compare-picture' },
      el('legend', { class: 'unseen' }, t('compare.pictures')),
    );
    for (const picture of PICTURES) {
      const input = el('input', { type: 'radio', name: 'compare-picture', value: picture });
      input.addEventListener('change', () => actions.setCompare({ picture }));
      this.#pictures.push(input);
      pictures.append(el('label', {}, input, el('span', {}, t(`compare.picture.${picture}`))));
    }
    this.element.append(kinds, this.#text, this.#pairs, this.#head, pictures);
  }

  /** A head compared with itself shows nothing, so another one stands in. @param {CompareKind} kind */
  #choose(kind) {
    const { state, actions } = this.#store;
    const { layer, heads, compare, snapshot } = state;
    const same = compare.other.layer === layer && compare.other.head === heads[0];
    const count = snapshot?.model?.layers[layer]?.heads ?? 1;
    const other = same ? Object.freeze({ layer, head: (heads[0] + 1) % count }) : compare.other;
    actions.setCompare({ kind, other });
  }

  /** @param {Readonly<State>} state */
  update({ compare, snapshot, text }) {
    const { kind, other } = compare;
    for (const input of this.#kinds) input.checked = input.value === kind;
    for (const input of this.#pictures) input.checked = input.value === compare.picture;
    this.#text.hidden = this.#pairs.hidden = kind !== 'sentence';
    this.#head.hidden = kind !== 'head';
    if (this.#text.value !== compare.text) this.#text.value = compare.text;
    [...this.#pairs.children].forEach((button, i) => {
      const { left, right } = this.#ready[i];
      button.setAttribute('aria-pressed', String(left === text && right === compare.text));
    });
    const layers = snapshot?.model?.layers ?? [];
    const heads = layers.map((layer) => layer.heads).join(' ');
    if (heads !== this.#heads) {
      this.#heads = heads;
      const options = layers.flatMap((info, layer) =>
        Array.from({ length: info.heads }, (_, head) =>
          el('option', { value: `${layer} ${head}` }, t('compare.headOption', { layer, head })),
        ),
      );
      this.#head.replaceChildren(...options);
    }
    this.#head.value = `${other.layer} ${other.head}`;
  }
}
