import type { TrainBinding } from '../train-binding.d.ts';

/** Emscripten's script of the module; `options` are those of its Module object. */
export default function createModule(options: object): Promise<TrainBinding>;
