/** Of one query: how its attention lay without the mask and how it lies with it. */
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { hardestHit, movedMass } from '../state/mask.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { el, tokenText } from './dom.js';
import { pairedBars, shortened } from './paired-bars.js';

/** @typedef {import('../state/store.js').State} State */

/** Below this share nothing is said to be lost. */
const NOTABLE = 5e-4;

export class MaskRow {
  element = el('div', { class: 'mask-row' });
  #sentence = el('p', { class: 'mask-row-sentence' });
  #bars = el('div', { class: 'mask-row-bars' });
  #shown = /** @type {unknown[]} */ ([]);

  constructor() {
    this.element.append(el('h3', {}, t('mask.row.title')), this.#sentence, this.#bars);
  }

  /** @param {Readonly<State>} state */
  update(state) {
    const { snapshot, unmasked, mask } = state;
    const { layer, heads } = shownHeads(state);
    const name = attentionName(layer, 'weights');
    const after = snapshot?.tensors[name]?.data;
    const before = unmasked ? unmasked.tensors[name]?.data : after;
    if (!snapshot || !after || !before) return;
    const count = snapshot.tokens.length;
    const head = heads[0];
    const focused = queryOf(focusOf(state));
    const query = focused ?? hardestHit(before, { head, count, mask });
    const shown = [snapshot, unmasked, mask, layer, head, query, focused];
    if (shown.every((part, i) => part === this.#shown[i])) return;
    this.#shown = shown;
    const moved = movedMass(before, after, { head, count, query, mask });
    const text = (/** @type {number} */ index) => tokenText(snapshot.tokens[index]);
    const rows = moved.before.map((first, key) => ({
      number: key,
      label: text(key),
      first,
      second: moved.after[key],
      hidden: moved.hidden[key],
    }));
    const sum = (/** @type {number[]} */ values) =>
      values.reduce((total, value) => total + value, 0);
    this.#bars.style.setProperty('--hue', `var(--${headStyle(head).colour})`);
    this.#bars.replaceChildren(
      pairedBars({
        caption: t('mask.row.caption', { query: text(query), layer, head }),
        head: t('mask.row.key'),
        columns: [t('mask.row.without'), t('mask.row.with')],
        rows: [
          ...shortened(rows, (others) => t('mask.row.rest', { count: others })),
          {
            label: t('mask.row.sum'),
            first: sum(moved.before),
            second: sum(moved.after),
            total: true,
          },
        ],
      }),
    );
    const sentences = unmasked
      ? [
          ...(focused === null ? [t('mask.row.hardest', { query: text(query) })] : []),
          ...rowSentences(moved, text(query), layer),
        ]
      : [t('mask.row.nothing')];
    this.#sentence.textContent = sentences.join(t('list.sentences'));
  }
}

/**
 * @param {ReturnType<typeof movedMass>} moved
 * @param {string} query
 * @param {number} layer
 * @returns {string[]}
 */
function rowSentences({ lost, kept, after }, query, layer) {
  if (lost < NOTABLE && layer === 0) return [t('mask.row.none', { query })];
  const percent = (/** @type {number} */ share) => formatNumber(100 * share, 1);
  const said = [t('mask.row.lost', { query, lost: percent(lost), kept: percent(kept) })];
  if (after.every((weight) => weight === 0)) return [...said, t('mask.row.gone')];
  return layer === 0
    ? [...said, t('mask.row.scaled', { factor: formatNumber(1 / kept, 2) })]
    : [...said, t('mask.row.changed', { layer })];
}

/** @param {Readonly<import('../state/store.js').Focus> | null} focus the query it speaks of */
function queryOf(focus) {
  if (!focus) return null;
  if ('cell' in focus) return focus.cell[0];
  return focus.side === 'query' ? focus.index : null;
}
