/** The way to the code that proves what a part of the page shows: the same button everywhere. */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

/**
 * @param {() => void} onProve
 * @returns {HTMLButtonElement}
 */
export function proveButton(onProve) {
  const button = el(
    'button',
    { type: 'button', class: 'quiet prove-open', 'aria-haspopup': 'dialog' },
    t('prove.open'),
  );
  button.addEventListener('click', onProve);
  return button;
}
