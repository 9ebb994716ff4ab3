/** Wrapper and fused are the same computation: on random layers, on the real model, and counted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { layoutFuse } from '../../web/draw/fuse.js';
import { measureAttention } from '../../web/engine/measure.js';
import { loadHeadscope } from '../../web/node/index.js';
import { bothSides, compareConcat, countProducts } from '../../web/state/fuse.js';
import { largestDifference } from '../../web/state/split.js';
import { randomFloats } from './support/random.mjs';

/** @typedef {import('../../web/state/fuse.js').LayerProjections} LayerProjections */

const headscope = await loadHeadscope();

/**
 * @param {{dModel: number, heads: number, dHead: number, dOutput: number}} size
 * @param {(length: number) => Float32Array} random
 * @returns {LayerProjections}
 */
function randomProjections({ dModel, heads, dHead, dOutput }, random) {
  const inner = heads * dHead;
  const projection = (/** @type {number} */ from, /** @type {number} */ to) => ({
    weight: { shape: [from, to], data: random(from * to) },
    bias: { shape: [to], data: random(to) },
  });
  return {
    query: projection(dModel, inner),
    key: projection(dModel, inner),
    value: projection(dModel, inner),
    output: projection(inner, dOutput),
  };
}

/**
 * @param {ReturnType<typeof bothSides>} contenders
 * @param {Float32Array} x
 * @param {number} seqLen
 */
const outputsOf = async (contenders, x, seqLen) =>
  (await measureAttention(headscope, { contenders, x, seqLen, rounds: 0, outputs: true })).map(
    ({ outputs }) => outputs,
  );

describe('both sides', () => {
  test('give the same concat and, with W_O, the same output, on layers of many shapes', async () => {
    const random = randomFloats(21);
    for (const [dModel, heads, dHead, dOutput, n] of [
      [8, 1, 8, 8, 1],
      [24, 3, 8, 40, 5],
      [32, 4, 16, 32, 9],
      [10, 5, 3, 7, 4],
    ]) {
      const size = { dModel, heads, dHead, dOutput };
      const projections = randomProjections(size, random);
      const x = random(n * dModel);
      const [wrapper, [fused]] = await outputsOf(
        bothSides(projections, size, { concat: true }),
        x,
        n,
      );
      assert.equal(wrapper.length, heads);
      const { difference, largest } = compareConcat(wrapper, fused, size);
      assert.ok(difference <= 1e-6 * largest, `${difference} of ${largest}`);
      assert.ok(largest > 0);

      const [slabs, [output]] = await outputsOf(
        bothSides(projections, size, { concat: false }),
        x,
        n,
      );
      const sum = slabs.reduce((total, part) => total.map((value, i) => value + part[i]));
      const most = Math.max(...output.map(Math.abs));
      assert.ok(largestDifference(sum, output) <= 2e-6 * most);
    }
    assert.equal(headscope.liveHandles, 0);
  });

  test('differ where a head is given another head’s columns', async () => {
    const size = { dModel: 16, heads: 2, dHead: 8, dOutput: 16 };
    const random = randomFloats(23);
    const projections = randomProjections(size, random);
    const x = random(6 * 16);
    const sides = bothSides(projections, size, { concat: true });
    const [wrapper, [fused]] = await outputsOf(sides, x, 6);
    assert.ok(compareConcat([...wrapper].reverse(), fused, size).difference > 0.01);
  });

  test('give what the model itself has for concat, in every layer', async () => {
    const model = await headscope.loadModel();
    const trace = model.trace('She sat on the river bank.');
    const n = trace.tokens?.length ?? 0;
    for (const [layer, info] of model.info.layers.entries()) {
      const name = `layers.${layer}.attention`;
      const read = (/** @type {string} */ role) => ({
        weight: model.weight(`${name}.${role}.weight`),
        bias: model.weight(`${name}.${role}.bias`),
      });
      const projections = /** @type {any} */ (
        Object.fromEntries(['query', 'key', 'value', 'output'].map((role) => [role, read(role)]))
      );
      const x = trace.get(`${name}.norm`).copy();
      const sides = bothSides(projections, info, { concat: true });
      const [wrapper, [fused]] = await outputsOf(sides, x, n);
      const own = trace.get(`${name}.concat`).copy();
      assert.ok(largestDifference(fused, own) < 5e-6);
      assert.ok(compareConcat(wrapper, own, info).difference < 5e-6);
    }
    trace.dispose();
    model.dispose();
  });

  test('do as many multiply-adds as their shapes say, alike', () => {
    const size = { dModel: 256, heads: 4, dHead: 64, dOutput: 512, n: 14 };
    const projections = randomProjections(size, (length) => new Float32Array(length));
    const [wrapper, fused] = bothSides(projections, size, { concat: false }).map(({ layers }) =>
      layers.reduce((sum, { config: { dModel, heads, dHead, dOutput }, weights }) => {
        const { query, key, value, output } = weights;
        assert.equal(output.length, heads * dHead * dOutput);
        assert.equal(query.length, dModel * heads * dHead);
        const products = query.length + key.length + value.length + output.length;
        return sum + size.n * products + 2 * size.n ** 2 * heads * dHead;
      }, 0),
    );
    const counted = countProducts(size);
    assert.deepEqual([wrapper, fused], [counted.multiplyAdds, counted.multiplyAdds]);
    assert.deepEqual([counted.wrapper, counted.fused], [21, 6]);
  });
});

describe('the picture of both sides', () => {
  test('slides together and apart within its room, products below their columns', () => {
    for (const width of [300, 366, 800, 1200]) {
      for (const heads of [1, 2, 4, 8, 16]) {
        const at = (/** @type {number} */ step) => layoutFuse({ width, heads, step, n: 14 });
        for (let step = 0; step < 5; step++) {
          const { weights, product, concat } = at(step);
          for (const { x, width: w } of [...weights, ...product, ...concat]) {
            assert.ok(x >= 0 && x + w <= width, `${x} + ${w} of ${width}, ${heads} heads`);
          }
        }
        const together = at(1).weights;
        for (let i = 1; i < heads; i++) {
          assert.equal(together[i].x, together[i - 1].x + together[i - 1].width);
          assert.ok(at(0).weights[i].x > at(0).weights[i - 1].x + at(0).weights[i - 1].width);
        }
        assert.deepEqual(
          at(2).product.map(({ x }) => x),
          at(2).weights.map(({ x }) => x),
        );
      }
    }
  });
});
