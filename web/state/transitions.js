/** Every way the page's state can change, as pure functions. */
import { freezeFocus, isThere, sameFocus, sameHead, stands } from './focus.js';
import { NO_MASK, painted } from './mask.js';
import { NO_MIXER, withChannel } from './mixer.js';
import { STAGES } from './state.js';
import { unfoldingAfter } from './unfolding.js';
import { UNFUSED } from './unfused.js';

/**
 * @typedef {import('./state.js').Compare} Compare
 * @typedef {import('./state.js').Contributions} Contributions
 * @typedef {import('./state.js').Focus} Focus
 * @typedef {import('./state.js').HeadId} HeadId
 * @typedef {import('./state.js').LayerWeights} LayerWeights
 * @typedef {import('./state.js').Load} Load
 * @typedef {import('./state.js').Mask} Mask
 * @typedef {import('./state.js').Mixer} Mixer
 * @typedef {import('./state.js').Notice} Notice
 * @typedef {import('./state.js').ProofOf} ProofOf
 * @typedef {import('./state.js').Second} Second
 * @typedef {import('./state.js').Section} Section
 * @typedef {import('./state.js').Side} Side
 * @typedef {import('./state.js').Snapshot} Snapshot
 * @typedef {import('./state.js').Stage} Stage
 * @typedef {import('./state.js').State} State
 * @typedef {import('./state.js').Sweep} Sweep
 */

/**
 * Of a section: the first change brings all its fields.
 * @template T
 * @param {Readonly<T> | null} before
 * @param {Partial<T>} changes
 * @returns {Readonly<T>}
 */
const withChanges = (before, changes) =>
  Object.freeze(/** @type {T} */ ({ ...before, ...changes }));

/**
 * Every way the state can change: `(state, payload) -> the fields that change`.
 * A transition that changes nothing returns an empty object and wakes no listener.
 */
export const transitions = {
  /**
   * Another model takes over: what belongs to the old one goes, the text is one that the new one reads.
   * @param {State} state
   * @param {{text: string}} what
   */
  setModel: ({ models, second, fuse }, { text }) => ({
    text,
    models: models + 1,
    provisional: true,
    comparison: null,
    second: Object.freeze({ ...second, plain: null, mixed: null, failed: null }),
    fuse: fuse && Object.freeze({ ...fuse, ...UNFUSED }),
    layerWeights: Object.freeze({}),
    outputWeights: null,
    contributions: null,
    contributionsFailed: null,
    unfolding: null,
    mask: NO_MASK,
    mixer: NO_MIXER,
    hover: null,
    lock: null,
  }),

  /** @param {State} state @param {string} text */
  setText: (state, text) => (text === state.text ? {} : { text }),

  /**
   * A new picture. Focus stays where the same token still stands in the same place, and a layer or
   * head that the new model lacks falls back to the nearest one it has.
   * @param {State} state
   * @param {{snapshot: Snapshot, provisional?: boolean, unmasked?: Snapshot | null,
   *   unmixed?: Snapshot | null}} payload
   */
  setSnapshot(state, { snapshot, provisional = false, unmasked = null, unmixed = null }) {
    const tokens = [state.snapshot?.tokens ?? snapshot.tokens, snapshot.tokens];
    const layers = snapshot.model?.layers ?? [];
    const layer = Math.max(0, Math.min(state.layer, layers.length - 1));
    const headCount = layers[layer]?.heads ?? Infinity;
    const heads = state.heads.filter((head) => head < headCount);
    return {
      snapshot,
      unmasked,
      unmixed,
      provisional,
      layer,
      heads: Object.freeze(heads.length ? heads : [0]),
      hover: stands(state.hover, tokens) ? state.hover : null,
      lock: stands(state.lock, tokens) ? state.lock : null,
    };
  },

  /**
   * Shows what a scene says; what was pointed at or shown alone belongs to what was there.
   * @param {State} _
   * @param {Pick<State, import('./scene-state.js').SceneState>} fields
   */
  openScene: (_, fields) => ({
    ...fields,
    hover: null,
    previewHead: null,
    soloedFrom: Object.freeze(/** @type {number[]} */ ([])),
  }),

  /** @param {State} state @param {Partial<Load>} load */
  setLoad: (state, load) => ({ load: Object.freeze({ ...state.load, ...load }) }),

  /** @param {State} _ @param {Notice | null} notice */
  setNotice: (_, notice) => ({ notice: notice && Object.freeze({ ...notice }) }),

  /**
   * Without `add`: a selected head becomes the primary one, any other replaces the selection.
   * With `add`: toggles the head within its layer; the last one stays.
   * @param {State} state
   * @param {HeadId & {add?: boolean}} payload
   */
  selectHead(state, { layer, head, add = false }) {
    const same = layer === state.layer;
    const others = state.heads.filter((other) => other !== head);
    const selected = same && state.heads.includes(head);
    const none = Object.freeze(/** @type {number[]} */ ([]));
    if (!same || (!add && !selected)) {
      return { layer, heads: Object.freeze([head]), soloedFrom: none, previewHead: null };
    }
    if (!add) return { heads: Object.freeze([head, ...others]), previewHead: null };
    if (!selected) return { heads: Object.freeze([...state.heads, head]), soloedFrom: none };
    return others.length ? { heads: Object.freeze(others), soloedFrom: none } : {};
  },

  /**
   * Shows this head alone; once more brings back the selection it replaced.
   * @param {State} state
   * @param {HeadId} payload
   */
  soloHead(state, { layer, head }) {
    const alone = layer === state.layer && state.heads.length === 1 && state.heads[0] === head;
    if (alone && state.soloedFrom.length) {
      return { heads: state.soloedFrom, soloedFrom: Object.freeze([]) };
    }
    if (alone) return {};
    const soloedFrom = layer === state.layer ? state.heads : Object.freeze([]);
    return { layer, heads: Object.freeze([head]), soloedFrom, previewHead: null };
  },

  /** @param {State} state @param {number} layer */
  setLayer: (state, layer) =>
    layer === state.layer
      ? {}
      : { layer, heads: Object.freeze([0]), soloedFrom: Object.freeze([]) },

  /** @param {State} state @param {HeadId | null} head */
  previewHead: (state, head) =>
    sameHead(state.previewHead, head) ? {} : { previewHead: head && Object.freeze({ ...head }) },

  /** @param {State} state @param {Focus | null} focus */
  hoverToken: (state, focus) =>
    sameFocus(state.hover, focus) || !isThere(state.snapshot, focus)
      ? {}
      : { hover: freezeFocus(focus) },

  /**
   * Locks a token or a cell; locking it once more releases it.
   * @param {State} state
   * @param {Focus} focus
   */
  lockToken: (state, focus) =>
    sameFocus(state.lock, focus) ? { lock: null, hover: null } : { lock: freezeFocus(focus) },

  /** @param {State} state */
  release: (state) => (state.lock || state.hover ? { lock: null, hover: null } : {}),

  /** @param {State} state @param {number} mass */
  setMass: (state, mass) => {
    const clamped = Math.min(1, Math.max(0, mass));
    return clamped === state.mass ? {} : { mass: clamped };
  },

  /** @param {State} state @param {State['layout']} layout */
  setLayout: (state, layout) => (layout === state.layout ? {} : { layout }),

  /**
   * Reads the words of the arcs as queries or as keys; a held or pointed-at word follows.
   * @param {State} state
   * @param {Side} side
   */
  setSide(state, side) {
    const turned = (/** @type {Readonly<Focus> | null} */ focus) =>
      focus && !('cell' in focus) && focus.side !== side
        ? freezeFocus({ side, index: focus.index })
        : focus;
    const [lock, hover] = [turned(state.lock), turned(state.hover)];
    const same = side === state.side && lock === state.lock && hover === state.hover;
    return same ? {} : { side, lock, hover };
  },

  /**
   * A stage belongs to one head: choosing one leaves the average.
   * @param {State} state
   * @param {Stage} stage
   */
  setStage: (state, stage) =>
    STAGES.includes(stage) && (stage !== state.stage || state.average)
      ? { stage, average: false }
      : {},

  /** Averages are of weights. @param {State} state @param {boolean} average */
  setAverage: (state, average) =>
    average === state.average
      ? {}
      : { average, stage: average ? /** @type {Stage} */ ('weights') : state.stage },

  /** @param {State} state @param {string | null} axis */
  highlightAxis: (state, axis) => (axis === state.axis ? {} : { axis }),

  /** @param {State} state @param {Partial<Mask>} parts */
  setMask: ({ mask }, parts) => ({ mask: Object.freeze({ ...mask, ...parts }) }),

  /**
   * Paints over the sentence on show; that switches the paint on.
   * @param {State} state
   * @param {{cells: readonly import('./mask.js').Cell[], hide: boolean}} payload
   */
  paintMask({ mask, snapshot }, { cells, hide }) {
    const paint = painted(mask.paint, snapshot?.tokens.length ?? 0, cells, hide);
    return { mask: Object.freeze({ ...mask, painting: true, paint }) };
  },

  /** @param {State} state @param {Partial<Compare>} changes */
  setCompare: ({ compare }, changes) => ({ compare: Object.freeze({ ...compare, ...changes }) }),

  /** @param {State} _ @param {Snapshot | null} comparison */
  setComparison: (_, comparison) => ({ comparison }),

  /** @param {State} _ @param {Readonly<Mixer>} mixer */
  setMixer: (_, mixer) => ({ mixer }),

  /**
   * @param {State} state
   * @param {HeadId & {change: Partial<import('./mixer.js').Channel>}} what
   */
  setChannel: ({ mixer, snapshot }, what) =>
    snapshot?.model ? { mixer: withChannel(mixer, snapshot.model.layers, what) } : {},

  /** @param {State} state */
  resetMixer: ({ mixer }) => ({ mixer: Object.freeze({ ...mixer, layers: Object.freeze([]) }) }),

  /** @param {State} state @param {{section: Section, seen: boolean}} what */
  setOnScreen({ onScreen }, { section, seen }) {
    if (onScreen.includes(section) === seen) return {};
    const others = onScreen.filter((other) => other !== section);
    return { onScreen: Object.freeze(seen ? [...others, section] : others) };
  },

  /** @param {State} _ @param {Contributions | null} contributions */
  setContributions: (_, contributions) => ({ contributions, contributionsFailed: null }),

  /** @param {State} _ @param {readonly import('./contributions.js').OutputWeights[]} outputWeights */
  setOutputWeights: (_, outputWeights) => ({ outputWeights }),

  /** @param {State} _ @param {string} contributionsFailed */
  failContributions: (_, contributionsFailed) => ({ contributionsFailed }),

  /** @param {State} state @param {Partial<Second>} changes */
  setSecond: ({ second }, changes) => ({ second: Object.freeze({ ...second, ...changes }) }),

  /** @param {State} state @param {Partial<Sweep>} changes */
  setSweep: ({ sweep }, changes) => ({ sweep: Object.freeze({ ...sweep, ...changes }) }),

  /**
   * Shows the arithmetic of a number of the layer on show; null closes it. A head that the step
   * names becomes the primary one; a layer that it names comes on show.
   * @param {State} state
   * @param {import('./unfolding.js').Step | null} step
   */
  unfold({ unfolding, layer, heads, shapes }, step) {
    if (!step) return unfolding ? { unfolding: null } : {};
    const next = unfoldingAfter(unfolding, step);
    if (next.free) {
      const chosen = step.head === undefined ? {} : { head: step.head };
      return { unfolding: next, shapes: withChanges(shapes, chosen) };
    }
    if (step.layer !== undefined && step.layer !== layer) {
      const none = Object.freeze(/** @type {number[]} */ ([]));
      const moved = { layer: step.layer, heads: Object.freeze([step.head ?? 0]) };
      return { unfolding: next, ...moved, soloedFrom: none, previewHead: null };
    }
    const head = step.head ?? heads[0];
    const others = heads.includes(head) ? heads.filter((other) => other !== head) : [];
    return {
      unfolding: next,
      ...(head !== heads[0] && { heads: Object.freeze([head, ...others]), previewHead: null }),
    };
  },

  /** @param {State} state @param {{layer: number} & LayerWeights} what */
  setLayerWeights: ({ layerWeights }, { layer, ...read }) => ({
    layerWeights: Object.freeze({ ...layerWeights, [layer]: Object.freeze(read) }),
  }),

  /** Shows the code that proves the numbers of a part of the page; null closes it. @param {State} state @param {ProofOf | null} proof */
  prove: (state, proof) => (proof === state.proof ? {} : { proof }),

  /** @param {State} state @param {Partial<import('./split.js').Split>} changes */
  setSplit: ({ split }, changes) => ({ split: withChanges(split, changes) }),

  /** @param {State} state @param {Partial<import('./fuse.js').Fuse>} changes */
  setFuse: ({ fuse }, changes) => ({ fuse: withChanges(fuse, changes) }),

  /** @param {State} state @param {Partial<import('./cost.js').Cost>} changes */
  setCost: ({ cost }, changes) => ({ cost: withChanges(cost, changes) }),

  /** @param {State} state @param {Partial<import('./shapes.js').Shapes>} changes */
  setShapes: ({ shapes }, changes) => ({ shapes: withChanges(shapes, changes) }),

  /** @param {State} state @param {Partial<import('./train.js').Train>} changes */
  setTrain: ({ train }, changes) => ({ train: withChanges(train, changes) }),
};
