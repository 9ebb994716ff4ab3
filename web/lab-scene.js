/**
 * The lab as a scene: its address, its theme, its steps, and what of a scene could not be taken.
 */
import { createAddress } from './address.js';
import { bringMessages } from './i18n/index.js';
import { bringStyle } from './later.js';
import { DEFAULT_SCENE, sceneAtStep } from './state/scene.js';
import { PARTS } from './stage-views.js';
import { paletteChanged } from './views/palette.js';

export { isPlain, sceneOfAddress } from './address.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {import('./scene.d.ts').Ignored} Ignored */

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {{scene: Scene, ignored: readonly Ignored[]} | null} options.asked of the address
 * @param {string} options.firstText
 * @param {HTMLElement} options.main
 */
export function createLabScene({ store, asked, firstText, main }) {
  /** @type {import('./scene.d.ts').View} */
  let view = 'lab';
  let hasSteps = false;

  const parts = once(async () => {
    await Promise.all([bringMessages('scene'), bringStyle('scene.css')]);
    await Promise.all([import('./views/scene-notice.js'), import('./views/scene-steps.js')]);
    const notice = /** @type {import('./views/scene-notice.js').SceneNotice} */ (
      document.createElement('hs-scene-notice')
    );
    const steps = /** @type {import('./views/scene-steps.js').SceneSteps} */ (
      document.createElement('hs-scene-steps')
    );
    // There are none until a scene that has some is shown.
    steps.hidden = true;
    steps.addEventListener('hs-step', (event) =>
      address.goTo(/** @type {CustomEvent<number>} */ (event).detail),
    );
    main.prepend(notice, steps);
    return { notice, steps };
  });

  const address = createAddress({
    ...{ store, firstText, scene: asked?.scene ?? DEFAULT_SCENE },
    async tell(ignored) {
      if (ignored.length) (await parts()).notice.tell(ignored);
    },
    async show(next) {
      document.documentElement.style.colorScheme = next.theme === 'auto' ? '' : next.theme;
      paletteChanged();
      const { view: wanted } = sceneAtStep(next);
      if (wanted !== view) {
        view = wanted;
        const place = view === 'lab' ? null : document.querySelector(PARTS[view].tag);
        place?.scrollIntoView({ block: 'nearest' });
      }
      if (hasSteps || next.steps.length) {
        hasSteps = true;
        (await parts()).steps.show(next);
      }
    },
  });
  if (asked) {
    address.open();
    if (asked.ignored.length) parts().then(({ notice }) => notice.tell(asked.ignored));
  }
  return address;
}

/** @template T @param {() => Promise<T>} work @returns {() => Promise<T>} */
function once(work) {
  /** @type {Promise<T> | null} */
  let done = null;
  return () => (done ??= work());
}
