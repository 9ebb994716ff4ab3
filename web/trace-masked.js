/** A sentence under a mask: two real traces, without the mask and with it. */
import { maskSpec } from './state/mask.js';

/**
 * @typedef {import('./state/store.js').Snapshot} Snapshot
 *
 * @param {import('./engine.js').Engine} engine
 * @param {string} text
 * @param {object} options
 * @param {Readonly<import('./state/mask.js').Mask>} options.mask adapted to the tokens of the text
 * @param {Snapshot | null} [options.known] the text's trace without a mask, if it is at hand
 * @param {string} [options.lane]
 * @returns {Promise<{snapshot: Snapshot, unmasked: Snapshot | null}>} `unmasked` is null where the
 *   mask hides nothing, and `snapshot` is then the trace without it
 */
export async function traceMasked(engine, text, { mask, known = null, lane = '' }) {
  // Only the first trace tells how many tokens there are, and with that what the mask covers.
  const open = known ?? (await engine.trace(text, { truncate: true, lane }));
  const spec = maskSpec(mask, open.tokens.length);
  if (!spec) return { snapshot: open, unmasked: null };
  const snapshot = await engine.trace(text, { truncate: true, lane, mask: spec });
  return { snapshot, unmasked: open };
}
