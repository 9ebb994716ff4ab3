/**
 * Headscope as an anywidget front-end module, for JupyterLab, Colab, VS Code, marimo, and Jupyter Book 2
 * by MyST's `{anywidget}`: https://anywidget.dev/en/afm. Traits of the model: `scene` (a link's hash, or
 * JSON), which follows what the reader does where the host keeps traits, `load` (`visible` or `click`),
 * and, where the module is one file, `model` (the bytes of the model's file).
 */
import { giveModel, hasModel } from './assets.js';
import './element.js';
import { formatScene, sceneToJson } from './state/scene.js';

/**
 * @typedef {object} WidgetModel
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, callback: () => void) => void} [on]
 * @property {(event: string, callback: () => void) => void} [off]
 */

/**
 * @param {{model: WidgetModel, el: HTMLElement}} place
 * @returns {() => void} takes it away
 */
function render({ model, el }) {
  const view = /** @type {import('./element.js').HeadscopeView} */ (
    document.createElement('headscope-view')
  );
  const file = /** @type {DataView<ArrayBuffer> | null | undefined} */ (model.get('model'));
  if (file?.byteLength) {
    giveModel(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
  }
  const load = model.get('load') || (hasModel() ? '' : 'click');
  if (load) view.setAttribute('load', load);
  let last = model.get('scene');
  view.scene = last ?? '';
  const follow = () => {
    const next = model.get('scene');
    if (next === last) return;
    last = next;
    view.scene = next ?? '';
  };
  const tell = () => {
    if (!model.set || !model.save_changes) return;
    last = typeof last === 'object' && last ? sceneToJson(view.scene) : formatScene(view.scene);
    model.set('scene', last);
    unlessMissing(() => model.save_changes?.());
  };
  model.on?.('change:scene', follow);
  view.addEventListener('headscope-select', tell);
  el.append(view);
  return () => {
    unlessMissing(() => model.off?.('change:scene', follow));
    view.remove();
  };
}

/** MyST's model has methods that do nothing but throw. @param {() => void} call */
function unlessMissing(call) {
  try {
    call();
  } catch {
    // There is nothing to keep a trait in, and nobody who would hear of it.
  }
}

export default { render };
