/** What the page's state is made of, and how it begins. */
import { NO_MASK } from './mask.js';
import { NO_MIXER, NO_SWEEP } from './mixer.js';

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
 * @property {boolean} provisional the snapshot is the precomputed one, or another model's: the model
 *   that is here has not computed it
 * @property {number} models how many have taken over; what was asked of one before counts no more
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
export const INITIAL = {
  text: '',
  snapshot: null,
  provisional: true,
  models: 0,
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
