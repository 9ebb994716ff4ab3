import { bytes, count, flag, object, optional, wrong } from './arguments.js';
import { outside } from './boundary.js';

const PARTS = ['causal', 'padding', 'window', 'allow'];

/**
 * A mask with every part said.
 * @param {string} where
 * @param {import('./binding.d.ts').Binding} binding
 * @param {unknown} spec a {@link import('./core.d.ts').MaskSpec}
 * @returns {import('./binding.d.ts').MaskParts}
 */
export function maskParts(where, binding, spec) {
  const parts = partsOf(where, spec ?? 'none');
  const allow = optional(bytes, where, 'mask.allow', parts.allow);
  return {
    causal: optional(flag, where, 'mask.causal', parts.causal) ?? false,
    padding: optional(count, where, 'mask.padding', parts.padding),
    window: optional(count, where, 'mask.window', parts.window),
    allow: allow && outside(binding, allow),
  };
}

/** @param {string} where @param {unknown} spec @returns {Record<string, unknown>} */
function partsOf(where, spec) {
  if (spec === 'none') return {};
  if (spec === 'causal') return { causal: true };
  if (typeof spec === 'object') return object(where, 'mask', spec, PARTS);
  throw wrong(where, 'mask', spec, `'none', 'causal' or an object with ${PARTS.join(', ')}`);
}
