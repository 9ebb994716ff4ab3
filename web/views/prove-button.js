/** The way to the code that proves what a part of the page shows: the same button everywhere. */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @param {string} what it proves: the name of a part of the page, which tells it from the others
 * @param {() => void} onProve
 * @returns {HTMLButtonElement}
 */
export function proveButton(what, onProve) {
  const names = { 'aria-haspopup': 'dialog', 'aria-label': t('prove.openOf', { what }) };
  const button = el(
    'button',
    { type: 'button', class: 'quiet prove-open', ...names },
    t('prove.open'),
  );
  button.addEventListener('click', onProve);
  return button;
}
