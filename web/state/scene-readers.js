/**
 * How a scene's fields are read: every reader takes whatever a link, a file or a page's author gave,
 * returns the nearest value that is good, and says what it could not take. Pure.
 *
 * @typedef {'unknownField' | 'badValue' | 'newerVersion' | 'notAScene'} Why
 * @typedef {{field: string, value: string, why: Why, message: string}} Ignored what of a scene was not
 *   taken as it stands: `field` as in `steps[2].layer`, `value` cut short, `message` in English
 * @typedef {(why: Why, value: unknown, expected: string, part?: string) => void} Say `part` is appended
 *   to the name of the field
 */

/**
 * One field: `fromText` gives what JSON would hold, or the text itself where that cannot be told;
 * `toText` is its inverse on values that `read` returns.
 * @template T
 * @typedef {object} Field
 * @property {T} initial
 * @property {(raw: unknown, say: Say) => T} read
 * @property {(text: string) => unknown} fromText
 * @property {(value: T) => string} toText
 */

/** What a field may count up to. */
export const MOST = Object.freeze({
  layer: 199,
  head: 255,
  token: 4095,
  column: 65535,
  paint: 512,
});

/** @param {unknown} raw @returns {raw is Record<string, unknown>} */
export const isObject = (raw) => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** @param {string} text @returns {number | string} the text where it is not a number */
export const numberFromText = (text) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/**
 * @param {unknown} raw
 * @param {Say} say
 * @param {{least: number, most: number, initial: number, whole?: boolean, part?: string}} of
 */
export function readNumber(raw, say, { least, most, initial, whole = false, part = '' }) {
  const expected = `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`;
  if (typeof raw !== 'number' || Number.isNaN(raw)) {
    say('badValue', raw, expected, part);
    return initial;
  }
  const near = Math.min(most, Math.max(least, whole ? Math.round(raw) : raw));
  if (near !== raw) say('badValue', raw, expected, part);
  // Minus zero reads back as zero.
  return near || 0;
}

/** @param {unknown} raw 0 when left out @param {Say} say @param {{most: number, part: string}} of */
export const readWhole = (raw, say, { most, part }) =>
  readNumber(raw ?? 0, say, { least: 0, most, initial: 0, whole: true, part });

/** @param {number} initial @param {number} most @returns {Field<number>} from 0 */
export const wholeField = (initial, most) => ({
  initial,
  read: (raw, say) => readNumber(raw, say, { least: 0, most, initial, whole: true }),
  fromText: numberFromText,
  toText: String,
});

/** @param {number} initial @returns {Field<number>} 0..1 */
export const shareField = (initial) => ({
  initial,
  read: (raw, say) => readNumber(raw, say, { least: 0, most: 1, initial }),
  fromText: numberFromText,
  toText: String,
});

/**
 * @template {string} T
 * @param {readonly T[]} choices
 * @param {unknown} raw
 * @param {Say} say
 * @param {string} [part]
 * @returns {T} the first choice where it is none of them
 */
export function readChoice(choices, raw, say, part = '') {
  const found = choices.find((choice) => choice === raw);
  if (found === undefined) say('badValue', raw, `one of ${choices.join(', ')}`, part);
  return found ?? choices[0];
}

/**
 * @template {string} T
 * @param {readonly T[]} choices the first is the initial one
 * @returns {Field<T>}
 */
export const choiceField = (choices) => ({
  initial: choices[0],
  read: (raw, say) => readChoice(choices, raw, say),
  fromText: (text) => text,
  toText: (value) => value,
});

/** `en`, `zh`, or `auto`, which leaves it to the page; `zh-CN` is near enough. @type {Field<'auto' | 'en' | 'zh'>} */
export const languageField = {
  ...choiceField(/** @type {const} */ (['auto', 'en', 'zh'])),
  read(raw, say) {
    const family = typeof raw === 'string' ? raw.toLowerCase().split('-')[0] : raw;
    return readChoice(/** @type {const} */ (['auto', 'en', 'zh']), family, say);
  },
};

/** @type {Field<boolean>} as text also empty, as HTML writes an attribute that holds */
export const flagField = {
  initial: false,
  read(raw, say) {
    if (typeof raw === 'boolean') return raw;
    say('badValue', raw, 'true or false');
    return false;
  },
  fromText: (text) => (text === '' || text === 'true' ? true : text === 'false' ? false : text),
  toText: String,
};

/**
 * @param {number} most UTF-16 units
 * @param {{pattern: RegExp, expected: string}} [of] what a text must look like
 * @returns {Field<string>} never half of a surrogate pair
 */
export const textField = (most, { pattern, expected } = { pattern: /^/, expected: '' }) => ({
  initial: '',
  read(raw, say) {
    if (typeof raw !== 'string') {
      say('badValue', raw, 'a text');
      return '';
    }
    if (raw !== '' && !pattern.test(raw)) {
      say('badValue', raw, expected);
      return '';
    }
    if (raw.length > most) say('badValue', raw, `at most ${most} characters`);
    return wellFormed(raw.slice(0, most));
  },
  fromText: (text) => text,
  toText: (value) => value,
});

/** With the flag u, what is left of the surrogates are those without their other half. @param {string} text */
const wellFormed = (text) => text.replace(/[\ud800-\udfff]/gu, '\ufffd');

/**
 * @param {unknown} raw
 * @param {Say} say
 * @param {{most: number, part?: string}} of
 * @returns {readonly number[]} different whole numbers from 0; empty where none was good
 */
export function readIndexes(raw, say, { most, part = '' }) {
  const expected = `different whole numbers from 0 to ${most}`;
  if (!Array.isArray(raw)) {
    say('badValue', raw, expected, part);
    return Object.freeze([]);
  }
  const isGood = (/** @type {unknown} */ value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
  const good = [...new Set(raw.filter(isGood).map((value) => value || 0))];
  if (good.length !== raw.length || good.length === 0) say('badValue', raw, expected, part);
  return Object.freeze(good);
}

/** @param {string} text @returns {unknown[]} */
export const listFromText = (text) => text.split(',').map(numberFromText);

/**
 * @template T
 * @param {Omit<Field<T | null>, 'initial' | 'toText'> & {toText: (value: T) => string}} field of a
 *   value that may be missing
 * @returns {Field<T | null>}
 */
export const optionalField = ({ read, fromText, toText }) => ({
  initial: null,
  read: (raw, say) => (raw === null ? null : read(raw, say)),
  fromText: (text) => (text === '' || text === 'none' ? null : fromText(text)),
  toText: (value) => (value === null ? 'none' : toText(value)),
});

/**
 * Tells of keys that nobody knows.
 * @param {Record<string, unknown>} raw
 * @param {readonly string[]} known
 * @param {Say} say
 */
export function onlyKnown(raw, known, say) {
  for (const key of Object.keys(raw)) {
    if (!known.includes(key)) {
      say('unknownField', raw[key], `one of ${known.join(', ')}`, `.${key.slice(0, 40)}`);
    }
  }
}
