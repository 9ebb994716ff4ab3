/** Tensors of a snapshot as files, for the page and for Node alike. */
import { oneOf, snapshotOf } from './checks.js';
import { list, object, text, wrong } from './core/arguments.js';
import { tensorsToCsv, tensorsToJson, tensorsToNpz } from './proof/tensors.js';
import { version } from './version.js';

const WHERE = 'exportTensors';
const WRITERS = Object.freeze({ npz: tensorsToNpz, csv: tensorsToCsv, json: tensorsToJson });
const FORMATS = /** @type {(keyof typeof WRITERS)[]} */ (Object.keys(WRITERS));

/** @type {typeof import('./export.d.ts').exportTensors} */
export function exportTensors(snapshot, options) {
  const { format, names } = object(WHERE, 'options', options, ['format', 'names']);
  const write = WRITERS[oneOf(FORMATS)(WHERE, 'format', format)];
  const { tensors: there } = snapshotOf(WHERE, 'snapshot', snapshot);
  const known = Object.keys(there);
  const wanted = list(WHERE, 'names', names ?? known, 'an array of names of tensors');
  const tensors = wanted.map((entry, i) => {
    const name = text(WHERE, `names[${i}]`, entry);
    if (known.includes(name)) return [name, there[name]];
    throw wrong(WHERE, `names[${i}]`, name, `one of ${known.join(', ')}`);
  });
  const written = write({ ...snapshot, tensors: Object.fromEntries(tensors) }, version);
  return typeof written === 'string' ? new TextEncoder().encode(written) : written;
}
