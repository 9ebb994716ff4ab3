/** A button that starts a measurement and cancels it, its progress, and what became of it. */
import { el } from './dom.js';

/** How long after the end of a measurement, ms, a click may still mean to cancel it. */
const kReaction = 400;

export class RunBar {
  element = el('div', { class: 'run-bar' });
  #button = el('button', { type: 'button', class: 'strong' });
  #progress;
  #said = el('span', { class: 'figure notice', role: 'status' });
  #words;
  #endedAt = -Infinity;

  /**
   * @param {object} options
   * @param {{run: string, again: string, cancel: string, progress: string}} options.words
   * @param {() => void} options.onRun
   * @param {() => void} options.onCancel
   */
  constructor({ words, onRun, onCancel }) {
    this.#words = words;
    this.#progress = el('progress', { 'aria-label': words.progress });
    this.#button.addEventListener('click', () => {
      if (this.#button.dataset.phase === 'running') onCancel();
      else if (performance.now() - this.#endedAt > kReaction) onRun();
    });
    this.element.append(this.#button, this.#progress, this.#said);
  }

  /**
   * @param {Readonly<import('../state/samples.js').Timing<any>>} timing
   * @param {{able: boolean, said: string}} options whether it can start now; what is said beside it
   */
  show({ phase, done, total }, { able, said }) {
    const running = phase === 'running';
    const ended = phase === 'done' || phase === 'failed';
    if (ended && this.#button.dataset.phase === 'running') this.#endedAt = performance.now();
    this.#button.dataset.phase = phase;
    this.#button.disabled = !able && !running;
    this.#button.textContent = running
      ? this.#words.cancel
      : phase === 'done'
        ? this.#words.again
        : this.#words.run;
    this.#progress.hidden = !running;
    this.#progress.max = total || 1;
    this.#progress.value = done;
    if (this.#said.textContent !== said) this.#said.textContent = said;
  }
}
