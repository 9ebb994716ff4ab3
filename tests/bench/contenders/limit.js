/**
 * The engine's own limit and the kernels without a layer around them, from
 * tests/bench/module.
 */

/** About 2 ms. */
const STEPS = 1000000;

/**
 * @typedef {{name: string, operations: number, run: () => unknown}} Work
 * @typedef {{peak: Work, kernels: Work[]}} Limit
 */

/**
 * @param {BufferSource} bytes
 * @returns {Promise<Limit>} `peak` is the module's own: multiply-add where it has it
 */
export async function loadLimit(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const exports = exportsOf(instance);
  exports._initialize();
  const values = allocate(instance, exports.peak_values_size(), 1);
  return {
    peak: {
      name: 'peak',
      operations: STEPS * exports.peak_operations(),
      run: () => exports.peak(STEPS, values),
    },
    kernels: [
      product(instance, 'GEMM 512x512x512', { m: 512, k: 512, n: 512 }),
      scores(instance, 'QKᵀ n=512', { n: 512, dHead: 64 }),
      context(instance, 'PV n=512', { n: 512, dHead: 64 }),
    ],
  };
}

/**
 * @param {WebAssembly.Instance} instance
 * @returns {Record<string, (...numbers: number[]) => number>}
 */
const exportsOf = (instance) => /** @type {any} */ (instance.exports);

/**
 * @param {WebAssembly.Instance} instance
 * @param {number} count of floats
 * @param {number} value of each
 * @returns {number} their address
 */
function allocate(instance, count, value) {
  const { memory } = /** @type {{memory: WebAssembly.Memory}} */ (
    /** @type {unknown} */ (instance.exports)
  );
  const address = exportsOf(instance).allocate(count);
  new Float32Array(memory.buffer, address, count).fill(value);
  return address;
}

/**
 * A product [m, k] · [k, n] whose right side is packed beforehand.
 * @param {WebAssembly.Instance} instance
 * @param {string} name
 * @param {{m: number, k: number, n: number}} shape
 * @returns {Work}
 */
function product(instance, name, { m, k, n }) {
  const exports = exportsOf(instance);
  const a = allocate(instance, m * k, 0.01);
  const packed = allocate(instance, exports.packed_columns_size(k, n), 0);
  exports.pack_columns(allocate(instance, k * n, 0.01), k, n, packed);
  const c = allocate(instance, m * n, 0);
  const scratch = allocate(instance, exports.gemm_scratch_size(m, k), 0);
  return {
    name,
    operations: 2 * m * k * n,
    run: () => exports.gemm(m, n, k, a, packed, c, scratch),
  };
}

/**
 * The scores of one head of `n` queries and keys, as attention computes them; the keys are packed
 * beforehand.
 * @param {WebAssembly.Instance} instance
 * @param {string} name
 * @param {{n: number, dHead: number}} shape
 * @returns {Work}
 */
function scores(instance, name, { n, dHead }) {
  const exports = exportsOf(instance);
  const q = allocate(instance, n * dHead, 0.01);
  const packed = allocate(instance, exports.packed_rows_size(n, dHead), 0);
  exports.pack_keys(allocate(instance, n * dHead, 0.01), n, dHead, packed);
  const scratch = allocate(instance, exports.attend_scratch_size(n, dHead), 0);
  return {
    name,
    operations: 2 * n * n * dHead,
    run: () => exports.score(n, n, dHead, q, packed, scratch),
  };
}

/**
 * The context of one head, as attention computes it from weights that its softmax left in place; the
 * values are packed beforehand.
 * @param {WebAssembly.Instance} instance
 * @param {string} name
 * @param {{n: number, dHead: number}} shape
 * @returns {Work}
 */
function context(instance, name, { n, dHead }) {
  const exports = exportsOf(instance);
  const packed = allocate(instance, exports.packed_rows_size(dHead, n), 0);
  exports.pack_values(allocate(instance, n * dHead, 0.01), n, dHead, packed);
  const out = allocate(instance, n * dHead, 0);
  const scratch = allocate(instance, exports.attend_scratch_size(n, dHead), 0.01);
  return {
    name,
    operations: 2 * n * n * dHead,
    run: () => exports.mix(n, n, dHead, packed, out, scratch),
  };
}
