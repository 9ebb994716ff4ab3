/**
 * What is held, compared and unfolded in a scene. Each is an object in JSON and a short text in a link.
 *
 * @typedef {{side: 'query' | 'key', index: number} | {cell: readonly [number, number]}} Lock a token, or
 *   a cell [query, key]
 * @typedef {{kind: 'sentence' | 'head' | 'mask', other: {layer: number, head: number}}} SceneCompare
 * @typedef {{name: string, query: number, key: number, column: number, output: number,
 *   model: number, hidden: number, sentence: number}} SceneUnfold a tensor of the layer, and where the
 *   chain of arithmetic that made it runs; all but the tokens are columns
 */
import {
  isObject,
  MOST,
  numberFromText,
  onlyKnown,
  optionalField,
  readChoice,
  readIndexes,
  readWhole,
} from './scene-readers.js';

/** @typedef {import('./scene-readers.js').Say} Say */
/** @template T @typedef {import('./scene-readers.js').Field<T>} Field */

const COMPARED = /** @type {const} */ (['sentence', 'head', 'mask']);
const UNFOLDED = Object.freeze(
  // prettier-ignore
  /** @type {const} */ ([
    'weights', 'embedding', 'input', 'norm', 'query', 'key', 'value', 'scores', 'scaled', 'masked',
    'context', 'concat', 'contribution', 'output', 'residual', 'ffn-norm', 'ffn-hidden',
    'ffn-output', 'layer-output', 'pooled', 'projected', 'sentence',
  ]),
);

/** Where the chain of arithmetic runs, and how far each may count, in the order of the text. */
const PLACES = Object.freeze({
  ...{ query: MOST.token, key: MOST.token, column: MOST.column, output: MOST.column },
  ...{ model: MOST.column, hidden: MOST.column, sentence: MOST.column },
});

/** @param {Say} say @param {unknown} raw @param {string} expected @returns {null} */
const refuse = (say, raw, expected) => {
  say('badValue', raw, expected);
  return null;
};

/** `query:8`, `key:3` or `cell:8,1`. @type {Field<Lock | null>} */
export const lockField = optionalField({
  read(raw, say) {
    const expected = 'a token such as query:8 or key:3, or a cell such as cell:8,1';
    if (!isObject(raw)) return refuse(say, raw, expected);
    if ('cell' in raw) {
      const cell = Array.isArray(raw.cell) && raw.cell.length === 2 ? raw.cell : null;
      const [query, key] = cell
        ? cell.map((index) => readIndexes([index], () => {}, { most: MOST.token })[0])
        : [];
      if (query === undefined || key === undefined) return refuse(say, raw, expected);
      return Object.freeze({ cell: Object.freeze(/** @type {const} */ ([query, key])) });
    }
    const [index] = readIndexes([raw.index], () => {}, { most: MOST.token });
    if ((raw.side !== 'query' && raw.side !== 'key') || index === undefined)
      return refuse(say, raw, expected);
    return Object.freeze({ side: /** @type {'query' | 'key'} */ (raw.side), index });
  },
  fromText(text) {
    const [side, where = ''] = text.split(':');
    if (side === 'cell') return { cell: where.split(',').map(numberFromText) };
    return side === 'query' || side === 'key' ? { side, index: numberFromText(where) } : text;
  },
  toText: (lock) => ('cell' in lock ? `cell:${lock.cell.join(',')}` : `${lock.side}:${lock.index}`),
});

/** `sentence`, `mask` or `head:1:3`, a layer and a head. @type {Field<SceneCompare | null>} */
export const compareField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) return refuse(say, raw, 'sentence, mask, or a head such as head:1:3');
    onlyKnown(raw, ['kind', 'other'], say);
    const other = isObject(raw.other) ? raw.other : {};
    return Object.freeze({
      kind: readChoice(COMPARED, raw.kind, say, '.kind'),
      other: Object.freeze({
        layer: readWhole(other.layer, say, { most: MOST.layer, part: '.other.layer' }),
        head: readWhole(other.head, say, { most: MOST.head, part: '.other.head' }),
      }),
    });
  },
  fromText(text) {
    const [kind, layer = '0', head = '0'] = text.split(':');
    return { kind, other: { layer: numberFromText(layer), head: numberFromText(head) } };
  },
  toText: ({ kind, other }) =>
    other.layer || other.head || kind === 'head' ? `${kind}:${other.layer}:${other.head}` : kind,
});

/** `weights:8:1`: a tensor, then the places in order, zeros at the end left out. @type {Field<SceneUnfold | null>} */
export const unfoldField = optionalField({
  read(raw, say) {
    if (!isObject(raw)) return refuse(say, raw, 'a number of the layer such as weights:8:1');
    onlyKnown(raw, ['name', ...Object.keys(PLACES)], say);
    const name = readChoice(UNFOLDED, raw.name, say, '.name');
    const places = Object.entries(PLACES).map(([place, most]) => [
      place,
      readWhole(raw[place], say, { most, part: `.${place}` }),
    ]);
    return /** @type {SceneUnfold} */ (Object.freeze({ name, ...Object.fromEntries(places) }));
  },
  fromText(text) {
    const [name, ...numbers] = text.split(':');
    const places = Object.keys(PLACES).map((place, i) => [
      place,
      numberFromText(numbers[i] ?? '0'),
    ]);
    return { name, ...Object.fromEntries(places) };
  },
  toText: ({ name, ...places }) =>
    [
      name,
      ...Object.keys(PLACES).map((place) => places[/** @type {keyof typeof PLACES} */ (place)]),
    ]
      .join(':')
      .replace(/(:0)+$/, ''),
});
