/**
 * Writes ONNX models; field numbers are those of onnx.proto.
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import * as proto from './protobuf.js';

const FLOAT32 = 1;
const INT64 = 7;
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INTEGER = 2;
const ATTRIBUTE_INTEGERS = 7;

/**
 * @typedef {{type: string, inputs: string[], outputs: string[], domain?: string,
 *   attributes?: Record<string, number | readonly number[]>}} Node fractions become floats
 * @typedef {{shape: readonly number[], data: Float32Array | BigInt64Array}} Constant
 * @typedef {{nodes: Node[], constants: Record<string, Constant>,
 *   input: {name: string, shape: readonly number[]},
 *   outputs: {name: string, shape: readonly number[]}[]}} Graph
 */

/** @param {string} name @param {number | readonly number[]} value */
function attribute(name, value) {
  const head = proto.string(1, name);
  if (typeof value !== 'number') {
    const items = value.flatMap((item) => proto.integer(8, item));
    return [...head, ...items, ...proto.integer(20, ATTRIBUTE_INTEGERS)];
  }
  return Number.isInteger(value)
    ? [...head, ...proto.integer(3, value), ...proto.integer(20, ATTRIBUTE_INTEGER)]
    : [...head, ...proto.float(2, value), ...proto.integer(20, ATTRIBUTE_FLOAT)];
}

/** @param {Node} node */
const nodeMessage = ({ type, inputs, outputs, domain = '', attributes = {} }) => [
  ...inputs.flatMap((name) => proto.string(1, name)),
  ...outputs.flatMap((name) => proto.string(2, name)),
  ...proto.string(4, type),
  ...Object.entries(attributes).flatMap(([name, value]) =>
    proto.message(5, attribute(name, value)),
  ),
  ...proto.string(7, domain),
];

/** @param {string} name @param {Constant} constant */
const tensorMessage = (name, { shape, data }) => [
  ...shape.flatMap((extent) => proto.integer(1, extent)),
  ...proto.integer(2, data instanceof Float32Array ? FLOAT32 : INT64),
  ...proto.string(8, name),
  ...proto.bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
];

/** @param {{name: string, shape: readonly number[]}} value */
const valueMessage = ({ name, shape }) => {
  const extents = shape.flatMap((extent) => proto.message(1, proto.integer(1, extent)));
  const tensor = [...proto.integer(1, FLOAT32), ...proto.message(2, extents)];
  return [...proto.string(1, name), ...proto.message(2, proto.message(1, tensor))];
};

/** @param {string} domain @param {number} version */
const operatorSet = (domain, version) => [...proto.string(1, domain), ...proto.integer(2, version)];

/**
 * @param {Graph} graph
 * @returns {Uint8Array} the bytes of an .onnx file
 */
export function onnxModel({ nodes, constants, input, outputs }) {
  const graph = [
    ...nodes.flatMap((node) => proto.message(1, nodeMessage(node))),
    ...proto.string(2, 'attention'),
    ...Object.entries(constants).flatMap(([name, constant]) =>
      proto.message(5, tensorMessage(name, constant)),
    ),
    ...proto.message(11, valueMessage(input)),
    ...outputs.flatMap((output) => proto.message(12, valueMessage(output))),
  ];
  return proto.serialise([
    ...proto.integer(1, 8),
    ...proto.message(7, graph),
    ...proto.message(8, operatorSet('', 17)),
    ...proto.message(8, operatorSet('com.microsoft', 1)),
  ]);
}

/** @param {readonly number[]} values @returns {Constant} */
export const shapeConstant = (values) => ({
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
});
