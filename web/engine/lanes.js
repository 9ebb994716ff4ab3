import { superseded } from './errors.js';

/**
 * @typedef {{where: string, work: () => Promise<any>, resolve: (value: any) => void, reject: (error: unknown) => void}} Job
 */

/**
 * Does one job at a time. Of those that wait, each lane keeps the newest: the one before it rejects
 * with Aborted. So a reader who types fast waits for one job at most, and for the last text.
 */
export class Lanes {
  /** @type {Map<string, Job>} */
  #waiting = new Map();
  #busy = false;

  /**
   * @template T
   * @param {string} where whose call it is, in messages
   * @param {string} lane
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  add(where, lane, work) {
    return new Promise((resolve, reject) => {
      const older = this.#waiting.get(lane);
      older?.reject(superseded(older.where));
      this.#waiting.delete(lane);
      this.#waiting.set(lane, { where, work, resolve, reject });
      this.#drain();
    });
  }

  /** Lets nothing wait any longer. @param {unknown} error */
  clear(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #drain() {
    if (this.#busy) return;
    this.#busy = true;
    for (const [lane, { work, resolve, reject }] of this.#waiting) {
      this.#waiting.delete(lane);
      await work().then(resolve, reject);
    }
    this.#busy = false;
  }
}
