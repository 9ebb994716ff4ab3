/**
 * @typedef {{median: number, p10: number, min: number, count: number}} Summary
 */

/**
 * @param {readonly number[]} values
 * @param {number} share 0..1
 * @returns {number} linear between neighbours; NaN of nothing
 */
export function quantile(values, share) {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const low = Math.floor(position);
  const high = Math.ceil(position);
  return sorted[low] + (sorted[high] - sorted[low]) * (position - low);
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {readonly number[]} values @returns {Summary} */
export const summarise = (values) => ({
  median: median(values),
  p10: quantile(values, 0.1),
  min: Math.min(...values),
  count: values.length,
});

/**
 * Median of the quotients of what was measured in the same round, so that a slow minute of the
 * machine slows both sides of a quotient.
 * @param {readonly number[]} numerators
 * @param {readonly number[]} denominators
 */
export const medianRatio = (numerators, denominators) =>
  median(numerators.map((value, round) => value / denominators[round]));

/**
 * How far apart repetitions of the same work lie: (p90 - p10) / median.
 * @param {readonly number[]} values
 */
export const spread = (values) => (quantile(values, 0.9) - quantile(values, 0.1)) / median(values);
