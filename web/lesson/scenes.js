/**
 * @file Scenes worth a picture: a sentence, what of it is shown, and in which view. The gallery shows
 * them, and the tests look at the gallery. Titles are messages of i18n: `gallery.<id>`.
 *
 * @typedef {object} Scene
 * @property {string} id
 * @property {'hs-heads-strip' | 'hs-head-graph' | 'hs-matrix'} view
 * @property {string} text
 * @property {number} layer
 * @property {readonly number[]} heads the first is the primary one
 * @property {string | null} word that is held as query, if one is
 * @property {Readonly<Record<string, unknown>>} more fields of the state that differ from its defaults
 */
import { sentences } from './sentences.js';

/** @param {string} id */
const text = (id) => sentences.find((sentence) => sentence.id === id)?.text ?? '';

/** @type {(Omit<Scene, 'more'> & Partial<Pick<Scene, 'more'>>)[]} */
const written = [
  { id: 'it', view: 'hs-head-graph', text: text('tired'), layer: 1, heads: [2], word: 'it' },
  {
    id: 'three',
    view: 'hs-head-graph',
    text: text('tired'),
    layer: 1,
    heads: [2, 1, 3],
    word: 'it',
  },
  { id: 'heads', view: 'hs-heads-strip', text: text('tired'), layer: 1, heads: [2], word: null },
  { id: 'weights', view: 'hs-matrix', text: text('tired'), layer: 1, heads: [2], word: 'it' },
  {
    id: 'scores',
    view: 'hs-matrix',
    text: text('tired'),
    layer: 1,
    heads: [1],
    word: null,
    more: { stage: 'scores' },
  },
  {
    id: 'average',
    view: 'hs-matrix',
    text: text('tired'),
    layer: 1,
    heads: [2],
    word: null,
    more: { average: true },
  },
  {
    id: 'causal',
    view: 'hs-matrix',
    text: text('river'),
    layer: 1,
    heads: [3],
    word: null,
    more: { mask: { causal: true, padding: null, window: null, painting: false, paint: null } },
  },
  { id: 'bank', view: 'hs-head-graph', text: text('river'), layer: 1, heads: [3], word: 'bank' },
  {
    id: 'arcs',
    view: 'hs-head-graph',
    text: text('tired'),
    layer: 1,
    heads: [2],
    word: 'it',
    more: { layout: 'arcs' },
  },
];

export const scenes = Object.freeze(
  written.map(({ more = {}, ...scene }) =>
    Object.freeze({ ...scene, heads: Object.freeze(scene.heads), more: Object.freeze(more) }),
  ),
);
