/** A sentence under a mask and a mixer: real traces, without each of them and with both. */
import { maskSpec } from './state/mask.js';
import { mixerOptions, NO_MIXER } from './state/mixer.js';

/**
 * @typedef {import('./state/store.js').Snapshot} Snapshot
 * @typedef {{snapshot: Snapshot, unmasked: Snapshot | null}} Traced `unmasked` is null where the mask
 *   hides nothing, and `snapshot` is then the trace without it
 *
 * @param {import('./engine.js').Engine} engine
 * @param {string} text
 * @param {object} options
 * @param {Readonly<import('./state/mask.js').Mask>} options.mask adapted to the tokens of the text
 * @param {Readonly<import('./state/mixer.js').Mixer>} [options.mixer] of both traces
 * @param {readonly {heads: number}[]} [options.layers] of the model, where there is a mixer
 * @param {Snapshot | null} [options.known] the text's trace without a mask, if it is at hand
 * @param {readonly string[]} [options.names] of tensors; all when left out
 * @param {string} [options.lane]
 * @returns {Promise<Traced>}
 */
export async function traceMasked(
  engine,
  text,
  { mask, mixer = NO_MIXER, layers = [], known = null, names, lane = '' },
) {
  const options = { truncate: true, lane, ...(names && { names }), ...mixerOptions(mixer, layers) };
  // Only the first trace tells how many tokens there are, and with that what the mask covers.
  const open = known ?? (await engine.trace(text, options));
  const spec = maskSpec(mask, open.tokens.length);
  if (!spec) return { snapshot: open, unmasked: null };
  const snapshot = await engine.trace(text, { ...options, mask: spec });
  return { snapshot, unmasked: open };
}
