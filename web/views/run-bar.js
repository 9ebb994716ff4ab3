/** A button that starts a measurement and cancels it, its progress, and what became of it. */
import { el } from './dom.js';
import { twoWay } from './two-way.js';
import { write } from './write.js';

export class RunBar {
  element = el('div', { class: 'run-bar' });
  #button = el('button', { type: 'button', class: 'strong' });
  #turn;
  #progress;
  #said = el('span', { class: 'figure notice', role: 'status' });
  #words;

  /**
   * @param {object} options
   * @param {{run: string, again: string, cancel: string, progress: string}} options.words
   * @param {() => void} options.onRun
   * @param {() => void} options.onCancel
   */
  constructor({ words, onRun, onCancel }) {
    this.#words = words;
    this.#progress = el('progress', { 'aria-label': words.progress });
    this.#turn = twoWay(this.#button, { start: onRun, stop: onCancel });
    this.element.append(this.#button, this.#progress, this.#said);
  }

  /**
   * @param {Readonly<{phase: import('../state/samples.js').Phase, done: number, total: number}>} run
   * @param {{able: boolean, said: string}} options whether it can start now; what is said beside it
   */
  show({ phase, done, total }, { able, said }) {
    const running = phase === 'running';
    this.#turn(phase);
    this.#button.disabled = !able && !running;
    const can = running ? 'cancel' : phase === 'done' ? 'again' : 'run';
    write(this.#button, this.#words[can]);
    this.#progress.hidden = !running;
    this.#progress.max = total || 1;
    this.#progress.value = done;
    write(this.#said, said);
  }
}
