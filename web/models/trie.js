/** @file The pieces of a vocabulary by their beginnings. */

/** The node of the empty beginning. */
export const kRoot = 1;

/** Numbers of one slot: the node it leaves from, or 0; the unit; the node it leads to; its piece. */
const kStride = 4;

/**
 * A trie whose steps lie in one hash table with open addressing: a step is one cache line. Objects
 * of their own, a map to a node, are five, and whoever traces a model finds none of them in a cache.
 */
export class Trie {
  #slots = new Int32Array(1024 * kStride);
  #nodes = kRoot;

  /** @param {string} piece @param {number} id not negative; of two alike the last counts */
  insert(piece, id) {
    let at = -1;
    let node = kRoot;
    for (let i = 0; i < piece.length; ++i) {
      at = this.#find(node, piece.charCodeAt(i));
      if (this.#slots[at] === 0) at = this.#add(node, piece.charCodeAt(i));
      node = this.#slots[at + 2];
    }
    if (at >= 0) this.#slots[at + 3] = id;
  }

  /** @param {number} node @param {number} unit UTF-16 @returns {number} the step, or -1 */
  step(node, unit) {
    const at = this.#find(node, unit);
    return this.#slots[at] === 0 ? -1 : at;
  }

  /** @param {number} step @returns {number} the node that it leads to */
  node(step) {
    return this.#slots[step + 2];
  }

  /** @param {number} step @returns {number} the id of the piece that ends there, or -1 */
  id(step) {
    return this.#slots[step + 3];
  }

  /** @param {number} node @param {number} unit @returns {number} its slot, or the free one for it */
  #find(node, unit) {
    const slots = this.#slots;
    const last = slots.length - kStride;
    const hash = Math.imul(Math.imul(unit, 0x9e3779b1) + node, 0x85ebca6b);
    let at = (hash ^ (hash >>> 15)) & last;
    while (slots[at] !== 0 && (slots[at] !== node || slots[at + 1] !== unit)) {
      at = (at + kStride) & last;
    }
    return at;
  }

  /** @param {number} node @param {number} unit @returns {number} the slot of the new step */
  #add(node, unit) {
    if (this.#nodes * kStride * 4 > this.#slots.length * 3) this.#grow();
    const slots = this.#slots;
    const at = this.#find(node, unit);
    slots[at] = node;
    slots[at + 1] = unit;
    slots[at + 2] = ++this.#nodes;
    slots[at + 3] = -1;
    return at;
  }

  #grow() {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += kStride) {
      if (old[from] === 0) continue;
      const to = this.#find(old[from], old[from + 1]);
      for (let i = 0; i < kStride; ++i) this.#slots[to + i] = old[from + i];
    }
  }
}
