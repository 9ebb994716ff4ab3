/**
 * The page's one store: a frozen state, named actions, listeners. It imports no other room, so it
 * runs anywhere and can be tested bare. Views read `store.state`, subscribe, and call actions; nothing
 * else changes the state.
 */
import { NO_MASK, painted } from './mask.js';
import { NO_MIXER, NO_SWEEP, withChannel } from './mixer.js';
import { unfoldingAfter } from './unfolding.js';

/** The stages of one head's matrix, in the order in which attention computes them. */
export const STAGES = Object.freeze(['scores', 'scaled', 'masked', 'weights']);

/**
 * @typedef {{id: number, piece: string, text: string, start: number, end: number, known: boolean, score: number}} Token
 * @typedef {{name: string, shape: number[], axes: string[], data: Float32Array}} Tensor
 * @typedef {{dModel: number, heads: number, dHead: number, dOutput: number, dFfn: number}} LayerInfo
 * @typedef {{name: string, title: string, licence: string, source: string, maxTokens: number,
 *   dtype: string, layers: LayerInfo[], encoder?: Encoder, module?: string}} ModelInfo
 * @typedef {{embedding_scale?: number, d_sentence?: number, blocks: readonly {project_residual?: boolean,
 *   activation?: string, norm_epsilon?: number}[],
 *   positions?: 'learned'}} Encoder what the checkpoint says of itself
 * @typedef {{text: string, tokens: Token[], cut: {start: number, tokens: number} | null,
 *   model: ModelInfo | null, tensors: Record<string, Tensor>}} Snapshot
 * @typedef {'query' | 'key'} Side
 * @typedef {{side: Side, index: number} | {cell: [number, number]}} Focus a token of one side, or a cell [query, key]
 * @typedef {{layer: number, head: number}} HeadId
 * @typedef {'idle' | 'loading' | 'ready' | 'failed' | 'cancelled'} LoadPhase
 * @typedef {{phase: LoadPhase, loaded: number, total: number, error: {code: string, message: string} | null}} Load
 * @typedef {'scores' | 'scaled' | 'masked' | 'weights'} Stage
 * @typedef {import('./mask.js').Mask} Mask
 * @typedef {'sentence' | 'head' | 'mask'} CompareKind
 * @typedef {object} Compare
 * @property {boolean} on
 * @property {CompareKind} kind what stands on the right: another sentence, another head, or the mask
 * @property {'matrix' | 'graph'} picture both sides as matrices or as head graphs
 * @property {string} text the second sentence
 * @property {string | null} failed why the second sentence could not be computed
 * @property {Readonly<HeadId>} other the second head
 * @typedef {import('./mixer.js').Mixer} Mixer
 * @typedef {import('./mixer.js').Sweep} Sweep
 * @typedef {import('./contributions.js').Contributions} Contributions
 * @typedef {'contributions' | 'mixer' | 'fuse' | 'trace'} Section parts of the page that cost the engine work of their own
 * @typedef {{text: string, failed: string | null, plain: Float32Array | null,
 *   mixed: Float32Array | null}} Second the mixer's second sentence and its vectors without the mixer
 *   and with it
 * @typedef {import('./unfolding.js').Unfolding} Unfolding
 * @typedef {import('./unfolding.js').LayerWeights} LayerWeights
 * @typedef {'graph' | 'matrix' | 'arithmetic' | 'masks' | 'compare' | 'trace' | 'contributions'
 *   | 'mixer'} ProofOf a part of the page
 * @typedef {{kind: string, [detail: string]: unknown}} Notice a message key of i18n with its values
 *
 * @typedef {object} State
 * @property {string} text what stands in the sentence box
 * @property {Snapshot | null} snapshot what was computed last; every picture is drawn from it
 * @property {boolean} provisional the snapshot is the precomputed one; the model is not there yet
 * @property {Load} load the model's download
 * @property {number} layer the layer on show
 * @property {readonly number[]} heads selected heads of that layer, never empty; the first is the primary one
 * @property {readonly number[]} soloedFrom the selection a solo replaced; empty when there is none
 * @property {Readonly<HeadId> | null} previewHead the head under the pointer in the strip
 * @property {Readonly<Focus> | null} hover
 * @property {Readonly<Focus> | null} lock
 * @property {number} mass 0..1: of each query row, show the strongest edges that cover this share
 * @property {'auto' | 'columns' | 'arcs'} layout of the head graph; `auto` takes what the room is made for
 * @property {Side} side how the words of the arcs are read
 * @property {boolean} average the matrix shows the average of the layer's heads
 * @property {Stage} stage which stage of the chosen head the matrix shows
 * @property {string | null} axis the highlighted axis name (`d_head`, `query`, …)
 * @property {Readonly<Notice> | null} notice
 * @property {Readonly<Mask>} mask what is asked for
 * @property {Snapshot | null} unmasked the same sentence without the mask; null when `snapshot` has none
 * @property {Readonly<Compare>} compare
 * @property {Snapshot | null} comparison the second sentence, under the same mask and mixer
 * @property {Readonly<Mixer>} mixer what is asked for
 * @property {Snapshot | null} unmixed the same sentence without the mixer; null when `snapshot` has none
 * @property {readonly Section[]} onScreen
 * @property {Contributions | null} contributions of the sentence on show, once they were asked for
 * @property {readonly import('./contributions.js').OutputWeights[] | null} outputWeights per layer, once
 *   they were asked for
 * @property {string | null} contributionsFailed why they could not be computed
 * @property {Readonly<Second>} second
 * @property {Readonly<Sweep>} sweep
 * @property {Readonly<Unfolding> | null} unfolding the number of the primary head whose arithmetic is shown
 * @property {Readonly<Record<number, Readonly<LayerWeights>>>} layerWeights by layer, once they were
 *   asked for
 * @property {ProofOf | null} proof whose numbers the code on show proves
 * @property {Readonly<import('./split.js').Split> | null} split null until that section is there
 * @property {Readonly<import('./fuse.js').Fuse> | null} fuse null until that section is there
 * @property {Readonly<import('./cost.js').Cost> | null} cost null until that section is there
 * @property {Readonly<import('./shapes.js').Shapes> | null} shapes null until that section is there
 * @property {Readonly<import('./train.js').Train> | null} train null until that section is there
 */

/** @type {State} */
const INITIAL = {
  text: '',
  snapshot: null,
  provisional: true,
  load: Object.freeze({
    phase: /** @type {LoadPhase} */ ('idle'),
    loaded: 0,
    total: 0,
    error: null,
  }),
  layer: 0,
  heads: Object.freeze([0]),
  soloedFrom: Object.freeze([]),
  previewHead: null,
  hover: null,
  lock: null,
  mass: 0.5,
  layout: 'auto',
  side: 'query',
  average: false,
  stage: 'weights',
  axis: null,
  notice: null,
  mask: NO_MASK,
  unmasked: null,
  compare: Object.freeze({
    on: false,
    kind: /** @type {CompareKind} */ ('sentence'),
    picture: /** @type {const} */ ('matrix'),
    text: '',
    failed: null,
    other: Object.freeze({ layer: 0, head: 0 }),
  }),
  comparison: null,
  mixer: NO_MIXER,
  unmixed: null,
  onScreen: Object.freeze([]),
  contributions: null,
  outputWeights: null,
  contributionsFailed: null,
  second: Object.freeze({ text: '', failed: null, plain: null, mixed: null }),
  sweep: NO_SWEEP,
  unfolding: null,
  layerWeights: Object.freeze({}),
  proof: null,
  split: null,
  fuse: null,
  cost: null,
  shapes: null,
  train: null,
};

/**
 * Every way the state can change: `(state, payload) -> the fields that change`.
 * A transition that changes nothing returns an empty object and wakes no listener.
 */
const transitions = {
  /**
   * Another model takes over: what belongs to the old one goes, the text is one that the new one reads.
   * @param {State} _
   * @param {{text: string}} what
   */
  setModel: (_, { text }) => ({
    text,
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

/**
 * @template F
 * @typedef {F extends (state: State) => unknown ? () => void
 *   : F extends (state: State, payload: infer P) => unknown ? (payload: P) => void : never} Bound
 */
/** @typedef {{[K in keyof typeof transitions]: Bound<typeof transitions[K]>}} Actions */
/** @typedef {(state: Readonly<State>, previous: Readonly<State>) => void} Listener */
/**
 * @typedef {object} Store
 * @property {Readonly<State>} state the current state; a new object after every change
 * @property {(listener: Listener) => () => void} subscribe returns the unsubscribe function
 * @property {Readonly<Actions>} actions
 */

/**
 * @param {Partial<State>} [initial] fields that differ from the defaults
 * @returns {Store}
 */
export function createStore(initial = {}) {
  /** @type {Readonly<State>} */
  let state = Object.freeze({ ...INITIAL, ...initial });
  /** @type {Set<Listener>} */
  const listeners = new Set();

  /** @param {Partial<State>} changes */
  const apply = (changes) => {
    if (Object.keys(changes).length === 0) return;
    const previous = state;
    state = Object.freeze({ ...previous, ...changes });
    for (const listener of [...listeners]) listener(state, previous);
  };

  const actions = Object.fromEntries(
    Object.entries(transitions).map(([name, transition]) => [
      name,
      (/** @type {any} */ payload) =>
        apply(/** @type {(s: State, p: any) => Partial<State>} */ (transition)(state, payload)),
    ]),
  );

  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    actions: Object.freeze(/** @type {Actions} */ (actions)),
  };
}

/**
 * What the pictures focus on: the pointer beats the lock.
 * @param {Readonly<State>} state
 * @returns {Readonly<Focus> | null}
 */
export const focusOf = (state) => state.hover ?? state.lock;

/**
 * The layer and heads the pictures show: the previewed head beats the selection.
 * @param {Readonly<State>} state
 * @returns {{layer: number, heads: readonly number[]}}
 */
export const shownHeads = ({ previewHead, layer, heads }) =>
  previewHead ? { layer: previewHead.layer, heads: [previewHead.head] } : { layer, heads };

/**
 * What a layer's attention reads: its normalised input, or the input itself in a model without norms.
 * @param {Snapshot} snapshot
 * @param {number} layer
 */
export const attentionInput = ({ tensors }, layer) =>
  tensors[attentionName(layer, 'norm')] ?? tensors[`layers.${layer}.input`];

/**
 * The name of one attention tensor in a model's trace.
 * @param {number} layer
 * @param {string} name `weights`, `scores`, …
 */
export const attentionName = (layer, name) => `layers.${layer}.attention.${name}`;

/**
 * Of a section: the first change brings all its fields.
 * @template T
 * @param {Readonly<T> | null} before
 * @param {Partial<T>} changes
 * @returns {Readonly<T>}
 */
const withChanges = (before, changes) =>
  Object.freeze(/** @type {T} */ ({ ...before, ...changes }));

/** @param {Readonly<Focus> | null} a @param {Readonly<Focus> | null} b */
function sameFocus(a, b) {
  if (a === b) return true;
  if (!a || !b) return false;
  if ('cell' in a) return 'cell' in b && a.cell[0] === b.cell[0] && a.cell[1] === b.cell[1];
  return !('cell' in b) && a.side === b.side && a.index === b.index;
}

/** @param {Readonly<HeadId> | null} a @param {Readonly<HeadId> | null} b */
const sameHead = (a, b) => a === b || (!!a && !!b && a.layer === b.layer && a.head === b.head);

/** @param {Focus | null} focus */
const freezeFocus = (focus) => focus && Object.freeze({ ...focus });

/**
 * Between a new picture and its drawing the pointer may still meet a word of the old one.
 * @param {Snapshot | null} snapshot
 * @param {Focus | null} focus
 */
function isThere(snapshot, focus) {
  if (!snapshot || !focus) return true;
  return ('cell' in focus ? focus.cell : [focus.index]).every((index) => index in snapshot.tokens);
}

/**
 * @param {Readonly<Focus> | null} focus
 * @param {readonly (readonly Token[])[]} tokens before and after
 * @returns {boolean} whether the same tokens stand there as before
 */
function stands(focus, [before, after]) {
  if (!focus) return false;
  const indexes = 'cell' in focus ? focus.cell : [focus.index];
  return indexes.every((index) => index in after && before[index]?.id === after[index].id);
}
