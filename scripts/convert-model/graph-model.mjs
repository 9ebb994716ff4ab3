/** @file A TensorFlow.js graph model on disk: its nodes, its constants, and questions about both. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../lib/process.mjs';

/**
 * Operations that only move values about, and which of their inputs holds the values. The graph packs
 * the batch's tokens together and spreads them out again around every dense layer.
 *
 * @type {Readonly<Record<string, number>>}
 */
const kMoves = {
  ExpandDims: 0,
  GatherNd: 0,
  Reshape: 0,
  ScatterNd: 1,
  Squeeze: 0,
  Transpose: 0,
};

/**
 * @typedef {{name: string, op: string, input?: string[], attr?: Record<string, {b?: boolean}>}} GraphNode
 * @typedef {{name: string, shape: number[], dtype: string}} WeightSpec
 * @typedef {{shape: number[], data: Float32Array | Int32Array}} Constant
 * @typedef {{modelTopology: {node: GraphNode[]},
 *   weightsManifest: {paths: string[], weights: WeightSpec[]}[]}} Manifest
 */

export class GraphModel {
  /** @type {Map<string, GraphNode>} */ #nodes;
  /** @type {Map<string, Constant>} */ #constants;

  /** @param {string} file a model.json, its shards beside it */
  constructor(file) {
    /** @type {Manifest} */
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    this.#nodes = new Map(manifest.modelTopology.node.map((node) => [node.name, node]));
    this.#constants = readConstants(path.dirname(file), manifest);
  }

  /**
   * Asserts that a node is what the converter takes it for.
   *
   * @param {string} name
   * @param {string} op
   * @param {...(string | number)} inputs its first inputs in order: a node's name, found also behind
   *   operations that only move values, or the value of a constant of one element
   * @returns {string} the name.
   */
  expect(name, op, ...inputs) {
    const node = this.#node(name);
    if (node.op !== op) fail(`node ${name} is a ${node.op}; expected a ${op}`);
    inputs.forEach((expected, i) => {
      const found = this.source(name, i);
      if (typeof expected === 'string') {
        if (found !== expected) fail(`input ${i} of ${name} is ${found}; expected ${expected}`);
      } else if (this.scalar(found) !== expected) {
        fail(`input ${i} of ${name} is ${this.scalar(found)}; expected ${expected}`);
      }
    });
    const { transpose_a: a, transpose_b: b, adj_x: x } = node.attr ?? {};
    if ([a, b, x].some((flag) => flag?.b)) {
      fail(`node ${name} transposes an input; expected it to take them as they are`);
    }
    return name;
  }

  /**
   * @param {string} name
   * @param {number} index
   * @returns {string} where the input's values come from, past all operations that only move them.
   */
  source(name, index) {
    let at = this.#node(name).input?.[index] ?? fail(`node ${name} has no input ${index}`);
    for (;;) {
      const node = this.#nodes.get(at);
      const next = node && Object.hasOwn(kMoves, node.op) && node.input?.[kMoves[node.op]];
      if (!next) return at;
      at = next;
    }
  }

  /** @param {string} name @param {string} attribute @returns {boolean} */
  flag(name, attribute) {
    return this.#node(name).attr?.[attribute]?.b === true;
  }

  /**
   * @param {string} name
   * @param {number} index
   * @returns {string} what the node names as its input, moves included.
   */
  input(name, index) {
    return this.#node(name).input?.[index] ?? fail(`node ${name} has no input ${index}`);
  }

  /** @param {string} name @returns {Constant} */
  constant(name) {
    return this.#constants.get(name) ?? fail(`${name} is not a constant; expected one`);
  }

  /** @param {string} name of a constant of one element @returns {number} */
  scalar(name) {
    const { shape, data } = this.constant(name);
    if (data.length !== 1) fail(`${name} has shape [${shape}]; expected one element`);
    return data[0];
  }

  /**
   * @param {string} name
   * @param {readonly number[]} shape expected, but for leading ones
   * @returns {Float32Array}
   */
  matrix(name, shape) {
    const { shape: found, data } = this.constant(name);
    const extents = found.slice(Math.max(0, found.length - shape.length));
    const isAlike = `${extents}` === `${shape}` && data.length === shape.reduce((a, b) => a * b, 1);
    if (!isAlike || !(data instanceof Float32Array)) {
      fail(`${name} has shape [${found}]; expected floats of shape [${shape}]`);
    }
    return data;
  }

  /** @param {string} name */
  #node(name) {
    return this.#nodes.get(name) ?? fail(`there is no node ${name}`);
  }
}

/**
 * @param {string} folder
 * @param {Manifest} manifest
 * @returns {Map<string, Constant>}
 */
function readConstants(folder, manifest) {
  /** @type {Map<string, Constant>} */
  const constants = new Map();
  for (const { paths, weights } of manifest.weightsManifest) {
    const shards = paths.map((name) => readFileSync(path.join(folder, name)));
    const { buffer } = Uint8Array.from(Buffer.concat(shards));
    let at = 0;
    for (const { name, shape, dtype } of weights) {
      const count = shape.reduce((product, size) => product * size, 1);
      if (dtype !== 'float32' && dtype !== 'int32') {
        fail(`weight ${name} is ${dtype}; expected float32 or int32`);
      }
      if (at + 4 * count > buffer.byteLength) {
        fail(`weight ${name} ends at byte ${at + 4 * count}; the shards hold ${buffer.byteLength}`);
      }
      const Values = dtype === 'float32' ? Float32Array : Int32Array;
      constants.set(name, { shape, data: new Values(buffer, at, count) });
      at += 4 * count;
    }
    if (at !== buffer.byteLength) {
      fail(`the weights end at byte ${at}; the shards hold ${buffer.byteLength}`);
    }
  }
  return constants;
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  throw new SetupError(`The model's graph is not the one this converter knows: ${message}.`);
}
