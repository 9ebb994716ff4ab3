/** Every number of the cost as a table: counted from shapes, and measured. */
import { formatCount, formatNumber, t } from '../i18n/index.js';
import { contendersOf, flops, idOf, KINDS, parameters, widthOf } from '../state/cost.js';
import { quartiles } from '../state/samples.js';
import { el } from './dom.js';

const COLUMNS = ['heads', 'dHead', 'parameters', 'flops', 'ratio', 'median', 'spread'];

/**
 * @param {Readonly<import('../state/cost.js').Cost>} cost
 * @returns {(Node | string)[]} what a `<table>` holds
 */
export function costRows({ dModel, seqLen, timing }) {
  const one = flops(widthOf('split', dModel, 1), seqLen);
  const contenders = contendersOf({ dModel });
  const first = timing.samples[idOf('split', 1)];
  const digits = first?.length && quartiles(first).median < 10 ? 2 : 1;
  return [
    el('caption', { class: 'unseen' }, t('cost.caption', { dModel, seqLen })),
    el(
      'thead',
      {},
      el('tr', {}, ...COLUMNS.map((name) => el('th', { scope: 'col' }, t(`cost.column.${name}`)))),
    ),
    ...KINDS.map((kind) =>
      el(
        'tbody',
        {},
        el(
          'tr',
          {},
          el(
            'th',
            { scope: 'rowgroup', colspan: COLUMNS.length, class: `cost-kind ${kind}` },
            t(`cost.kind.${kind}`, { dModel }),
          ),
        ),
        ...contenders
          .filter((contender) => contender.kind === kind)
          .map(({ heads, width, timed }) => {
            const work = flops(width, seqLen);
            const [median, spread] = timesOf(timing.samples[idOf(kind, heads)], { timed, digits });
            const cells = [
              formatCount(width.dHead),
              formatCount(parameters(width)),
              formatCount(work),
              t('cost.times', { value: formatNumber(work / one, 0) }),
              median,
              spread,
            ];
            return el(
              'tr',
              {},
              el('th', { scope: 'row' }, String(heads)),
              ...cells.map((cell) => el('td', { class: 'figure' }, cell)),
            );
          }),
      ),
    ),
  ];
}

/**
 * @param {readonly number[] | undefined} samples
 * @param {{timed: boolean, digits: number}} options
 * @returns {[string, string]}
 */
function timesOf(samples, { timed, digits }) {
  if (!samples?.length) return [timed ? '–' : t('cost.untimed'), '–'];
  const { low, median, high } = quartiles(samples);
  return [
    formatNumber(median, digits),
    t('cost.spread', { low: formatNumber(low, digits), high: formatNumber(high, digits) }),
  ];
}
