/** The way to the arithmetic, from wherever a number is shown. */
import { t } from '../i18n/index.js';
import { attentionName } from '../state/store.js';
import { el, focusedWithin } from './dom.js';
import { proveButton } from './prove-button.js';

/**
 * @typedef {import('../state/store.js').Store} Store
 * @typedef {import('../state/unfolding.js').Step} Step
 */

/**
 * Unfolds a number and goes there; Escape comes back.
 * @param {Store} store
 * @param {Step} step
 */
export function openArithmetic(store, step) {
  const from = focusedWithin();
  store.actions.unfold({ free: false, ...step });
  const panel = rootOf(from).querySelector('hs-arithmetic');
  // It may still have to make its parts, which takes a frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!(panel instanceof HTMLElement)) return;
      panel.scrollIntoView({ block: 'start' });
      panel.focus({ preventScroll: true });
      panel.dispatchEvent(new CustomEvent('hs-opened', { detail: { from } }));
    }),
  );
}

/** The page, or the shadow tree in which the views stand. @param {Element | null} element */
const rootOf = (element) => {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot ? root : document;
};

/**
 * The cell of the matrix that is held; where none is, the strongest of the held query, or of the head.
 * @param {Readonly<import('../state/store.js').State>} state
 * @returns {{query: number, key: number}}
 */
export function cellToUnfold({ snapshot, lock, layer, heads }) {
  if (lock && 'cell' in lock) return { query: lock.cell[0], key: lock.cell[1] };
  const count = snapshot?.tokens.length ?? 0;
  const data = snapshot?.tensors[attentionName(layer, 'weights')]?.data ?? new Float32Array(0);
  const held = lock && !('cell' in lock) ? lock : null;
  let best = { query: 0, key: 0, weight: -1 };
  for (let query = 0; query < count; query++) {
    for (let key = 0; key < count; key++) {
      if (held && held.index !== (held.side === 'query' ? query : key)) continue;
      const weight = data[(heads[0] * count + query) * count + key];
      if (weight > best.weight) best = { query, key, weight };
    }
  }
  return { query: best.query, key: best.key };
}

/**
 * Two buttons: unfold, prove.
 * @param {{unfold: () => void, prove: () => void}} on
 */
export function openButtons(on) {
  const unfold = el('button', { type: 'button', class: 'quiet' }, t('arithmetic.open'));
  unfold.addEventListener('click', on.unfold);
  return el('div', { class: 'open-arithmetic' }, unfold, proveButton(on.prove));
}
