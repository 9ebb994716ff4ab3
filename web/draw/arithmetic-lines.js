/**
 * An unfolded number in words and digits: one term, and the lines from the sum of all terms to the
 * number. The page makes elements of the parts, a figure words of a picture.
 *
 * @typedef {import('./arithmetic.js').Unfolded} Unfolded
 * @typedef {import('./arithmetic.js').Cell} Cell
 * @typedef {import('./arithmetic-digits.js').Done} Done
 * @typedef {import('./figure-parts.js').Words} Words
 * @typedef {(value: number, digits: number) => string} FormatNumber
 * @typedef {object} LinePart a number, with its name over it where it has one
 * @property {string} text
 * @property {string} [name]
 * @property {Cell} [cell] a tensor's or a weight's, instead of a name
 * @property {boolean} [strong]
 * @property {'agrees' | 'differs'} [verdict]
 * @typedef {(LinePart | string)[]} Line
 */

const SIGNS = { plus: '+', times: '×', over: '÷' };

/** @param {string} text @returns {LinePart} */
const strong = (text) => ({ text, strong: true });

/**
 * @param {Unfolded} unfolded
 * @param {import('./arithmetic.js').Term} term of it
 * @param {{words: Words, number: FormatNumber}} say
 * @returns {Line}
 */
export function termLine({ kind, decimals, largest, mean }, { numbers, left, right }, say) {
  const [a, b, c] = numbers;
  const number = (/** @type {number} */ value) => say.number(value, decimals);
  const first = { text: number(a), cell: left };
  switch (kind) {
    case 'softmax': {
      const most = { name: say.words('arithmetic.most'), text: number(largest ?? 0) };
      return ['e^(', first, ' − ', most, ') = ', strong(number(c))];
    }
    case 'norm': {
      const middle = { name: say.words('arithmetic.mean'), text: number(mean?.result ?? 0) };
      return ['(', first, ' − ', middle, ')² = ', `(${number(b)})² = `, strong(number(c))];
    }
    case 'unit':
      return ['(tanh ', first, ')² = ', `(${number(b)})² = `, strong(number(c))];
    default:
      if (!right) return [first];
      return [first, ' × ', { text: number(b), cell: right }, ' = ', strong(number(c))];
  }
}

/**
 * @param {Unfolded} unfolded
 * @param {{words: Words, number: FormatNumber}} say
 * @returns {Line[]} none where a number is taken over and nothing stands against it
 */
export function totalLines(unfolded, say) {
  const { kind, terms, then, own, mean, decimals, digits, value, agrees } = unfolded;
  const { words } = say;
  const number = (/** @type {number} */ of) => say.number(of, decimals);
  const count = terms.length;
  /** @type {Line[]} */
  const lines = [];
  if (mean) {
    lines.push([
      { name: words('arithmetic.sum.row', { count }), text: number(mean.sum) },
      ' ÷ ',
      { name: words('arithmetic.then.count'), text: String(mean.count) },
      ' = ',
      { name: words('arithmetic.mean'), ...strong(number(mean.result)) },
    ]);
  }
  const steps = (/** @type {readonly Done[]} */ all, /** @type {number} */ from) =>
    stepParts(all, from, { words, number });
  const running = terms[count - 1].running;
  if (kind !== 'same' && kind !== 'softmax') {
    const name = words(`arithmetic.sum.${kind}`, { count });
    lines.push([{ name, text: number(running) }, ...steps(then, running)]);
  }
  if (own) {
    const first = { name: words(`arithmetic.own.${kind}`), text: number(own.number) };
    const [{ number: sum }] = own.then;
    const whole = { name: words('arithmetic.sum.softmax', { count }), text: number(sum ?? 0) };
    const share = [' ÷ ', whole, ' = ', strong(number(own.then[0].result))];
    lines.push([first, ...(kind === 'softmax' ? share : steps(own.then, own.number))]);
  }
  if (agrees !== null) {
    const verdict = agrees ? 'agrees' : 'differs';
    const sentences = [
      words('arithmetic.core', { value: say.number(value, digits) }),
      words(`arithmetic.${verdict}`),
    ];
    lines.push([...(lines.pop() ?? []), ' ', { text: sentences.join(' '), verdict }]);
  }
  return lines;
}

/**
 * @param {readonly Done[]} steps
 * @param {number} from
 * @param {{words: Words, number: (value: number) => string}} say
 * @returns {Line}
 */
function stepParts(steps, from, { words, number }) {
  let before = from;
  return steps.flatMap(({ op, number: by, name, cell, result }) => {
    const now = strong(number(result));
    const given = before;
    before = result;
    switch (op) {
      case 'root':
        return [' → ', `√${number(given)} = `, { name: words('arithmetic.then.root'), ...now }];
      case 'relu':
        return [' → ', `max(0, ${number(given)}) = `, now];
      case 'tanh':
        return [' → ', `tanh ${number(given)} = `, now];
      default: {
        const value = by ?? 0;
        const whole = name === 'count' || name === 'tokens';
        const text = whole ? String(value) : number(value);
        const second = cell ? { text, cell } : { text, name: words(`arithmetic.then.${name}`) };
        return [` ${SIGNS[op]} `, second, ' = ', now];
      }
    }
  });
}
