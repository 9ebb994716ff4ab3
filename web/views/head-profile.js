/**
 * The profile of the head on show: every measure as a bar beside an even head's mark, with its
 * definition and formula a click away.
 */
import { disagreement } from '../draw/measures.js';
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { kindText, ROWS } from './head-profile-measures.js';
import { write } from './write.js';

/**
 * @typedef {import('./head-profile-measures.js').Measures} Measures
 * @typedef {import('./head-profile-measures.js').Row} Row
 * @typedef {{row: Row, item: HTMLElement, value: HTMLElement, even: string, places: string}} Line
 */

export class HeadProfile {
  #title = el('h3', { class: 'profile-title' });
  #summary = el('p', { class: 'profile-summary' });
  /** The head that the title names. */
  #named = '';
  #list = el('ul', { class: 'profile-list', 'aria-label': t('profile.list') });
  #popover = el('div', { class: 'profile-popover', popover: 'auto', id: 'profile-definition' });
  /** @type {Line[]} */
  #lines = ROWS.map((row) => this.#line(row));
  element = el(
    'section',
    { class: 'profile' },
    this.#title,
    this.#summary,
    this.#list,
    this.#popover,
  );

  constructor() {
    this.#list.append(...this.#lines.map(({ item }) => item));
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#popover.matches(':popover-open')) return;
      this.#popover.hidePopover();
      event.preventDefault();
    });
  }

  /**
   * @param {object} head
   * @param {number} head.layer
   * @param {number} head.head
   * @param {number} head.heads of its layer
   * @param {number} head.count tokens
   * @param {ArrayLike<number>} head.weights
   * @param {Measures} head.measures
   */
  show({ layer, head, heads, count, weights, measures }) {
    const apart = disagreement({ weights, count, head, heads });
    const name = t('heads.name', { layer, head });
    if (name !== this.#named) {
      this.#named = name;
      this.element.style.setProperty('--hue', `var(--${headStyle(head).colour})`);
      this.#title.replaceChildren(swatch(head), name);
    }
    const summary = t('profile.summary', {
      kind: kindText(measures.kinds),
      tokens: measures.tokens ? formatNumber(measures.tokens.value, 1) : '0',
      count,
    });
    write(this.#summary, summary);
    for (const line of this.#lines) {
      const { row, item, value } = line;
      const shown = row.read(measures, apart);
      const full = row.full(count);
      const place = (/** @type {number} */ at) => `${(100 * at) / full}%`;
      write(value, shown ? row.write(shown.value) : t('profile.missing'));
      const even = shown?.even ?? null;
      item.classList.toggle('unmarked', even === null);
      const places = [shown ? place(shown.value) : '0%', place(even ?? 0)];
      if (places.join(' ') !== line.places) {
        line.places = places.join(' ');
        item.style.setProperty('--value', places[0]);
        item.style.setProperty('--even', places[1]);
      }
      line.even = even === null ? '' : row.write(even);
    }
  }

  /** @param {Row} row @returns {Line} */
  #line(row) {
    const button = el(
      'button',
      { type: 'button', class: 'profile-name', popovertarget: 'profile-definition' },
      t(`profile.${row.name}`),
    );
    const value = el('span', { class: 'figure' });
    const bar = el('span', { class: 'profile-bar', 'aria-hidden': 'true' });
    const line = { row, item: el('li', {}, button, bar, value), value, even: '', places: '' };
    button.addEventListener('click', () => this.#define(line, button));
    return line;
  }

  /** Fills the definition and puts it beside its button. @param {Line} line @param {HTMLElement} button */
  #define({ row, even }, button) {
    const place = el('p');
    bringFormula(row, place);
    this.#popover.replaceChildren(
      el('strong', {}, t(`profile.${row.name}`)),
      el('p', {}, t(`profile.${row.name}.define`)),
      place,
      ...(even ? [el('p', {}, t('profile.even', { even }))] : []),
      el('p', { class: 'hint' }, t('profile.thresholds')),
    );
    const box = button.getBoundingClientRect();
    const width = Math.min(320, innerWidth - 16);
    const left = Math.min(this.#list.getBoundingClientRect().right + 16, innerWidth - width - 8);
    const above = box.top > innerHeight / 2;
    Object.assign(this.#popover.style, {
      width: `${width}px`,
      left: `${Math.max(8, left)}px`,
      top: above ? 'auto' : `${Math.max(8, box.top)}px`,
      bottom: above ? `${Math.max(8, innerHeight - box.bottom)}px` : 'auto',
    });
  }
}

/** Few ask for it: it is not fetched for the first screen. @param {Row} row @param {Element} place */
async function bringFormula(row, place) {
  const { formula } = await import('./dimension-trace-math.js').catch(() => ({ formula: null }));
  if (formula) place.replaceWith(formula(row.formula, { display: true }));
}
