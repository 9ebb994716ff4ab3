/**
 * Quartiles, between two samples where they fall between (Hyndman and Fan's type 7).
 * @param {readonly number[]} samples at least one
 * @returns {{low: number, median: number, high: number}}
 */
export function quartiles(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => {
    const place = share * (sorted.length - 1);
    const [below, above] = [Math.floor(place), Math.ceil(place)];
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}
