/** Why several heads cost no more than one: the same width, cut. Numbers of the layer on show. */
import { headStyle } from '../draw/style.js';
import { formatCount, t } from '../i18n/index.js';
import { el } from './dom.js';

/** So many heads have room for their numbers. */
const NAMED = 16;

export class TraceFact {
  #many = el('div', { class: 'fact-bar', 'aria-hidden': 'true' });
  #one = el('div', { class: 'fact-bar one', 'aria-hidden': 'true' });
  #manyText = el('p', { class: 'fact-line' });
  #oneText = el('p', { class: 'fact-line' });
  #text = el('p', { class: 'fact-text' });
  #drawn = '';
  element = el(
    'aside',
    { class: 'fact', 'aria-labelledby': 'trace-fact' },
    el('h4', { id: 'trace-fact' }, t('trace.fact.title')),
    this.#many,
    this.#manyText,
    this.#one,
    this.#oneText,
    this.#text,
  );

  /** @param {{dModel: number, heads: number, dHead: number}} sizes read from the layer's tensors */
  update({ dModel, heads, dHead }) {
    const key = [dModel, heads, dHead].join();
    if (key === this.#drawn) return;
    this.#drawn = key;
    const inner = heads * dHead;
    const count = formatCount(dModel * inner);
    const values = { dModel, heads, dHead, inner, count };
    const slabs = Array.from({ length: heads }, (_, head) =>
      el(
        'span',
        { style: `--hue: var(--${headStyle(head).colour})` },
        heads <= NAMED ? String(head) : '',
      ),
    );
    this.#many.classList.toggle('crowded', heads > NAMED);
    this.#many.replaceChildren(...slabs);
    this.#one.replaceChildren(el('span', {}));
    this.#manyText.textContent = t('trace.fact.many', values);
    this.#oneText.textContent = t('trace.fact.one', values);
    this.#text.textContent = t('trace.fact.text', values);
  }
}
