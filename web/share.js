/** What the dialog "Share" hands out, made when it is asked for. */
import { docsUrl, singleUrl } from './beside.js';
import { escape } from './draw/escape.js';
import { exportTensors } from './export.js';
import { bringMessages, t } from './i18n/index.js';
import { bringStyle } from './later.js';
import { formatScene } from './state/scene.js';
import { PARTS } from './stage-views.js';
import { snapshotToText } from './state/scene-snapshot.js';
import { pictureOf } from './views/picture.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {{name: string, blob: Blob}} File */
/**
 * @typedef {object} Source
 * @property {string} base address of Headscope's pages
 * @property {string | null} guide address of the page that says how to put a scene on a page
 * @property {() => Scene} scene
 * @property {(scene: Scene) => string} snapshot as text; empty where there can be none
 * @property {readonly {id: string, label: string}[]} views on the page
 * @property {() => string[]} tensors names
 * @property {(id: string, format: string) => Promise<File>} picture
 * @property {(name: string, format: string) => Promise<File>} numbers of one tensor; of all for an empty name
 * @property {(scene: Scene) => Promise<File>} single
 */

/** How many pixels a px has in a PNG. */
const SHARP = 2;

const TYPES = Object.freeze({ csv: 'text/csv', json: 'application/json', npz: 'application/zip' });

/** The views that have pictures and files. */
const VIEWS = /** @type {const} */ ([
  ...['graph', 'matrix', 'heads', 'trace', 'arithmetic', 'masks'],
  ...['compare', 'contributions', 'mixer', 'split', 'fuse', 'cost'],
  ...['train'],
]);

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {() => Scene} options.scene
 */
export async function openShare({ store, scene }) {
  await Promise.all([bringMessages('share'), bringStyle('share.css')]);
  await import('./views/share.js');
  const known = document.querySelector('hs-share');
  const dialog = /** @type {import('./views/share.js').Share} */ (
    known ?? document.createElement('hs-share')
  );
  if (!known) document.body.append(dialog);
  dialog.open(sourceOf({ store, scene }));
}

/** @param {Parameters<typeof openShare>[0]} options @returns {Source} */
function sourceOf({ store, scene }) {
  const base = new URL('./', import.meta.url).href;
  const drawn = () => {
    const { snapshot } = store.state;
    if (!snapshot) throw new Error(t('share.nothing'));
    return snapshot;
  };
  return {
    base,
    guide: docsUrl && new URL('embedding.html', docsUrl).href,
    scene,
    snapshot: (wanted) => {
      const { snapshot } = store.state;
      return snapshot?.text === wanted.text ? snapshotToText(snapshot, wanted) : '';
    },
    views: VIEWS.filter(
      (id) => document.querySelector(`${PARTS[id].tag}:defined`)?.childElementCount,
    ).map((id) => ({ id, label: t(`share.view.${id}`) })),
    tensors: () => Object.keys(store.state.snapshot?.tensors ?? {}),

    async picture(id, format) {
      const view = document.querySelector(PARTS[id].tag);
      if (!view) throw new Error(t('share.nothing'));
      const title = `${t(`share.view.${id}`)}: ${store.state.text}`;
      const picture = pictureOf(view, { title, font: await fontAsBase64() });
      const name = `headscope-${id}.${format}`;
      const type = 'image/svg+xml';
      if (format === 'svg') return { name, blob: new Blob([picture.svg], { type }) };
      return { name, blob: await rastered(picture) };
    },

    async numbers(name, format) {
      const kind = /** @type {keyof typeof TYPES} */ (format);
      const bytes = exportTensors(drawn(), { format: kind, ...(name && { names: [name] }) });
      const file = `headscope-${name ? name.replaceAll('.', '-') : 'tensors'}.${format}`;
      return { name: file, blob: new Blob([bytes], { type: TYPES[kind] }) };
    },

    async single(wanted) {
      const response = singleUrl && (await fetch(singleUrl));
      if (!response?.ok) throw new Error(t('share.noSingle'));
      const { snapshot } = store.state;
      const painted = snapshot?.text === wanted.text ? snapshotToText(snapshot, wanted) : '';
      const page = (await response.text()).replace(
        /(<meta name="headscope-scene" content=")[^"]*/,
        (_, start) => start + escape(formatScene(wanted) + (painted && `&snapshot=${painted}`)),
      );
      return { name: 'headscope.html', blob: new Blob([page], { type: 'text/html' }) };
    },
  };
}

/** @param {{svg: string, width: number, height: number}} picture @returns {Promise<Blob>} a PNG */
async function rastered({ svg, width, height }) {
  const image = new Image();
  // Policies allow data where they do not allow blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SHARP, height * SHARP];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(SHARP, SHARP);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t('share.nothing')))));
  });
}

/** The typeface itself, so that a picture looks the same everywhere; empty where it does not come. */
async function fontAsBase64() {
  try {
    const url = new URL('./styles/fonts/inter-latin-variable.woff2', import.meta.url);
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  } catch {
    return '';
  }
}
