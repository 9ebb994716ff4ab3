/**
 * Every visible string comes from here: `t('graph.title')`, `t('matrix.cell', {query: 'it'})`.
 * A message is a string with `{name}` holes, or a function of the values where a language needs
 * more than holes (plurals). No message format, no parser.
 */
import { en } from './en.js';

/** @typedef {Record<string, string | number>} Values */
/** @typedef {string | ((values: Values) => string)} Message */
/** @type {Record<string, Record<string, Message>>} */
const LANGUAGES = { en };

/** @param {string} wanted a language tag such as `en` or `en-GB` */
export function pickLanguage(wanted) {
  const tag = wanted.toLowerCase();
  return tag in LANGUAGES ? tag : tag.split('-')[0] in LANGUAGES ? tag.split('-')[0] : 'en';
}

/**
 * The page's language: `?lang=` in the address, else English.
 * @type {string}
 */
export const language = pickLanguage(
  new URLSearchParams(globalThis.location?.search ?? '').get('lang') ?? 'en',
);

/**
 * @param {string} key
 * @param {Values} [values]
 * @returns {string} the message; an unknown key throws, so that no key ever shows on the page
 */
export function t(key, values = {}) {
  const message = LANGUAGES[language][key] ?? en[key];
  if (message === undefined) throw new Error(`no message '${key}' in i18n/${language}.js`);
  if (typeof message === 'function') return message(values);
  return message.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/**
 * A number for the eye: `digits` decimals, a true minus sign, `−∞` for a masked score.
 * @param {number} value
 * @param {number} [digits]
 */
export function formatNumber(value, digits = 3) {
  if (value === -Infinity) return '−∞';
  if (!Number.isFinite(value)) return String(value);
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** @param {number} bytes @returns {string} such as `8.3 MB` (powers of ten, as downloads count) */
export function formatBytes(bytes) {
  if (bytes < 1e3) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
