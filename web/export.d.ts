/**
 * Tensors as files: `import { exportTensors } from 'headscope/export'`.
 *
 * @module headscope/export
 */
import type { Snapshot } from './headscope.d.ts';

/**
 * Tensors with their names, shapes and axes, the sentence, its tokens, the model and the version.
 *
 * `npz` reads in NumPy: an array per tensor, `tokens` as texts, and `about`, a text of JSON with the
 * rest. `csv` has a row for every number. `json` is one object whose `tensors` hold their numbers row
 * by row; −∞ is the text "-Infinity" there. Throws BadArgument.
 */
export declare function exportTensors(
  snapshot: Omit<Snapshot, 'model'> & { model: object | null },
  options: {
    /** What kind of file. */
    format: 'npz' | 'csv' | 'json';
    /** All of the snapshot's tensors when left out. */
    names?: readonly string[];
  },
): Uint8Array<ArrayBuffer>;
