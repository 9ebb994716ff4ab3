/** The page's file server: what it serves, and what it keeps to itself. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../../scripts/serve.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'headscope-serve-'));
const root = path.join(folder, 'site');
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  mkdirSync(path.join(root, 'chapter'), { recursive: true });
  writeFileSync(path.join(root, 'index.html'), '<p>lab');
  writeFileSync(path.join(root, 'chapter/index.html'), '<p>chapter');
  writeFileSync(path.join(root, 'module.wasm'), 'module');
  writeFileSync(path.join(folder, 'secret'), 'secret');
  mkdirSync(path.join(folder, 'site-beside'));
  writeFileSync(path.join(folder, 'site-beside/secret'), 'secret');
  symlinkSync(path.join(folder, 'secret'), path.join(root, 'link'));
  server = await serve({ root, port: 0 });
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Sends a request line as it is; fetch would tidy the path up first.
 *
 * @param {string} line
 * @returns {Promise<string>} the whole answer.
 */
function send(line) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('serve', () => {
  test('serves files with their types, and a folder by its index', async () => {
    const page = await fetch(server.url);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('access-control-allow-origin'), '*');
    assert.equal(await page.text(), '<p>lab');
    const module = await fetch(`${server.url}module.wasm?v=1`);
    assert.equal(module.headers.get('content-type'), 'application/wasm');
    const chapter = await fetch(`${server.url}chapter`);
    assert.equal(chapter.url, `${server.url}chapter/`);
    assert.equal(await chapter.text(), '<p>chapter');
  });

  test('serves what lies elsewhere, and makes what is asked for', async () => {
    let made = 0;
    const elsewhere = path.join(folder, 'site-beside');
    const other = await serve({
      root,
      port: 0,
      files: {
        '/one.txt': path.join(folder, 'secret'),
        '/more/': async () => {
          made += 1;
          return elsewhere;
        },
        '/more/deep/': path.join(root, 'chapter'),
        '/broken.txt': () => Promise.reject(new Error('no')),
      },
    });
    const get = async (/** @type {string} */ name) => {
      const answer = await fetch(other.url + name);
      return [answer.status, await answer.text()];
    };
    assert.deepEqual(await get(''), [200, '<p>lab']);
    assert.deepEqual(await get('one.txt'), [200, 'secret']);
    assert.equal(made, 0, 'nothing is made before it is asked for');
    assert.deepEqual(await get('more/secret'), [200, 'secret']);
    assert.equal(made, 1);
    assert.deepEqual(await get('more/deep'), [200, '<p>chapter'], 'by its folder’s index');
    assert.deepEqual(await get('more/%2e%2e/secret'), [404, 'Not found']);
    assert.equal((await get('broken.txt'))[0], 500);
    await other.close();
  });

  test('answers 304 to a file the browser already has', async () => {
    const first = await fetch(server.url);
    assert.equal(first.headers.get('cache-control'), 'no-cache');
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(server.url, { headers: { 'If-None-Match': etag } });
    assert.equal(second.status, 304);
  });

  test('serves nothing outside its folder', async () => {
    for (const name of [
      '/../secret',
      '/%2e%2e/secret',
      '/..%2fsecret',
      '/..%2fsite-beside/secret',
      '/chapter/../../secret',
      '/link',
    ]) {
      const answer = await send(`GET ${name}`);
      assert.match(answer, /^HTTP\/1.1 404 /, name);
      assert.doesNotMatch(answer, /\r\n\r\n.*secret/s, name);
    }
  });

  test('refuses malformed addresses and other methods', async () => {
    assert.match(await send('GET /%zz'), /^HTTP\/1.1 400 /);
    assert.match(await send('GET /%00'), /^HTTP\/1.1 400 /);
    assert.match(await send('POST /'), /^HTTP\/1.1 405 /);
  });

  test('names a port that is taken', async () => {
    const port = Number(new URL(server.url).port);
    await assert.rejects(serve({ root, port }), new RegExp(`port ${port} is in use`));
  });
});
