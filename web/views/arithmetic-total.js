/** From the sum of an unfolded number's terms to the number: what is done to it, line by line. */
import { formatNumber, t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @typedef {import('../draw/arithmetic.js').Unfolded} Unfolded
 * @typedef {import('../draw/arithmetic.js').Done} Done
 * @typedef {import('../draw/arithmetic.js').Cell} Cell
 * @typedef {(cell: Cell, value: number) => Node} ShowOperand
 */

const SIGNS = { plus: '+', times: '×', over: '÷' };

/**
 * @param {Unfolded} unfolded
 * @param {ShowOperand} operand shows a number of a tensor or a weight
 * @returns {HTMLElement[]} none where a number is taken over and nothing stands against it
 */
export function totalLines(unfolded, operand) {
  const { kind, terms, then, own, mean, decimals, digits, value, agrees } = unfolded;
  const number = (/** @type {number} */ of) => formatNumber(of, decimals);
  const count = terms.length;
  /** @type {(Node | string)[][]} */
  const lines = [];
  if (mean) {
    lines.push([
      named(t('arithmetic.sum.row', { count }), number(mean.sum)),
      ' ÷ ',
      named(t('arithmetic.then.count'), String(mean.count)),
      ' = ',
      named(t('arithmetic.mean'), strong(number(mean.result))),
    ]);
  }
  const steps = (/** @type {readonly Done[]} */ all, /** @type {number} */ from) =>
    stepParts(all, from, { operand, number });
  const running = terms[count - 1].running;
  if (kind !== 'same' && kind !== 'softmax') {
    lines.push([
      named(t(`arithmetic.sum.${kind}`, { count }), number(running)),
      ...steps(then, running),
    ]);
  }
  if (own) {
    const first = named(t(`arithmetic.own.${kind}`), number(own.number));
    const [{ number: sum }] = own.then;
    const whole = named(t('arithmetic.sum.softmax', { count }), number(sum ?? 0));
    const share = [' ÷ ', whole, ' = ', strong(number(own.then[0].result))];
    lines.push([first, ...(kind === 'softmax' ? share : steps(own.then, own.number))]);
  }
  if (agrees !== null) {
    const sentences = [
      t('arithmetic.core', { value: formatNumber(value, digits) }),
      t(agrees ? 'arithmetic.agrees' : 'arithmetic.differs'),
    ];
    const verdict = el('span', { class: agrees ? 'verdict' : 'verdict warn' }, sentences.join(' '));
    lines.push([...(lines.pop() ?? []), ' ', verdict]);
  }
  return lines.map((line) => el('span', { class: 'term-sum-line' }, ...line));
}

/**
 * @param {readonly Done[]} steps
 * @param {number} from
 * @param {{operand: ShowOperand, number: (value: number) => string}} show
 * @returns {(Node | string)[]}
 */
function stepParts(steps, from, { operand, number }) {
  let before = from;
  return steps.flatMap(({ op, number: by, name, cell, result }) => {
    const now = strong(number(result));
    const given = before;
    before = result;
    switch (op) {
      case 'root':
        return [' → ', `√${number(given)} = `, named(t('arithmetic.then.root'), now)];
      case 'relu':
        return [' → ', `max(0, ${number(given)}) = `, now];
      case 'tanh':
        return [' → ', `tanh ${number(given)} = `, now];
      default: {
        const value = by ?? 0;
        const whole = name === 'count' || name === 'tokens';
        const shown = whole ? String(value) : number(value);
        const second = cell ? operand(cell, value) : named(t(`arithmetic.then.${name}`), shown);
        return [` ${SIGNS[op]} `, second, ' = ', now];
      }
    }
  });
}

/** A number with its name over it. @param {string} name @param {string | Node} number @param {string} [role] */
export const named = (name, number, role) =>
  el(
    'span',
    { class: 'named' },
    el('span', { class: `named-name ${role ? `role-${role}` : ''}` }, name),
    ' ',
    el('span', {}, number),
  );

/** @param {string} text */
export const strong = (text) => el('strong', {}, text);
