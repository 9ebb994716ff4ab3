/**
 * @file Tensors of a trace as files that say what they are: NumPy's .npz, CSV, JSON. Each holds the
 * numbers with their names, shapes and axes, the sentence and its tokens, the model, and the version.
 * Floats are written as the shortest decimal that reads back as the same float32.
 */
import { shortest } from './shown.js';
import { writeNpz } from './npz.js';

/**
 * @typedef {{name: string, shape: readonly number[], axes: readonly string[], data: Float32Array}} TraceTensor
 * @typedef {{id: number, piece: string, text: string, start: number, end: number, known: boolean}} TraceToken
 * @typedef {object} TraceSnapshot
 * @property {string} text
 * @property {readonly TraceToken[]} tokens
 * @property {{start: number, tokens: number} | null} cut
 * @property {object | null} model
 * @property {Readonly<Record<string, TraceTensor>>} tensors
 */

/** Axes along which the sentence's tokens stand. */
const TOKEN_AXES = ['seq_len', 'query', 'key'];

/**
 * @param {TraceSnapshot} snapshot
 * @param {string} version of Headscope
 */
const aboutOf = ({ text, tokens, cut, model }, version) => ({
  headscope: version,
  text,
  tokens: tokens.map(({ id, piece, text: own, start, end }) => ({
    id,
    piece,
    text: own,
    start,
    end,
  })),
  cut,
  model,
});

/**
 * @param {TraceSnapshot} snapshot
 * @param {string} version
 * @returns {Uint8Array<ArrayBuffer>} per tensor an array of its name; `tokens`, the pieces of the
 *   sentence as typed; `about`, a text of JSON with everything else
 */
export function tensorsToNpz(snapshot, version) {
  const { tensors, tokens } = snapshot;
  const axes = Object.fromEntries(Object.values(tensors).map(({ name, axes: of }) => [name, of]));
  const about = JSON.stringify({ ...aboutOf(snapshot, version), axes });
  return writeNpz({
    ...tensors,
    tokens: { shape: [tokens.length], texts: tokens.map(({ text }) => text) },
    about: { shape: [], texts: [about] },
  });
}

/**
 * @param {TraceSnapshot} snapshot
 * @param {string} version
 * @returns {string} one object; `tensors` lists them in flow order with their numbers row by row. What
 *   JSON has no number for stands as the text "-Infinity", "Infinity" or "NaN"
 */
export function tensorsToJson(snapshot, version) {
  const about = JSON.stringify(aboutOf(snapshot, version)).slice(0, -1);
  const tensors = Object.values(snapshot.tensors).map(({ name, shape, axes, data }) => {
    const numbers = Array.from(data, (value) =>
      Number.isFinite(value) ? shortest(value) : `"${value}"`,
    );
    return `${JSON.stringify({ name, shape, axes }).slice(0, -1)},"data":[${numbers.join(',')}]}`;
  });
  return `${about},"tensors":[${tensors.join(',')}]}`;
}

/**
 * @param {TraceSnapshot} snapshot
 * @param {string} version
 * @returns {string} a row a number: tensor, shape, then a column for every axis of any tensor (empty
 *   where a tensor has no such axis) and the token there, the value, model and version. −∞ is `-inf`
 */
export function tensorsToCsv(snapshot, version) {
  const { tokens, model } = snapshot;
  const tensors = Object.values(snapshot.tensors);
  const axes = [...new Set(tensors.flatMap(({ axes: of }) => of))];
  const titles = axes.flatMap((axis) =>
    TOKEN_AXES.includes(axis) ? [axis, `${axis}_token`] : [axis],
  );
  const end = [modelName(model), version].map(cell).join(',');
  const rows = [['tensor', 'shape', ...titles, 'value', 'model', 'headscope'].map(cell).join(',')];
  const texts = tokens.map(({ text }) => cell(text));
  for (const { name, shape, axes: own, data } of tensors) {
    const start = `${cell(name)},${shape.join('x')}`;
    const strides = shape.map((_, axis) =>
      shape.slice(axis + 1).reduce((size, extent) => size * extent, 1),
    );
    data.forEach((value, i) => {
      const places = axes.flatMap((axis) => {
        const at = own.indexOf(axis);
        const index = at < 0 ? '' : Math.floor(i / strides[at]) % shape[at];
        if (!TOKEN_AXES.includes(axis)) return [index];
        return [index, index === '' ? '' : (texts[index] ?? '')];
      });
      rows.push(`${start},${places.join(',')},${number(value)},${end}`);
    });
  }
  return `${rows.join('\r\n')}\r\n`;
}

/** @param {object | null} model */
const modelName = (model) =>
  /** @type {{name?: string, dtype?: string} | null} */ (model)?.name ?? '';

/** @param {number} value */
const number = (value) =>
  Number.isFinite(value) ? shortest(value) : String(value).replace('Infinity', 'inf').toLowerCase();

/** @param {string} text quoted where it must be */
const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
