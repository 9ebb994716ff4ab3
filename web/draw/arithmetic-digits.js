/**
 * How many digits a sum is shown with. Every number shown is a whole number of the last decimal shown:
 * operands are rounded, a product is the product of the rounded operands, a running sum adds the
 * rounded products. So each line recomputes exactly, and the decimals are chosen so that the last
 * line agrees with the number the core computed, within the last digit shown of it.
 */

/** Decimals beyond which a float32 has nothing to say. */
const MOST_DECIMALS = 11;

/** What a sum of float32 products may lose of the sum of their magnitudes. */
const FLOAT32_LOSS = 4e-6;

/**
 * Decimals that show a value in four significant digits.
 * @param {number} value
 */
export function decimalsFor(value) {
  if (value === 0 || !Number.isFinite(value)) return 4;
  return Math.max(2, Math.min(8, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

/**
 * The fewest decimals that still come to the value: as many digits of the value as can be had, four
 * at best, then as few of the operands as that takes. Digits are only given up where the terms are
 * so much larger than their sum that a float32 does not hold more.
 * @template {{total: number}} T
 * @param {number} value
 * @param {{size: number, from?: number}} terms `size`: the sum of their magnitudes; `from`: the fewest
 *   decimals that show them
 * @param {(decimals: number) => T} compute
 * @returns {T & {digits: number, decimals: number, agrees: boolean}}
 */
export function fit(value, { size, from = 4 }, compute) {
  const wanted = decimalsFor(value);
  const least = Math.min(wanted, Math.floor(-Math.log10(2 * FLOAT32_LOSS * Math.max(size, 1e-3))));
  for (let digits = wanted; digits >= least; digits--) {
    for (let decimals = Math.max(from, digits); decimals <= MOST_DECIMALS; decimals++) {
      const result = compute(decimals);
      if (Math.abs(result.total - value) <= 0.5 * 10 ** -digits) {
        return { ...result, digits, decimals, agrees: true };
      }
    }
  }
  return { ...compute(wanted + 2), digits: wanted, decimals: wanted + 2, agrees: false };
}

/**
 * @typedef {'plus' | 'times' | 'over' | 'root' | 'relu' | 'tanh'} Op
 * @typedef {{op: Op, value?: number, name?: string, cell?: import('./arithmetic.js').Cell}} Planned what is
 *   done to a sum; `value` is the operand of the first three
 * @typedef {{op: Op, number: number | null, name: string, cell?: import('./arithmetic.js').Cell,
 *   result: number}} Done in the digits shown
 */

/**
 * @param {number} start in whole units
 * @param {readonly Planned[]} plan
 * @param {number} unit of one
 * @returns {{end: number, done: Done[]}} `end` in whole units
 */
export function carryOut(start, plan, unit) {
  let now = start;
  const done = plan.map(({ op, value = 0, name = op, cell }) => {
    const operand = Math.round(value * unit);
    switch (op) {
      case 'plus':
        now += operand;
        break;
      case 'times':
        now = Math.round((now * operand) / unit);
        break;
      case 'over':
        now = Math.round((now / operand) * unit);
        break;
      case 'root':
        now = Math.round(Math.sqrt(now / unit) * unit);
        break;
      case 'relu':
        now = Math.max(0, now);
        break;
      case 'tanh':
        now = Math.round(Math.tanh(now / unit) * unit);
        break;
    }
    const number = ['plus', 'times', 'over'].includes(op) ? operand / unit : null;
    return { op, number, name, cell, result: now / unit };
  });
  return { end: now, done };
}
