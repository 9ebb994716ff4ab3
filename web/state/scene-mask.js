/**
 * A scene's mask, as JSON and as a short text.
 *
 * @typedef {{size: number, hidden: readonly (readonly [number, number])[]}} ScenePaint cells [query, key]
 *   that are hidden by hand, in a sentence of `size` tokens
 * @typedef {{causal: boolean, padding: number | null, window: number | null,
 *   paint: ScenePaint | null}} SceneMask
 */
import {
  isObject,
  MOST,
  numberFromText,
  onlyKnown,
  readIndexes,
  readWhole,
} from './scene-readers.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @template T @typedef {import('./scene-readers.js').Field<T>} Field */

/** `causal,padding:9,window:2,paint:13:…`. @type {Field<SceneMask>} */
export const maskField = {
  initial: Object.freeze({ causal: false, padding: null, window: null, paint: null }),
  read(raw, say) {
    if (raw === null) return maskField.initial;
    if (!isObject(raw)) {
      say('badValue', raw, 'parts such as causal,padding:9,window:2');
      return maskField.initial;
    }
    onlyKnown(raw, ['causal', 'padding', 'window', 'paint'], say);
    const { causal = false, padding = null, window = null, paint = null } = raw;
    if (typeof causal !== 'boolean') say('badValue', causal, 'true or false', '.causal');
    const most = MOST.token;
    return Object.freeze({
      causal: causal === true,
      padding: padding === null ? null : readWhole(padding, say, { most, part: '.padding' }),
      window: window === null ? null : readWhole(window, say, { most, part: '.window' }),
      paint: paint === null ? null : readPaint(paint, say),
    });
  },
  fromText(text) {
    if (text === '' || text === 'none') return null;
    const parts = text.split(',').map((part) => {
      const [name, ...rest] = part.split(':');
      if (name === 'causal') return [name, rest.length === 0 || part];
      if (name === 'paint') return [name, paintFromText(rest.join(':'))];
      return [name, numberFromText(rest.join(':'))];
    });
    return Object.fromEntries(parts);
  },
  toText({ causal, padding, window, paint }) {
    const parts = [
      ...(causal ? ['causal'] : []),
      ...(padding === null ? [] : [`padding:${padding}`]),
      ...(window === null ? [] : [`window:${window}`]),
      ...(paint ? [`paint:${paintToText(paint)}`] : []),
    ];
    return parts.join(',') || 'none';
  },
};

/** @param {unknown} raw @param {Say} say @returns {ScenePaint | null} */
function readPaint(raw, say) {
  const good = isObject(raw) && Array.isArray(raw.hidden) && raw;
  const size = good && readIndexes([good.size], () => {}, { most: MOST.paint })[0];
  if (!good || typeof size !== 'number') {
    say(
      'badValue',
      raw,
      `{size, hidden: [[query, key], …]} for at most ${MOST.paint} tokens`,
      '.paint',
    );
    return null;
  }
  const inside = (/** @type {unknown} */ cell) =>
    Array.isArray(cell) &&
    cell.length === 2 &&
    cell.every((i) => Number.isInteger(i) && i >= 0 && i < size);
  const cells = /** @type {unknown[]} */ (good.hidden).filter(inside);
  if (cells.length !== /** @type {unknown[]} */ (good.hidden).length) {
    say('badValue', good.hidden, `cells [query, key] from 0 to ${size - 1}`, '.paint');
  }
  const places = new Set(
    /** @type {[number, number][]} */ (cells).map(([query, key]) => query * size + key),
  );
  const hidden = [...places]
    .sort((a, b) => a - b)
    .map((place) => Object.freeze(/** @type {const} */ ([Math.floor(place / size), place % size])));
  return Object.freeze({ size, hidden: Object.freeze(hidden) });
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Six cells a letter, row by row, as base64 for addresses has them. @param {ScenePaint} paint */
function paintToText({ size, hidden }) {
  const sixes = new Uint8Array(Math.ceil((size * size) / 6));
  for (const [query, key] of hidden) {
    const place = query * size + key;
    sixes[Math.floor(place / 6)] |= 32 >> (place % 6);
  }
  const letters = Array.from(sixes, (six) => DIGITS[six]).join('');
  return `${size}:${letters.replace(/A+$/, '')}`;
}

/** @param {string} text @returns {unknown} */
function paintFromText(text) {
  const [, digits = '', letters = ''] = /^(\d{1,3}):([\w-]*)$/.exec(text) ?? [];
  const size = Number(digits);
  if (!digits || size > MOST.paint || letters.length > Math.ceil((size * size) / 6)) return text;
  const hidden = [...letters].flatMap((letter, at) => {
    const six = DIGITS.indexOf(letter);
    return [0, 1, 2, 3, 4, 5]
      .filter((bit) => six & (32 >> bit))
      .map((bit) => [Math.floor((6 * at + bit) / size), (6 * at + bit) % size]);
  });
  return { size, hidden };
}
