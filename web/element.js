/**
 * `<headscope-view>`: a scene on any page. Importing it defines the element and nothing more, also
 * where there is no document; scripts, module and model come when a reader comes near it.
 * docs/embedding.md describes it.
 */
import { fontUrl, pages } from './assets.js';
import { formatScene, parseScene, SCENE_FIELDS } from './state/scene.js';
import { splitHash } from './state/scene-snapshot.js';

/** @typedef {import('./scene.d.ts').Scene} Scene */
/** @typedef {import('./scene.d.ts').Ignored} Ignored */
/** @typedef {Awaited<ReturnType<typeof import('./stage.js').createStage>>} Stage */

/** Attributes that are no fields of a scene. */
const OWN = ['scene', 'snapshot', 'load'];

/** How far from the screen, in px, a view still waits with its scripts. */
const NEAR = 300;

/** Rooms without a document know the element too, as a class that does nothing. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** What the link to the whole page shows. @param {Scene} scene @returns {Scene} */
const wholeOf = (scene) => ({ ...scene, view: scene.view === 'train' ? 'train' : 'lab' });

/** @type {Promise<typeof import('./element-stage.js')> | null} */
let stageModule = null;

/**
 * One import for all elements: WebKit gives a second one the modules of a graph whose first import
 * still waits, before they have run.
 */
const bringStage = () =>
  (stageModule ??= import('./element-stage.js').catch((error) => {
    stageModule = null;
    throw error;
  }));

export class HeadscopeView extends Base {
  static observedAttributes = [...SCENE_FIELDS, ...OWN];

  /** What the property `scene` was set to; attributes are read over it. @type {unknown} */
  #given = null;
  /** The precomputed one, as text. */
  #painted = '';
  /** @type {Stage | null} */
  #stage = null;
  /** @type {Promise<void> | null} */
  #starting = null;
  /** @type {AbortController | null} */
  #connection = null;
  #queued = false;
  /** @type {readonly Ignored[]} */
  #ignored = [];

  /** What is shown. @returns {Scene} */
  get scene() {
    return this.#stage ? this.#stage.current() : this.#read();
  }

  /**
   * A scene, its JSON, or the hash of a link; attributes that are set count more.
   * @param {unknown} value
   */
  set scene(value) {
    this.#given = value;
    this.#changed();
  }

  /** What of the scene could not be taken. @returns {readonly Ignored[]} */
  get ignored() {
    return this.#ignored;
  }

  /** Layer, heads and lock, as of the event `headscope-select`. */
  get selection() {
    const { layer, heads, lock, text } = this.scene;
    return { layer, heads, lock, text };
  }

  /**
   * What was computed last: tokens, model and tensors; null before anything was.
   * @returns {Readonly<import('./state/store.js').Snapshot> | null}
   */
  get snapshot() {
    return this.#stage?.store.state.snapshot ?? null;
  }

  /** Whether the model is there. */
  get loaded() {
    return this.#stage?.store.state.load.phase === 'ready';
  }

  /** Loads the model, if it is not there; resolves when it is, or when it could not be. */
  async load() {
    await this.#start();
    await this.#stage?.live.load();
  }

  connectedCallback() {
    if (!this.shadowRoot) this.#build();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    this.#stay(signal);
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        this.#start().then(() => this.#loadWhenSeen(signal));
      },
      { rootMargin: `${NEAR}px` },
    );
    seen.observe(this);
    signal.addEventListener('abort', () => seen.disconnect());
    for (const name of ['pointerdown', 'focusin']) {
      this.addEventListener(name, () => this.#touched(), { signal, passive: true });
    }
  }

  disconnectedCallback() {
    this.#connection?.abort();
    this.#connection = null;
  }

  attributeChangedCallback() {
    this.#changed();
  }

  /** @returns {Scene} what attributes and property ask for */
  #read() {
    const { hash, snapshot } = splitHash(
      typeof this.#given === 'string' ? this.#given : (this.getAttribute('scene') ?? ''),
    );
    const base = parseScene(this.#given && typeof this.#given === 'object' ? this.#given : hash);
    this.#painted = this.getAttribute('snapshot') ?? snapshot;
    const set = [...this.attributes].filter(({ name }) => SCENE_FIELDS.includes(name));
    if (!set.length) {
      this.#ignored = base.ignored;
      return base.scene;
    }
    const own = parseScene(Object.fromEntries(set.map(({ name, value }) => [name, value])));
    this.#ignored = [...base.ignored, ...own.ignored];
    const fields = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (own.scene));
    const taken = Object.fromEntries(set.map(({ name }) => [name, fields[name]]));
    return Object.freeze({ ...base.scene, ...taken });
  }

  #build() {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.innerHTML = `
      <figure part="frame">
        <figcaption part="caption"><slot name="caption"></slot></figcaption>
        <div part="steps"></div>
        <div part="view"></div>
        <slot></slot>
        <footer part="footer"><div part="status"></div><a part="link" target="_blank" rel="noopener"></a></footer>
      </figure>`;
  }

  /** @param {string} part */
  #part(part) {
    return /** @type {HTMLElement} */ (this.shadowRoot?.querySelector(`[part="${part}"]`));
  }

  #changed() {
    if (this.#queued || !this.shadowRoot) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      const scene = this.#read();
      this.#look(scene);
      this.#reopen(scene);
      this.#tell(this.#ignored);
    });
  }

  /** A view that needs the model may follow one that does not. @param {Scene} scene */
  async #reopen(scene) {
    const before = this.#stage?.needsModel;
    await this.#stage?.open(scene);
    this.#follow();
    if (before === false && this.#connection) this.#loadWhenSeen(this.#connection.signal);
  }

  /** @param {Scene} scene */
  #look({ theme }) {
    const frame = this.#part('frame');
    frame.style.colorScheme = theme === 'auto' ? '' : theme;
  }

  #start() {
    return (this.#starting ??= this.#open().catch((error) => {
      this.#starting = null;
      this.#fire('error', { code: error?.code ?? 'Unknown', message: String(error?.message) });
    }));
  }

  async #open() {
    const scene = this.#read();
    this.#look(scene);
    const { prepareElement } = await bringStage();
    const { stage, tell, look, stay } = await prepareElement({
      host: this,
      root: /** @type {ShadowRoot} */ (this.shadowRoot),
      part: (name) => this.#part(name),
      scene,
      snapshot: this.#painted,
      fontUrl,
      fire: (name, detail) => this.#fire(name, detail),
      link: () => pages && `${pages}${formatScene(wholeOf(this.scene))}`,
    });
    this.#stage = stage;
    this.#tell = tell;
    this.#follow = look;
    this.#stay = stay;
    stay(this.#connection?.signal ?? AbortSignal.abort());
    // What was asked for while scripts were on their way.
    const now = this.#read();
    if (formatScene(now) !== formatScene(scene)) await stage.open(now);
    tell(this.#ignored);
  }

  /** @param {readonly Ignored[]} _ */
  #tell = (_) => {};
  /** The link and the steps are of what is shown. */
  #follow = () => {};
  /** @param {AbortSignal} _ of the time on a page */
  #stay = (_) => {};

  /** @param {AbortSignal} signal */
  #loadWhenSeen(signal) {
    if (signal.aborted || !this.#stage?.needsModel || this.getAttribute('load') === 'click') return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      this.#stage?.live.load();
    });
    seen.observe(this);
    signal.addEventListener('abort', () => seen.disconnect());
  }

  #touched() {
    if (this.getAttribute('load') === 'click') return;
    this.#start().then(() => {
      if (this.#stage?.needsModel) this.load();
    });
  }

  /** @param {string} name @param {object} detail */
  #fire(name, detail) {
    const options = { detail, bubbles: true, composed: true };
    this.dispatchEvent(new CustomEvent(`headscope-${name}`, options));
  }
}

if (globalThis.customElements && !customElements.get('headscope-view')) {
  customElements.define('headscope-view', HeadscopeView);
}
