/**
 * Headscope in one file, also opened from a disk: one scene, the module inside, and the model inside or
 * asked for. The scene is the page's hash, else the one that was saved with the page.
 */
import './element.js';
import { isScene } from './address.js';
import { giveModel, hasModel } from './assets.js';
import { bringMessages, language, languageTag, t, useLanguage } from './i18n/index.js';
import { parseScene } from './state/scene.js';
import { splitHash } from './state/scene-snapshot.js';

const saved = document.querySelector('meta[name="headscope-scene"]')?.getAttribute('content') ?? '';
const hash = isScene(location.hash) ? location.hash : saved;
const { theme, lang } = parseScene(splitHash(hash).hash).scene;
document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
if (lang !== 'auto') await useLanguage(lang);
await bringMessages('scene');
document.documentElement.lang = languageTag;

const view = /** @type {import('./element.js').HeadscopeView} */ (
  document.createElement('headscope-view')
);
view.scene = hash;
const main = /** @type {HTMLElement} */ (document.querySelector('main'));
main.append(view);
const label = hasModel() ? null : picker();
ask();
addEventListener('hashchange', () => {
  if (!isScene(location.hash)) return;
  const { lang: next } = parseScene(splitHash(location.hash).hash).scene;
  if (next !== 'auto' && next !== language) return location.reload();
  view.scene = location.hash;
  ask();
});

/** Training needs no file. */
function ask() {
  if (!label || hasModel()) return;
  if (parseScene(splitHash(location.hash || hash).hash).scene.view === 'train') label.remove();
  else main.prepend(label);
}

/** Asks for the model's file, where it is not inside. */
function picker() {
  view.setAttribute('load', 'click');
  const label = document.createElement('label');
  const input = document.createElement('input');
  label.className = 'notice picker';
  input.type = 'file';
  input.accept = '.safetensors';
  label.append(t('scene.pick'), input);
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    giveModel(new Uint8Array(await file.arrayBuffer()));
    await view.load();
    if (view.loaded) label.remove();
  });
  // Without a file there is nothing to load.
  addEventListener(
    'hs-load',
    (event) => {
      if (hasModel()) return;
      event.stopImmediatePropagation();
      input.click();
    },
    { capture: true },
  );
  return label;
}
