/**
 * A scene's mixer, as JSON and as a short text.
 *
 * @typedef {import('./mixer.js').Channel} Channel
 * @typedef {{place: 'before' | 'after', layers: readonly (readonly Readonly<Channel>[] | null)[]}} SceneMixer
 */
import { MOST_GAIN, OPEN } from './mixer.js';
import {
  isObject,
  MOST,
  numberFromText,
  onlyKnown,
  readChoice,
  readNumber,
} from './scene-readers.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @template T @typedef {import('./scene-readers.js').Field<T>} Field */

const PLACES = /** @type {const} */ (['before', 'after']);

/**
 * `before/1:1,0.5,1m,1s`: where the gains act, then per layer that was touched its number and its
 * heads' gains, with m where a head is muted and s where it plays solo.
 * @type {Field<SceneMixer>}
 */
export const mixerField = {
  initial: Object.freeze({ place: 'before', layers: Object.freeze([]) }),
  read(raw, say) {
    if (raw === null) return mixerField.initial;
    if (!isObject(raw)) {
      say('badValue', raw, 'gains such as 1:1,0.5,1m,1s, with the layer first');
      return mixerField.initial;
    }
    onlyKnown(raw, ['place', 'layers'], say);
    const place = readChoice(PLACES, raw.place ?? 'before', say, '.place');
    const given = raw.layers ?? [];
    if (!Array.isArray(given) || given.length > MOST.layer + 1) {
      say('badValue', given, `a list of at most ${MOST.layer + 1} layers`, '.layers');
    }
    const list = Array.isArray(given) ? Array.from(given.slice(0, MOST.layer + 1)) : [];
    const layers = list.map((channels, layer) => readChannels(channels ?? null, layer, say));
    while (layers.length && layers[layers.length - 1] === null) layers.pop();
    return Object.freeze({ place, layers: Object.freeze(layers) });
  },
  fromText(text) {
    const parts = text === '' || text === 'none' ? [] : text.split('/');
    const place = parts.length && !parts[0].includes(':') ? parts.shift() : 'before';
    /** @type {unknown[]} */
    const layers = [];
    for (const part of parts) {
      const [layer, gains = ''] = part.split(':');
      if (!/^\d{1,3}$/.test(layer) || Number(layer) > MOST.layer) return text;
      layers[Number(layer)] = gains.split(',').map(channelFromText);
    }
    return { place, layers: Array.from(layers, (channels) => channels ?? null) };
  },
  toText({ place, layers }) {
    const parts = layers.flatMap((channels, layer) =>
      channels ? [`${layer}:${channels.map(channelToText).join(',')}`] : [],
    );
    return [place, ...parts].join('/');
  },
};

/** @param {string} text @returns {unknown} */
function channelFromText(text) {
  const [, gain, marks] = /^([^ms]*)(m?s?)$/.exec(text) ?? [];
  if (gain === undefined) return text;
  return { gain: numberFromText(gain), muted: marks.includes('m'), solo: marks.includes('s') };
}

/** @param {Readonly<Channel>} channel */
const channelToText = ({ gain, muted, solo }) => `${gain}${muted ? 'm' : ''}${solo ? 's' : ''}`;

/** @param {unknown} raw @param {number} layer @param {Say} say */
function readChannels(raw, layer, say) {
  if (raw === null) return null;
  const part = `.layers[${layer}]`;
  if (!Array.isArray(raw) || raw.length > MOST.head + 1) {
    say('badValue', raw, `one gain per head`, part);
    return null;
  }
  const channels = Array.from(raw, (entry) => {
    const {
      gain = 1,
      muted = false,
      solo = false,
    } = /** @type {Record<string, unknown>} */ (isObject(entry) ? entry : { gain: entry });
    return Object.freeze({
      gain: readNumber(gain, say, { least: 0, most: MOST_GAIN, initial: 1, part }),
      muted: muted === true,
      solo: solo === true,
    });
  });
  const isOpen = channels.every(({ gain, muted, solo }) => gain === OPEN.gain && !muted && !solo);
  return isOpen ? null : Object.freeze(channels);
}
