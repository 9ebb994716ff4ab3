/**
 * What every view shares: the store arrives as a property, the element builds itself once, and
 * `render` runs at most once a frame, with the state that was drawn last beside the new one.
 */

/** @typedef {import('../state/store.js').Store} Store */
/** @typedef {import('../state/store.js').State} State */

export class View extends HTMLElement {
  /** @type {Store | null} */
  #store = null;
  /** @type {AbortController | null} */
  #connection = null;
  /** @type {Readonly<State> | null} */
  #drawn = null;
  #frame = 0;
  #built = false;

  /** @param {Store} store */
  set store(store) {
    this.#store = store;
    if (this.isConnected) this.connectedCallback();
  }

  /** The store; only to be read after the view is connected and has one. */
  get store() {
    if (!this.#store) throw new Error(`<${this.localName}> has no store yet`);
    return this.#store;
  }

  connectedCallback() {
    if (!this.#store || this.#connection) return;
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const unsubscribe = this.#store.subscribe(() => this.requestRender());
    signal.addEventListener('abort', unsubscribe);
    if (!this.#built) this.build();
    this.#built = true;
    this.connect(signal);
    this.#draw();
  }

  disconnectedCallback() {
    this.#connection?.abort();
    this.#connection = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#drawn = null;
  }

  /** Draws in the next frame, however often it is asked within this one. */
  requestRender() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** Draws everything anew in the next frame: sizes or colours changed. */
  requestRedraw() {
    this.#drawn = null;
    this.requestRender();
  }

  #draw() {
    this.#frame = 0;
    const { state } = this.store;
    const previous = this.#drawn;
    this.#drawn = state;
    this.render(state, previous);
  }

  /** Makes the element's own DOM and its listeners on it; runs once. */
  build() {}

  /**
   * Listeners on anything outside the element; runs on every connection.
   * @param {AbortSignal} _signal aborted on disconnection
   */
  connect(_signal) {}

  /**
   * @param {Readonly<State>} _state
   * @param {Readonly<State> | null} _previous what was drawn last; null draws everything
   */
  render(_state, _previous) {}
}

/**
 * @param {Readonly<State>} state
 * @param {Readonly<State> | null} previous
 * @param {readonly (keyof State)[]} fields
 * @returns {boolean} whether any of these fields changed
 */
export const changed = (state, previous, fields) =>
  !previous || fields.some((field) => state[field] !== previous[field]);
