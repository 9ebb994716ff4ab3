/** Heads ranked by what they add, beside where they look hardest. */
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { hardestLook, ranking } from '../state/contributions.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';

/** @typedef {import('../state/contributions.js').Stack} Stack */

/** @param {number} share @returns {string} percent with one decimal, without its sign */
export const percent = (share) => formatNumber(100 * share, 1);

/**
 * @param {object} input
 * @param {Stack} input.stack of the token, or of the sentence
 * @param {Stack} input.whole of the sentence
 * @param {ArrayLike<number>} input.weights `[heads, count, count]`
 * @param {number | null} input.token
 * @param {readonly string[]} input.texts of the tokens
 * @param {number} input.layer
 * @param {(head: number) => void} input.onHead
 * @returns {HTMLTableElement}
 */
export function contributionRanking({ stack, whole, weights, token, texts, layer, onHead }) {
  const places = ranking(whole);
  const count = texts.length;
  const look = (/** @type {number} */ head) => {
    if (token !== null) return hardestLook(weights, { head, token, count });
    const looks = texts.map((_, row) => hardestLook(weights, { head, token: row, count }).weight);
    return { key: -1, weight: looks.reduce((sum, weight) => sum + weight, 0) / count };
  };
  const bar = (/** @type {number} */ share, /** @type {string} */ kind) =>
    el(
      'span',
      { class: `rank-bar ${kind}`, 'aria-hidden': 'true' },
      el('span', { style: `width: ${100 * Math.min(1, Math.abs(share))}%` }),
    );
  const rows = ranking(stack).map((head, place) => {
    const { key, weight } = look(head);
    const adds = stack.length ? stack.heads[head] / stack.length : 0;
    const all = whole.length ? whole.heads[head] / whole.length : 0;
    const button = el('button', { type: 'button', class: 'quiet' }, swatch(head));
    button.append(t('wo.head', { head }));
    button.addEventListener('click', () => onHead(head));
    const seen = formatNumber(100 * weight, 0);
    const looks =
      key < 0
        ? t('wo.rank.percent', { percent: seen })
        : t('wo.rank.lookAt', { percent: seen, text: texts[key] });
    return el(
      'tr',
      { style: `--hue: var(--${headStyle(head).colour})`, 'data-head': head },
      el('td', { class: 'figure' }, String(place + 1)),
      el('th', { scope: 'row' }, button),
      el('td', { class: 'figure' }, bar(weight, 'look'), looks),
      el(
        'td',
        { class: 'figure' },
        bar(adds, 'adds'),
        t('wo.rank.percent', { percent: percent(adds) }),
      ),
      ...(token === null
        ? []
        : [
            el(
              'td',
              { class: 'figure' },
              t('wo.rank.place', { percent: percent(all), rank: places.indexOf(head) + 1 }),
            ),
          ]),
    );
  });
  const caption =
    token === null
      ? t('wo.rank.caption.all', { layer })
      : t('wo.rank.caption.token', { layer, text: texts[token] });
  const columns = [
    t('wo.rank.rank'),
    t('wo.rank.head'),
    token === null ? t('wo.rank.lookMean') : t('wo.rank.look'),
    ...(token === null ? [t('wo.rank.sentence')] : [t('wo.rank.adds'), t('wo.rank.sentence')]),
  ];
  return el(
    'table',
    { class: 'wo-ranking' },
    el('caption', { class: 'unseen' }, caption),
    el('thead', {}, el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...rows),
  );
}
