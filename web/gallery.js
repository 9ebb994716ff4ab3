/**
 * The gallery: every scene as a picture, each drawn by the page's own view from what the model
 * computes here and now.
 */
import { messageOf } from './core/error.js';
import { createEngine } from './engine.js';
import { languageTag, t } from './i18n/index.js';
import { scenes } from './lesson/scenes.js';
import { createStore } from './state/store.js';
import { traceMasked } from './trace-masked.js';
import './views/head-graph.js';
import './views/heads-strip.js';
import './views/language-links.js';
import './views/matrix.js';

document.documentElement.lang = languageTag;
document.title = t('gallery.title');
for (const element of document.querySelectorAll('[data-t]')) {
  element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
}
for (const link of document.querySelectorAll('a[data-page]')) {
  /** @type {HTMLAnchorElement} */ (link).search = location.search;
}

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const engine = createEngine();
const notice = /** @type {HTMLElement} */ (document.querySelector('.gallery-notice'));
document.querySelector('.not-started')?.remove();

try {
  await engine.load();
  for (const scene of scenes) main.append(await makeFigure(scene));
  notice.remove();
  main.dataset.complete = '';
} catch (error) {
  const again = document.createElement('a');
  again.href = '';
  again.append(t('model.retry'));
  const why = messageOf(error);
  notice.classList.add('warn');
  notice.replaceChildren(t('gallery.failed', { message: why }), ' ', again);
}
engine.dispose();

/** @param {Readonly<import('./lesson/scenes.js').Scene>} scene */
async function makeFigure({ id, view: name, text, layer, heads, word, more }) {
  const store = createStore({ text, layer, heads, ...more });
  store.actions.setSnapshot(await traceMasked(engine, text, { mask: store.state.mask }));
  const index = store.state.snapshot?.tokens.findIndex((token) => token.text === word) ?? -1;
  if (index >= 0) store.actions.lockToken({ side: 'query', index });

  const figure = document.createElement('figure');
  figure.id = id;
  figure.dataset.view = name;
  const caption = document.createElement('figcaption');
  caption.append(t(`gallery.${id}`));
  const sentence = document.createElement('p');
  sentence.lang = 'en';
  sentence.append(text);
  // A form of its own keeps the choices of one picture apart from those of the next.
  const picture = document.createElement('form');
  picture.inert = true;
  const view = document.createElement(name);
  view.className = 'panel';
  Object.assign(view, { store });
  picture.append(view);
  figure.append(caption, sentence, picture);
  return figure;
}
