/**
 * `<hs-model-status>`: where the model stands: a download with bytes and a cancel button, what
 * went wrong, a retry and the way from another model to the default one, or, when all is well, one
 * quiet line. Fires `hs-load`, `hs-cancel` and `hs-default`.
 */
import { formatBytes, t } from '../i18n/index.js';
import { asSentence, el } from './dom.js';
import { changed, View } from './view.js';
import { write, writeAttribute } from './write.js';

/** @typedef {import('./view.js').State} State */

/** Codes of failures that have words of their own; any other shows its own message. */
const EXPLAINED = ['Unsupported', 'LoadFailed', 'BadFile', 'Offline', 'Internal'];

export class ModelStatus extends View {
  #text = el('p', { role: 'status' });
  #bar = el('progress', { 'aria-label': t('model.loading') });
  #bytes = el('span', { class: 'figure' });
  #cancel = el('button', { type: 'button', class: 'quiet' }, t('model.cancel'));
  #load = el('button', { type: 'button', class: 'strong' }, t('model.retry'));

  #default = el('button', { type: 'button', class: 'quiet' }, t('model.default'));
  /** Whether the model is not the default one; set before the store. */
  other = false;

  build() {
    this.append(this.#text, this.#bar, this.#bytes, this.#cancel, this.#load, this.#default);
    this.#default.addEventListener('click', () => this.#fire('hs-default'));
    this.#cancel.addEventListener('click', () => this.#fire('hs-cancel'));
    this.#load.addEventListener('click', () => this.#fire('hs-load'));
  }

  /** @param {string} name */
  #fire(name) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }));
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    if (!changed(state, previous, ['load', 'snapshot'])) return;
    const { phase, loaded, total } = state.load;
    const loading = phase === 'loading';
    writeAttribute(this, 'data-phase', phase);
    const text = textOf(state, this.other);
    write(this.#text, text);
    const detail = phase === 'ready' ? detailOf(state) : (state.load.error?.message ?? '');
    writeAttribute(this.#text, 'title', detail);
    for (const part of [this.#bar, this.#bytes, this.#cancel])
      part.toggleAttribute('hidden', !loading);
    this.#load.toggleAttribute('hidden', loading || phase === 'ready');
    this.#default.toggleAttribute('hidden', !this.other || phase !== 'failed');
    write(this.#load, t(phase === 'failed' ? 'model.retry' : 'model.load'));
    if (!loading) return;
    if (total > 0) {
      this.#bar.max = total;
      this.#bar.value = loaded;
    } else {
      this.#bar.removeAttribute('value');
    }
    this.#bytes.textContent = t(total > 0 ? 'model.progress' : 'model.progressUnknown', {
      loaded: formatBytes(loaded),
      total: formatBytes(total),
    });
  }
}

/** @param {Readonly<State>} state @param {boolean} other the model is not the default one */
function textOf({ load: { phase, error, loaded, total }, snapshot }, other) {
  if (phase === 'loading')
    return t(total > 0 && loaded >= total ? 'model.starting' : 'model.loading');
  if (phase === 'ready') return t('model.ready');
  // The precomputed sentence is the default model's.
  const keeps = t(snapshot ? 'model.keeps' : other ? 'model.nothingYet' : 'model.nothing');
  if (phase === 'failed' && error) {
    const known = EXPLAINED.includes(error.code);
    const why = known ? t(`model.failed.${error.code}`) : asSentence(error.message);
    return `${t('model.failed')} ${why} ${keeps}`;
  }
  if (phase === 'cancelled') return `${t('model.cancelled')} ${keeps}`;
  return t('model.idle');
}

/** @param {Readonly<State>} state */
function detailOf({ snapshot }) {
  const model = snapshot?.model;
  if (!model) return '';
  const { title, licence, source, dtype, name, maxTokens, module = '' } = model;
  return t('model.detail', { title, licence, source, dtype, name, maxTokens, module });
}

customElements.define('hs-model-status', ModelStatus);
