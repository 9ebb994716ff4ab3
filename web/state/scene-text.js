/** Names and values as the text of a link, and what is said of values that were not taken. */

/** @typedef {import('./scene-readers.js').Ignored} Ignored */
/** @typedef {import('./scene-readers.js').Say} Say */

/** Of several the first counts. @param {URLSearchParams} entries @returns {Record<string, unknown>} */
export const fromEntries = (entries) => {
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const [name, value] of entries) if (!values.has(name)) values.set(name, value);
  return Object.fromEntries(values);
};

/**
 * Readable where it can be, and safe inside Markdown and HTML.
 * @param {Record<string, string>} values
 */
export const queryOf = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join('&');

/**
 * Half a pair of UTF-16, as may be left of a letter that was cut, has no place in a link.
 * @param {string} value
 */
const encode = (value) =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replace(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(2C|3A|2F)/g, (escaped) => decodeURIComponent(escaped))
    .replace(/%20/g, '+');

/** @param {Ignored[]} ignored what is said goes there @returns {Say} */
export const sayer =
  (ignored) =>
  (why, value, expected, field = '') => {
    const shown = shownValue(value);
    const what = field ? `${field} is ${shown}` : `the scene is ${shown}`;
    const unknown = why === 'unknownField' ? `unknown field ${field}` : what;
    ignored.push(
      Object.freeze({ field, value: shown, why, message: `${unknown}; expected ${expected}` }),
    );
  };

/** @param {unknown} value */
function shownValue(value) {
  if (value === '') return '""';
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 60)}…` : value;
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  } catch {
    return typeof value;
  }
}
