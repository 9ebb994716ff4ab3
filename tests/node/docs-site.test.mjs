/**
 * @file The documentation as the server of a checkout makes it: every link of every page leads
 * somewhere, and the reference has every public export with what it says of itself.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { modulePage, publicTypes } from '../../scripts/lib/docs-api.mjs';
import { docsPages, kPages } from '../../scripts/lib/docs-pages.mjs';
import { productsOnDemand } from '../../scripts/lib/products.mjs';
import { serve } from '../../scripts/serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve({ root: `${root}web`, port: 0, files: productsOnDemand() });
});
after(() => server.close());

test('every link, picture and style sheet of the documentation is there', async () => {
  /** Pages by address, as far as they are documentation. @type {Map<string, string>} */
  const pages = new Map();
  /** @type {Set<string>} */
  const asked = new Set();
  /** @type {[from: string, to: URL][]} */
  const anchored = [];
  const queue = ['docs/'];
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const url = new URL(name, server.url);
    const answer = await fetch(url);
    assert.equal(answer.status, 200, name);
    const text = await answer.text();
    if (!/html/.test(answer.headers.get('content-type') ?? '') || !name.startsWith('docs/'))
      continue;
    pages.set(url.href, text);
    for (const [, given] of text.matchAll(
      /<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g,
    )) {
      const target = new URL(given.replaceAll('&amp;', '&'), url);
      if (target.origin !== url.origin) continue;
      if (target.hash) anchored.push([name, target]);
      const next = target.pathname.slice(1);
      if (!asked.has(next)) queue.push(next);
      asked.add(next);
    }
  }
  for (const [from, { origin, pathname, hash }] of anchored) {
    const page = pages.get(origin + pathname);
    const id = decodeURIComponent(hash.slice(1));
    assert.ok(page?.includes(`id="${id}"`), `${from} links to ${pathname}${hash}`);
  }
  for (const { name } of kPages) assert.ok(asked.has(`docs/${name}`), name);
  for (const name of Object.keys(publicTypes())) {
    assert.ok(asked.has(`docs/api/${modulePage(name)}`), name);
  }
});

test('every file of docs/ is a page, and every export of the package a part of the reference', async () => {
  const files = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  const shown = kPages.map(({ file }) => file);
  assert.deepEqual(
    files.filter((name) => !shown.includes(`docs/${name}`)),
    [],
  );
  for (const [name, file] of Object.entries(publicTypes())) {
    const page = await (await fetch(`${server.url}docs/api/${modulePage(name)}`)).text();
    const types = readFileSync(root + file, 'utf8');
    const declared = types.matchAll(
      /^export (?:declare )?(?:class|function|const|interface|type) (\w+)/gm,
    );
    for (const [, named] of declared) assert.ok(page.includes(named), `${name}: ${named}`);
  }
});

test('a link that leads nowhere stops the making of the pages', async () => {
  const cases = [
    ['[x](docs/scenes.md#nowhere)', /README\.md links to scenes\.html#nowhere, which is not there/],
    ['[x](cpp/include)', /README\.md links to cpp\/include; expected a page/],
    ['![x](docs/none.png)', /README\.md links to none\.png, which is not there/],
    ['<b>bold</b>', /the documentation holds HTML/],
  ];
  for (const [text, message] of /** @type {[string, RegExp][]} */ (cases)) {
    const read = (/** @type {string} */ file) =>
      file === 'README.md' ? `# A\n\n${text}\n` : readFileSync(root + file);
    await assert.rejects(docsPages(read), message);
  }
});

test('the single file is made when it is asked for', async () => {
  const answer = await fetch(`${server.url}built/single.html`);
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /<meta name="headscope-scene" content="/);
});
