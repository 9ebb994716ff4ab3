/**
 * `<hs-scene-steps>`: the captions of a scene's steps, one at a time, and the way from one to the
 * next. Fires `hs-step` with the step as its detail.
 */
import { t } from '../i18n/index.js';
import { el } from './dom.js';

export class SceneSteps extends HTMLElement {
  #caption = el('p', { role: 'status' });
  #place = el('span', { class: 'figure' });
  #back = el('button', { type: 'button', class: 'quiet' }, t('scene.back'));
  #next = el('button', { type: 'button', class: 'strong' }, t('scene.next'));
  #step = 0;

  connectedCallback() {
    if (this.childElementCount) return;
    const walk = el('div', { class: 'steps-walk' }, this.#back, this.#place, this.#next);
    this.append(el('nav', { 'aria-label': t('scene.steps') }, walk), this.#caption);
    this.#back.addEventListener('click', () => this.#go(this.#step - 1));
    this.#next.addEventListener('click', () => this.#go(this.#step + 1));
  }

  /** @param {{steps: readonly {caption: string}[], step: number}} scene */
  show({ steps, step }) {
    this.#step = step;
    this.hidden = steps.length === 0;
    this.#caption.textContent = step === 0 ? t('scene.start') : steps[step - 1].caption;
    this.#place.textContent = t('scene.place', { step, count: steps.length });
    // A disabled button would lose the focus at either end.
    this.#back.setAttribute('aria-disabled', String(step === 0));
    this.#next.setAttribute('aria-disabled', String(step === steps.length));
    this.dataset.count = String(steps.length);
  }

  /** @param {number} step */
  #go(step) {
    if (step < 0 || step > Number(this.dataset.count)) return;
    this.dispatchEvent(new CustomEvent('hs-step', { detail: step }));
  }
}

customElements.define('hs-scene-steps', SceneSteps);
