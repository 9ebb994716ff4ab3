/** What the style sheets must not say because an engine that is in use does not understand it. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const kStyles = new URL('../../web/styles/', import.meta.url);

test('lines under words are written so that WebKit draws them', async () => {
  const names = (await readdir(kStyles)).filter((name) => name.endsWith('.css'));
  assert.ok(names.length > 10);
  for (const name of names) {
    const css = await readFile(new URL(name, kStyles), 'utf8');
    // Its `text-decoration` takes one keyword and drops a declaration of more.
    for (const [whole, value] of css.matchAll(/[^-]text-decoration:\s*([^;]+);/g)) {
      assert.match(value, /^[\w-]+$/, `${name}: ${whole.trim()} is more than one keyword`);
    }
  }
});
