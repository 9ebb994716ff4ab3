/** The way to the arithmetic, from wherever a number is shown. */
import { t } from '../i18n/index.js';
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
 * Two buttons: unfold, prove.
 * @param {{unfold: () => void, prove: () => void}} on
 */
export function openButtons(on) {
  const unfold = el('button', { type: 'button', class: 'quiet' }, t('arithmetic.open'));
  unfold.addEventListener('click', on.unfold);
  return el('div', { class: 'open-arithmetic' }, unfold, proveButton(t('matrix.title'), on.prove));
}
