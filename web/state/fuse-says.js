/**
 * Wrapper and fused in words, for the page and for its figure.
 *
 * @typedef {import('./fuse.js').Fuse} Fuse
 * @typedef {import('./fuse.js').Role} Role
 * @typedef {(key: string, values?: Record<string, string | number>) => string} Words
 * @typedef {import('./cost-says.js').Format & {small: (value: number) => string}} Format
 * @typedef {{words: Words, format: Format}} Say
 */
import { countProducts, STEPS } from './fuse.js';
import { quartiles } from './quartiles.js';

/**
 * What stands over the matrices.
 * @param {object} of
 * @param {Role} of.role
 * @param {number} of.step
 * @param {{n: number, dModel: number, heads: number, dHead: number}} of.size
 * @param {Words} words
 * @returns {Record<'x' | 'weights' | 'product' | 'concat', string>}
 */
export function fuseLabels({ role, step, size: { n, dModel, heads, dHead } }, words) {
  const symbol = words(`fuse.symbol.${role}`);
  const sized = (/** @type {string} */ of, /** @type {string} */ size) =>
    words('fuse.symbol.size', { symbol: of, size });
  return {
    x: sized('x', `${n} × ${dModel}`),
    weights:
      step === 0
        ? words('fuse.apart', { symbol: `W_${symbol}`, heads, size: `${dModel} × ${dHead}` })
        : sized(`W_${symbol}`, `${dModel} × ${heads * dHead}`),
    product:
      step >= 3
        ? words('fuse.apart', { symbol, heads, size: `${n} × ${dHead}` })
        : sized(`${symbol} = x W_${symbol}`, `${n} × ${heads * dHead}`),
    concat: words('fuse.concat', { size: `${n} × ${heads * dHead}` }),
  };
}

/** @param {number} step @param {number} heads @param {Words} words */
export const fuseAbout = (step, heads, words) => words(`fuse.about.${STEPS[step]}`, { heads });

/**
 * Whether both sides gave the same, and what that means.
 * @param {{difference: number, largest: number} | null} check
 * @param {Say} say
 * @returns {{difference: string, meaning: string}}
 */
export function fuseVerdict(check, { words, format }) {
  if (!check) return { difference: words('fuse.checking'), meaning: '' };
  const { difference, largest } = check;
  const verdict = difference === 0 ? 'same' : difference <= 1e-5 * largest ? 'rounding' : 'wrong';
  return {
    difference: words('fuse.difference', { value: format.small(difference) }),
    meaning: words(`fuse.verdict.${verdict}`, { largest: format.number(largest, 2) }),
  };
}

/**
 * What each side costs: a name, the wrapper's, the fused one's.
 * @param {object} of
 * @param {Fuse['timing']['samples']} of.samples
 * @param {{dModel: number, heads: number, dHead: number, dOutput: number, n: number}} of.size
 * @param {Say} say
 * @returns {{columns: string[], rows: string[][]}}
 */
export function fuseWork({ samples, size }, { words, format }) {
  const { wrapper, fused, multiplyAdds } = countProducts(size);
  const cells = (/** @type {readonly number[] | undefined} */ times) => {
    if (!times?.length) return ['–', '–'];
    const { low, median, high } = quartiles(times);
    const [least, most] = [low, high].map((value) => format.number(value, 3));
    return [format.number(median, 3), words('fuse.spread', { low: least, high: most })];
  };
  const [ofWrapper, ofFused] = [cells(samples.wrapper), cells(samples.fused)];
  const adds = format.count(multiplyAdds);
  return {
    columns: ['', words('fuse.column.wrapper'), words('fuse.column.fused')],
    rows: [
      [words('fuse.products'), format.count(wrapper), format.count(fused)],
      [words('fuse.multiplyAdds'), adds, adds],
      [words('fuse.median'), ofWrapper[0], ofFused[0]],
      [words('fuse.quartiles'), ofWrapper[1], ofFused[1]],
    ],
  };
}
