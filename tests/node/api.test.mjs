/** @file Every entry exports what its declaration says, no more and no less. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** @type {[entry: string, declaration: string][]} */
const kEntries = [
  ['web/headscope.js', 'web/headscope.d.ts'],
  ['web/node/index.js', 'web/headscope.d.ts'],
  ['web/engine.js', 'web/engine.d.ts'],
  ['web/training.js', 'web/training.d.ts'],
  ['web/node/training.js', 'web/training.d.ts'],
  ['web/core/core.js', 'web/core/core.d.ts'],
  ['web/core/training.js', 'web/core/train.d.ts'],
];

describe('exports', () => {
  for (const [entry, declaration] of kEntries) {
    it(entry, async () => {
      const text = readFileSync(new URL(`../../${declaration}`, import.meta.url), 'utf8');
      const declared = [...text.matchAll(/^export declare (?:class|function) (\w+)/gm)];
      const exported = Object.keys(await import(`../../${entry}`));
      assert.deepEqual(exported.sort(), declared.map(([, name]) => name).sort());
    });
  }

  it('importing the entries touches nothing but the language', async () => {
    const { execFileSync } = await import('node:child_process');
    // Without fetch, document and Worker: an import must be safe wherever modules load.
    const code = `delete globalThis.fetch; await import(process.argv[1]); console.log('safe')`;
    for (const entry of ['headscope.js', 'engine.js', 'training.js']) {
      const { href } = new URL(`../../web/${entry}`, import.meta.url);
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', code, href]);
      assert.equal(String(output).trim(), 'safe');
    }
  });
});
