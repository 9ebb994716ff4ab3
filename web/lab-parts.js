/** What the lab fetches for a part of its page, when its reader comes near. */
import { MODULES } from './core/training-modules.js';
import { t } from './i18n/index.js';
import { bringStyle } from './later.js';
import { PARTS } from './stage-views.js';

/**
 * @param {import('./stage-views.js').Place} place
 * @param {Element} view which has no store yet
 * @returns {Promise<string>} why it cannot be here; empty where it is
 */
export async function bringPart(place, view) {
  const part = Object.values(PARTS).find(({ tag }) => tag === view.localName);
  if (!part) throw new Error(`no part of the page is a <${view.localName}>`);
  if (part === PARTS.train && !MODULES) return t('page.noTraining');
  await Promise.all([
    part.bring(place, /** @type {HTMLElement} */ (view)),
    ...part.styles.map(bringStyle),
    part === PARTS.mixer && bringBadges(place),
  ]);
  return '';
}

/** What the page's other parts say of the mixer. @param {import('./stage-views.js').Place} place */
async function bringBadges({ store }) {
  await import('./views/mixed-badge.js');
  await customElements.whenDefined('hs-mixed-badge');
  for (const badge of document.querySelectorAll('hs-mixed-badge')) Object.assign(badge, { store });
}
