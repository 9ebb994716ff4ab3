/**
 * What every view shares: the store arrives as a property, the element builds itself once, and
 * `render` runs at most once a frame, with the state that was drawn last beside the new one. A view
 * out of sight is drawn when it comes near the screen or when the page rests, so that nobody waits
 * for what nobody sees; until then it is `aria-busy`.
 */

/** @typedef {import('../state/store.js').Store} Store */
/** @typedef {import('../state/store.js').State} State */

/** How long, in ms, nothing must change before what is out of sight is drawn. */
export const REST = 250;

/** Views at rest are drawn one after another, and whatever the reader does goes between them. */
export const atLeisure =
  globalThis.requestIdleCallback ?? ((/** @type {() => void} */ work) => window.setTimeout(work));

/** How far from the screen a view still counts as seen. */
const NEAR = '10% 0px';

export class View extends HTMLElement {
  /** @type {Store | null} */
  #store = null;
  /** @type {AbortController | null} */
  #connection = null;
  /** @type {Readonly<State> | null} */
  #drawn = null;
  #frame = 0;
  /** The frame for which a picture was drawn ahead. */
  #ahead = 0;
  #built = false;
  #seen = true;
  /** A timer, as long as it waits for the page to rest; and until when, ms. */
  #rest = 0;
  #due = 0;

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
    const unsubscribe = this.#store.subscribe((state, previous) => {
      this.requestRender();
      if (state.snapshot !== previous.snapshot) queueMicrotask(() => this.#drawAhead());
    });
    signal.addEventListener('abort', unsubscribe);
    if (!this.#built) this.build();
    this.#built = true;
    this.connect(signal);
    this.#watch(signal);
    this.#draw();
  }

  disconnectedCallback() {
    this.#connection?.abort();
    this.#connection = null;
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#ahead);
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.#frame = 0;
    this.#ahead = 0;
    this.#drawn = null;
    this.#seen = true;
  }

  /** Whether any of it is on the screen or near it. */
  get inSight() {
    return this.#seen;
  }

  /** Draws in the next frame, however often it is asked within this one; out of sight, later. */
  requestRender() {
    if (this.#frame) return;
    if (this.#seen || this.matches(':focus-within')) this.#drawSoon();
    else this.#drawAtRest();
  }

  /** Draws everything anew in the next frame: sizes or colours changed. */
  requestRedraw() {
    this.#drawn = null;
    this.requestRender();
  }

  #drawSoon() {
    clearTimeout(this.#rest);
    this.#rest = 0;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /**
   * A picture comes between two frames: it is drawn at once, so that the next frame has only to show
   * it. One a frame; another, and what comes after it, is drawn in the frame itself.
   */
  #drawAhead() {
    if (!this.#frame || this.#ahead) return;
    cancelAnimationFrame(this.#frame);
    this.#ahead = requestAnimationFrame(() => (this.#ahead = 0));
    this.#draw();
  }

  #drawAtRest() {
    if (this.ariaBusy !== 'true') this.ariaBusy = 'true';
    this.#due = performance.now() + REST;
    this.#rest ||= this.#wait(REST);
  }

  /**
   * Whatever changes meanwhile only moves the end, since to set a timer anew for each costs more.
   * @param {number} left ms
   */
  #wait(left) {
    const waiting = window.setTimeout(() => {
      atLeisure(() => {
        if (waiting !== this.#rest || !this.isConnected) return;
        const more = this.#due - performance.now();
        this.#rest = more > 0 ? this.#wait(more) : 0;
        if (!this.#rest) this.#draw();
      });
    }, left);
    return waiting;
  }

  /** One without a box may be about to show itself. @param {AbortSignal} signal */
  #watch(signal) {
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect: box } =
          /** @type {IntersectionObserverEntry} */ (entries.at(-1));
        this.#seen = isIntersecting || box.width === 0;
        if (this.#seen && this.ariaBusy === 'true') this.#drawSoon();
      },
      { rootMargin: NEAR },
    );
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  #draw() {
    this.#frame = 0;
    if (this.ariaBusy === 'true') this.ariaBusy = null;
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
