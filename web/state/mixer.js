/**
 * The mixer as the page thinks of it: per layer a row of channels, one a head, like a sound desk.
 * Pure functions from what is set to the gains that the engine is asked for.
 *
 * @typedef {'before' | 'after'} Place where the gains act: on each head's own output, before W_O, or
 *   on the slices of d_output / heads columns that come out of it
 * @typedef {{gain: number, muted: boolean, solo: boolean}} Channel
 * @typedef {object} Mixer
 * @property {Place} place
 * @property {readonly (readonly Readonly<Channel>[] | null)[]} layers null where nothing was touched
 * @typedef {{layer: number, head: number}} HeadId
 * @typedef {{phase: 'idle' | 'running' | 'done' | 'failed', done: number, total: number,
 *   message: string, base: number, results: readonly (HeadId & {cosine: number})[]}} Sweep
 *   `base` is the cosine of the two sentences with every head at 1; `results` holds it with that one
 *   head muted
 */

/** The highest gain of a fader. */
export const MOST_GAIN = 1.5;

/** @type {Readonly<Mixer>} */
export const NO_MIXER = Object.freeze({ place: /** @type {Place} */ ('before'), layers: [] });

/** @type {Readonly<Sweep>} */
export const NO_SWEEP = Object.freeze({
  phase: /** @type {const} */ ('idle'),
  done: 0,
  total: 0,
  message: '',
  base: NaN,
  results: Object.freeze([]),
});

/** @type {Readonly<Channel>} a channel that nobody touched */
export const OPEN = Object.freeze({ gain: 1, muted: false, solo: false });

/**
 * @param {Readonly<Mixer>} mixer
 * @param {number} layer
 * @param {number} heads
 * @returns {readonly Readonly<Channel>[]}
 */
export const channelsOf = ({ layers }, layer, heads) =>
  layers[layer] ?? Array.from({ length: heads }, () => OPEN);

/**
 * @param {readonly Readonly<Channel>[]} channels of one layer
 * @returns {number[]} what each head is multiplied by: a mute beats a solo, a solo silences the rest
 */
export function gainsOf(channels) {
  const alone = channels.some(({ solo }) => solo);
  return channels.map(({ gain, muted, solo }) => (muted || (alone && !solo) ? 0 : gain));
}

/**
 * @param {readonly Readonly<Channel>[]} channels of one layer, as many as somebody wrote down
 * @param {number} heads
 * @returns {readonly Readonly<Channel>[]} one for each head: what lacks is open
 */
export const fitChannels = (channels, heads) =>
  channels.length === heads
    ? channels
    : Object.freeze(Array.from({ length: heads }, (_, head) => channels[head] ?? OPEN));

/**
 * @param {Readonly<Mixer>} mixer
 * @param {readonly {heads: number}[]} layers of the model
 * @param {HeadId & {change: Partial<Channel>}} what
 * @returns {Readonly<Mixer>}
 */
export function withChannel(mixer, layers, { layer, head, change }) {
  const channels = channelsOf(mixer, layer, layers[layer].heads).map((channel, index) =>
    index === head ? Object.freeze({ ...channel, ...change }) : channel,
  );
  const open = channels.every(({ gain, muted, solo }) => gain === 1 && !muted && !solo);
  const all = layers.map((_, index) =>
    index === layer ? (open ? null : Object.freeze(channels)) : (mixer.layers[index] ?? null),
  );
  return Object.freeze({ ...mixer, layers: Object.freeze(all) });
}

/**
 * @param {Readonly<Mixer>} mixer
 * @returns {{layer: number, gains: number[]}[]} the layers in which any gain differs from 1
 */
export function mixedLayers({ layers }) {
  return layers
    .map((channels, layer) => ({ layer, gains: channels ? gainsOf(channels) : [] }))
    .filter(({ gains }) => gains.some((gain) => gain !== 1));
}

/** @param {Readonly<Mixer>} mixer whether it changes anything */
export const isMixed = (mixer) => mixedLayers(mixer).length > 0;

/**
 * What the engine is asked for; nothing where the mixer changes nothing.
 * @param {Readonly<Mixer>} mixer a link's may know fewer layers or heads than there are, or more
 * @param {readonly {heads: number}[]} layers of the model
 * @returns {{gains?: (number[] | null)[], outputGains?: (number[] | null)[]}}
 */
export function mixerOptions(mixer, layers) {
  const gains = layers.map(({ heads }, layer) => {
    const channels = mixer.layers[layer] ?? null;
    return channels && gainsOf(fitChannels(channels, heads));
  });
  if (!gains.some((layer) => layer?.some((gain) => gain !== 1))) return {};
  return mixer.place === 'before' ? { gains } : { outputGains: gains };
}
