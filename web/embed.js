/**
 * One scene in a frame. The scene is the frame's hash; the page around it hears how high it is, what
 * was chosen, and may change what is shown. docs/embedding.md describes the messages.
 */
import './element.js';
import { isScene } from './address.js';
import { language, languageTag, useLanguage } from './i18n/index.js';
import { formatScene, parseScene, sceneToJson } from './state/scene.js';
import { splitHash } from './state/scene-snapshot.js';

const view = /** @type {import('./element.js').HeadscopeView} */ (
  document.createElement('headscope-view')
);

/** Pages that may ask for changes: everyone, unless the frame's address names some. */
const hosts = new URLSearchParams(location.search).getAll('host');

/** @param {string} type @param {object} [detail] */
function post(type, detail = {}) {
  if (parent === window) return;
  // What is told is what everyone who sees the page sees.
  parent.postMessage({ type: `headscope:${type}`, ...detail }, '*');
}

/** Shows the scene of the address. */
async function open() {
  const hash = isScene(location.hash) ? location.hash : '';
  const { theme, lang } = parseScene(splitHash(hash).hash).scene;
  // Words that stand there are in the language they were made in.
  if (view.isConnected && lang !== 'auto' && lang !== language) return location.reload();
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
  if (lang !== 'auto') await useLanguage(lang);
  document.documentElement.lang = languageTag;
  view.scene = hash;
}

const HANDLERS = {
  /** @param {string | Record<string, unknown>} scene */
  set(scene) {
    view.removeAttribute('step');
    view.scene = scene;
  },
  get() {
    post('scene', { scene: sceneToJson(view.scene), hash: formatScene(view.scene) });
  },
  load() {
    view.load();
  },
};

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || parent === window) return;
  if (hosts.length > 0 && !hosts.includes(origin)) return;
  if (typeof data !== 'object' || data === null || typeof data.type !== 'string') return;
  if (data.type === 'headscope:set') {
    const { scene } = data;
    const isGood = typeof scene === 'string' || (typeof scene === 'object' && scene !== null);
    if (isGood) HANDLERS.set(scene);
    else
      post('error', { code: 'BadMessage', message: 'scene is missing; expected a hash or JSON' });
  } else if (data.type === 'headscope:get') HANDLERS.get();
  else if (data.type === 'headscope:load') HANDLERS.load();
});

for (const name of ['ready', 'progress', 'select', 'error']) {
  view.addEventListener(`headscope-${name}`, (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    post(name, name === 'ready' ? { ...detail, scene: sceneToJson(detail.scene) } : detail);
  });
}

let height = 0;
new ResizeObserver(() => {
  const now = Math.ceil(document.body.getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  post('resize', { height });
  if (parent !== window) parent.postMessage({ subject: 'lti.frameResize', height }, '*');
}).observe(document.body);

addEventListener('hashchange', open);
await open();
document.querySelector('main')?.append(view);
