/**
 * Every visible string comes from here: `t('graph.title')`, `t('matrix.cell', {query: 'it'})`.
 * A message is a string with `{name}` holes, or a function of the values where a language needs
 * more than holes (plurals). No message format, no parser. Only the page's own language is fetched.
 */
import { isolated, joined } from './typography.js';

/** @typedef {Record<string, string | number>} Values */
/** @typedef {string | ((values: Values) => string)} Message */
/** @typedef {Record<string, Message>} Messages */
/**
 * @typedef {object} Language
 * @property {string} name what its readers call it
 * @property {string} tag for `lang` attributes and for Intl
 * @property {() => Promise<Messages>} messages
 * @property {Readonly<Record<string, () => Promise<Messages>>>} parts messages of sections that are
 *   fetched with their views
 */

/** By the value of `?lang=`. @type {Readonly<Record<string, Readonly<Language>>>} */
export const LANGUAGES = Object.freeze({
  en: {
    name: 'English',
    tag: 'en',
    messages: async () => (await import('./en.js')).en,
    parts: {
      arithmetic: async () => (await import('./en-arithmetic.js')).arithmetic,
      compare: async () => (await import('./en-compare.js')).compare,
      figure: async () => (await import('./en-figure.js')).figure,
      masks: async () => (await import('./en-masks.js')).masks,
      trace: async () => (await import('./en-trace.js')).trace,
      wo: async () => (await import('./en-wo.js')).wo,
      prove: async () => (await import('./en-prove.js')).prove,
      scene: async () => (await import('./en-scene.js')).scene,
      share: async () => (await import('./en-share.js')).share,
      split: async () => (await import('./en-split.js')).split,
      fuse: async () => (await import('./en-fuse.js')).fuse,
      cost: async () => (await import('./en-cost.js')).cost,
      shapes: async () => (await import('./en-shapes.js')).shapes,
      train: async () => (await import('./en-train.js')).train,
    },
  },
  zh: {
    name: '中文',
    tag: 'zh-Hans',
    messages: async () => (await import('./zh.js')).zh,
    parts: {
      arithmetic: async () => (await import('./zh-arithmetic.js')).arithmetic,
      compare: async () => (await import('./zh-compare.js')).compare,
      figure: async () => (await import('./zh-figure.js')).figure,
      masks: async () => (await import('./zh-masks.js')).masks,
      trace: async () => (await import('./zh-trace.js')).trace,
      wo: async () => (await import('./zh-wo.js')).wo,
      prove: async () => (await import('./zh-prove.js')).prove,
      scene: async () => (await import('./zh-scene.js')).scene,
      share: async () => (await import('./zh-share.js')).share,
      split: async () => (await import('./zh-split.js')).split,
      fuse: async () => (await import('./zh-fuse.js')).fuse,
      cost: async () => (await import('./zh-cost.js')).cost,
      shapes: async () => (await import('./zh-shapes.js')).shapes,
      train: async () => (await import('./zh-train.js')).train,
    },
  },
});

/** @param {string} wanted a language tag such as `en` or `zh-CN` */
export function pickLanguage(wanted) {
  const tag = wanted.toLowerCase();
  const family = tag.split('-')[0];
  return [tag, family].find((name) => Object.hasOwn(LANGUAGES, name)) ?? 'en';
}

/** @param {string} wanted @param {readonly string[]} [parts] */
async function read(wanted, parts = []) {
  const language = pickLanguage(wanted);
  try {
    return { language, messages: await messagesOf(language, parts) };
  } catch {
    // A page in another language is better than an empty one.
    return { language: 'en', messages: await messagesOf('en', parts) };
  }
}

const inAddress = (/** @type {string} */ part) => new URLSearchParams(part.slice(1)).get('lang');

/** The language that the page's address asks for now. */
export function addressLanguage() {
  const { search = '', hash = '' } = globalThis.location ?? {};
  return pickLanguage(inAddress(search) ?? inAddress(hash) ?? 'en');
}

const { language: chosen, messages: first } = await read(addressLanguage());
const messages = { ...first };

/** The page's language: `?lang=` in the address or `lang=` in its scene, else English. */
export let language = chosen;

/** For `lang` attributes. */
export let languageTag = LANGUAGES[language].tag;

/** Parts whose messages are there, or on their way. @type {Set<string>} */
const brought = new Set();

/**
 * Another language, for whoever is not the page: to be called before any view is made. What
 * `bringMessages` brought comes in it too.
 * @param {string} wanted a language tag such as `en` or `zh-CN`
 */
export async function useLanguage(wanted) {
  const parts = [...brought];
  const { language: next, messages: more } = await read(wanted, parts);
  if (next === language) return;
  if (brought.size > parts.length) return useLanguage(wanted);
  Object.assign(messages, more);
  language = next;
  languageTag = LANGUAGES[next].tag;
  formats.clear();
  wholes = new Intl.NumberFormat(languageTag, { maximumFractionDigits: 0 });
}

/**
 * Fetches the messages of parts of the page, in the page's language; `t` knows them from then on.
 * @param {...string} parts keys of `LANGUAGES[…].parts`
 */
export async function bringMessages(...parts) {
  const of = language;
  for (const part of parts) brought.add(part);
  const more = await messagesOf(of, parts);
  // The language may have become another meanwhile.
  if (of === language) Object.assign(messages, more);
  else await bringMessages(...parts);
}

/**
 * @param {string} of a key of `LANGUAGES`
 * @param {readonly string[]} parts
 * @returns {Promise<Messages>} the page's own and those of the parts
 */
export async function messagesOf(of, parts) {
  const { messages: own, parts: known } = LANGUAGES[of];
  return Object.assign(
    {},
    ...(await Promise.all([own, ...parts.map((name) => known[name])].map((bring) => bring()))),
  );
}

/**
 * @param {string} key
 * @param {Values} [values]
 * @returns {string} the message; an unknown key throws, so that no key ever shows on the page
 */
export function t(key, values = {}) {
  const message = messages[key];
  if (message === undefined) throw new Error(`no message '${key}' in i18n/${language}.js`);
  return fill(message, values);
}

/**
 * @param {Message} message
 * @param {Values} values
 * @returns {string}
 */
export function fill(message, values) {
  if (typeof message === 'function') return joined(message(apart(values)));
  const parts = partsOf(message);
  let text = parts[0];
  for (let i = 1; i < parts.length; i += 2) {
    text += isolated(values[parts[i]] ?? `{${parts[i]}}`) + parts[i + 1];
  }
  return text;
}

/** @param {Values} values @returns {Values} each isolated, where one has to be */
function apart(values) {
  const names = Object.keys(values);
  if (names.every((name) => isolated(values[name]) === values[name])) return values;
  return Object.fromEntries(names.map((name) => [name, isolated(values[name])]));
}

/** @type {Map<string, string[]>} long sentences ask for the same message hundreds of times a key */
const split = new Map();

/** @param {string} message @returns {string[]} text and the names of holes, by turns */
function partsOf(message) {
  let parts = split.get(message);
  if (!parts) split.set(message, (parts = joined(message).split(/\{(\w+)\}/)));
  return parts;
}

/** @type {Map<number, Intl.NumberFormat>} by the number of decimals: making one takes longer than using it */
const formats = new Map();

/** @param {number} digits */
function formatOf(digits) {
  let format = formats.get(digits);
  if (!format) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(languageTag, { ...decimals, useGrouping: false });
    formats.set(digits, format);
  }
  return format;
}

/**
 * A number for the eye: `digits` decimals, a true minus sign, `−∞` for a masked score.
 * @param {number} value
 * @param {number} [digits]
 */
export function formatNumber(value, digits = 3) {
  if (value === -Infinity) return '−∞';
  if (!Number.isFinite(value)) return String(value);
  const text = formatOf(digits).format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

let wholes = new Intl.NumberFormat(languageTag, { maximumFractionDigits: 0 });

/** @param {number} count @returns {string} in groups of digits, such as `262,144` */
export const formatCount = (count) => wholes.format(count);

/** @param {number} bytes @returns {string} such as `8.3 MB` (powers of ten, as downloads count) */
export function formatBytes(bytes) {
  if (bytes < 1e3) return `${formatNumber(bytes, 0)}\u00a0B`;
  if (bytes < 1e6) return `${formatNumber(bytes / 1e3, 0)}\u00a0kB`;
  return `${formatNumber(bytes / 1e6, 1)}\u00a0MB`;
}

/** The three of them, for whoever is handed how numbers are written. */
export const FORMAT = Object.freeze({
  number: formatNumber,
  count: formatCount,
  bytes: formatBytes,
});
