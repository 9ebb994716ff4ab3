/**
 * What stands over the head graph: the choice of layout; for columns the names of their sides and the
 * numbers of the strips; for arcs how the line is read and what above and below mean.
 */
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @typedef {import('../state/store.js').Side} Side
 * @typedef {'columns' | 'arcs'} Kind
 */

export class GraphBar {
  #layouts = choice('graph-layout', t('graph.layout'), {
    columns: t('graph.layout.columns'),
    arcs: t('graph.layout.arcs'),
  });
  #reads = choice('graph-side', t('graph.side'), {
    query: t('graph.side.query'),
    key: t('graph.side.key'),
  });
  /** Head numbers over the two columns of strips. */
  #numbers = [0, 1].map(() => el('span', { class: 'strip-numbers figure', 'aria-hidden': 'true' }));
  #heads = 0;
  #lineNumbers = el('span', { class: 'line-numbers figure', 'aria-hidden': 'true' });

  layouts = this.#layouts.element;

  sides = el(
    'div',
    { class: 'graph-sides', 'aria-hidden': 'true' },
    this.#numbers[0],
    el('span', { class: 'role-query' }, t('graph.query')),
    el('span', { class: 'role-key' }, t('graph.key')),
    this.#numbers[1],
  );

  line = el(
    'div',
    { class: 'graph-line', hidden: true },
    this.#reads.element,
    el('span', { class: 'hint' }, t('graph.arcs.above'), ' · ', t('graph.arcs.below')),
    this.#lineNumbers,
  );

  /** @param {Readonly<import('../state/store.js').Actions>} actions */
  listen(actions) {
    this.#layouts.onChange((value) => actions.setLayout(/** @type {Kind} */ (value)));
    this.#reads.onChange((value) => actions.setSide(/** @type {Side} */ (value)));
  }

  /** @param {number} heads */
  number(heads) {
    if (heads === this.#heads) return;
    this.#heads = heads;
    const shown = Array.from({ length: Math.min(heads, 8) }, (_, head) => head);
    for (const numbers of this.#numbers) {
      numbers.replaceChildren(...shown.map((head) => el('span', {}, String(head))));
    }
    this.#lineNumbers.replaceChildren(
      ...shown.map((head) =>
        el('span', { style: `--hue: var(--${headStyle(head).colour})` }, String(head)),
      ),
    );
  }

  /**
   * @param {{kind: Kind, side: Side | null, read: Side}} state `side` of the focused token, if there
   *   is one
   */
  show({ kind, side, read }) {
    this.sides.toggleAttribute('hidden', kind === 'arcs');
    this.line.toggleAttribute('hidden', kind !== 'arcs');
    this.#layouts.show(kind);
    this.#reads.show(read);
    this.#numbers[0].classList.toggle('shown', side === 'key');
    this.#numbers[1].classList.toggle('shown', side === 'query');
    this.#lineNumbers.classList.toggle('shown', side !== null);
  }
}

/**
 * A row of radio buttons.
 * @param {string} name
 * @param {string} legend
 * @param {Record<string, string>} labels by value
 */
function choice(name, legend, labels) {
  const inputs = Object.keys(labels).map((value) => el('input', { type: 'radio', name, value }));
  const element = el(
    'fieldset',
    { class: `segments ${name}` },
    el('legend', { class: 'unseen' }, legend),
    ...inputs.map((input) => el('label', {}, input, el('span', {}, labels[input.value]))),
  );
  return {
    element,
    /** @param {(value: string) => void} callback */
    onChange(callback) {
      for (const input of inputs) input.addEventListener('change', () => callback(input.value));
    },
    /** @param {string} value */
    show(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}
