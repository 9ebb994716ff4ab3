/** One number of a tensor as a sentence: its index, its value, and what the index means. */
import { formatNumber, t } from '../i18n/index.js';
import { tokenText } from './dom.js';

/**
 * @typedef {import('../state/store.js').Tensor} Tensor
 * @typedef {import('../state/store.js').Token} Token
 * @typedef {import('./dimension-trace-mini.js').CellReading} CellReading
 */

/**
 * @param {string} name of the step
 * @param {Tensor} tensor
 * @param {CellReading} reading
 * @param {readonly Token[]} tokens
 * @param {number} dHead width of one head
 * @param {(index: number) => string} [unnamed] what a token without a text is called
 * @returns {{value: string, where: string}} such as `query[2, 5, 17] = −0.481` and what that means
 */
export function readout(name, tensor, { cell, entry }, tokens, dHead, unnamed) {
  const { head } = cell.panel;
  const { row, column, value } = entry;
  const columns = tensor.axes.at(-1) ?? '';
  const index = [...(head === null ? [] : [head]), row, column].join(', ');
  const digits = columns === 'key' && Math.abs(value) <= 1 ? 4 : 3;
  const text = (/** @type {number} */ i) =>
    tokens[i] ? tokenText(tokens[i]) : (unnamed?.(i) ?? String(i));

  const parts = [];
  if (head !== null) parts.push(t('trace.at.head', { head }));
  if (columns === 'key') {
    parts.push(t('trace.at.cell', { query: text(row), key: text(column) }));
  } else {
    const rows = tensor.axes.at(-2) ?? '';
    if (rows === 'seq_len') parts.push(t('trace.at.row', { text: text(row) }));
    else parts.push(...alongWords(rows, row, dHead));
    parts.push(...alongWords(columns, column, dHead));
  }
  if (cell.columnTo - cell.column > 1) {
    const [from, to] = [cell.column, cell.columnTo - 1];
    parts.push(t('trace.at.block', { axis: columns.replace('*', '·'), from, to }));
  }
  if (cell.rowTo - cell.row > 1) {
    const [from, to] = [cell.row, cell.rowTo - 1];
    const axis = tensor.axes.at(-2) ?? '';
    const tokens = axis === 'seq_len' || axis === 'query';
    parts.push(
      tokens
        ? t('trace.at.rows', { from, to })
        : t('trace.at.block', { axis: axis.replace('*', '·'), from, to }),
    );
  }
  return { value: `${name}[${index}] = ${formatNumber(value, digits)}`, where: parts.join(' · ') };
}

/** @param {string} axis @param {number} index @param {number} dHead */
const alongWords = (axis, index, dHead) =>
  axis === 'heads*d_head'
    ? [
        t('trace.at.head', { head: Math.floor(index / dHead) }),
        t('trace.at.column', { axis: 'd_head', column: index % dHead }),
      ]
    : [t('trace.at.column', { axis, column: index })];
