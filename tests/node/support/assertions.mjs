/** @file What several suites assert. */
import assert from 'node:assert/strict';
import { HeadscopeError } from '../../../web/node/index.js';

/**
 * Every number within `tolerance`, absolutely; infinities exactly.
 * @param {ArrayLike<number>} actual
 * @param {ArrayLike<number>} expected
 * @param {number} tolerance
 * @param {string} what
 */
export function assertClose(actual, expected, tolerance, what) {
  assert.equal(actual.length, expected.length, `${what}: length`);
  for (let i = 0; i < actual.length; i++) {
    if (actual[i] === expected[i]) continue;
    const error = Math.abs(actual[i] - expected[i]);
    assert.ok(
      error <= tolerance,
      `${what}[${i}] is ${actual[i]}, expected ${expected[i]}, off by ${error}`,
    );
  }
}

/**
 * A HeadscopeError of this code whose message holds every part.
 * @param {unknown} error
 * @param {string} code
 * @param {readonly string[]} [parts]
 */
export function assertError(error, code, parts = []) {
  assert.ok(error instanceof HeadscopeError, `not a HeadscopeError: ${error}`);
  assert.equal(error.code, code, error.message);
  assert.match(error.message, /^\[[^\]]+\] ./);
  for (const part of parts) {
    assert.ok(error.message.includes(part), `"${error.message}" does not say "${part}"`);
  }
}

/**
 * @param {() => unknown} call
 * @param {string} code
 * @param {readonly string[]} [parts]
 */
export function assertThrows(call, code, parts) {
  let thrown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  assertError(thrown, code, parts);
}

/**
 * @param {Promise<unknown>} promise
 * @param {string} code
 * @param {readonly string[]} [parts]
 */
export async function assertRejects(promise, code, parts) {
  const rejected = await promise.then(
    () => undefined,
    (error) => error,
  );
  assertError(rejected, code, parts);
}
