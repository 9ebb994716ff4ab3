/** Tensors of a snapshot as files, for the page and for Node alike. */
import { tensorsToCsv, tensorsToJson, tensorsToNpz } from './proof/tensors.js';
import { failure } from './core/error.js';
import { version } from './version.js';

const WRITERS = Object.freeze({ npz: tensorsToNpz, csv: tensorsToCsv, json: tensorsToJson });

/** @type {typeof import('./export.d.ts').exportTensors} */
export function exportTensors(snapshot, { format, names }) {
  if (!Object.hasOwn(WRITERS, format)) {
    const expected = Object.keys(WRITERS).join(', ');
    throw failure(
      'BadArgument',
      'exportTensors',
      `format is ${format}; expected one of ${expected}`,
    );
  }
  const wanted = names ?? Object.keys(snapshot.tensors);
  const missing = wanted.find((name) => !Object.hasOwn(snapshot.tensors, name));
  if (missing !== undefined) {
    const known = Object.keys(snapshot.tensors).join(', ');
    throw failure(
      'BadArgument',
      'exportTensors',
      `names has ${missing}; expected some of ${known}`,
    );
  }
  const tensors = Object.fromEntries(wanted.map((name) => [name, snapshot.tensors[name]]));
  const written = WRITERS[format]({ ...snapshot, tensors }, version);
  return typeof written === 'string' ? new TextEncoder().encode(written) : written;
}
