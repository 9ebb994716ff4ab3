/** @file What stands in a file, as it reads in a message. */

const kMost = 80;

/**
 * @param {unknown} value as JSON.parse gives it
 * @returns {string} JSON, cut short where it is long; a file may nest deeper than JSON.stringify goes.
 */
export function shown(value) {
  try {
    const text = String(JSON.stringify(value));
    return text.length > kMost ? `${text.slice(0, kMost)}…` : text;
  } catch {
    return Array.isArray(value) ? 'a deep array' : 'a deep object';
  }
}
