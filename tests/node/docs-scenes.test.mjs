/** @file The examples of docs/scenes.md: every link, every JSON, every line of code says what is so. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { loadHeadscope } from '../../web/node/index.js';
import { parseScene, SCENE_FIELDS, VIEWS } from '../../web/scene.js';

const page = await readFile(new URL('../../docs/scenes.md', import.meta.url), 'utf8');

/** @param {string} language */
const blocks = (language) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text,
  );

test('links and JSON open as they stand, and the first two are the same scene', () => {
  const [link, ...more] = [...blocks('text'), ...blocks('json')].map(parseScene);
  assert.equal(more.length, 2);
  for (const { ignored } of [link, ...more]) assert.deepEqual(ignored, []);
  assert.deepEqual(more[0].scene, link.scene);
  assert.equal(more[1].scene.steps.length, 2);
});

test('what the captions of the steps say, the model does', async () => {
  const [, source] = blocks('json');
  const { scene } = parseScene(source);
  const model = await (await loadHeadscope()).loadModel();
  const { tokens, tensors } = model.trace(scene.text).snapshot();
  const { shape, data } = tensors[`layers.${scene.layer}.attention.weights`];
  assert.ok(scene.lock && 'index' in scene.lock);
  const { index } = scene.lock;
  assert.equal(tokens[index].text, 'it');
  for (const { caption, heads = [] } of scene.steps) {
    const start = (heads[0] * shape[1] + index) * shape[2];
    const row = [...data.subarray(start, start + shape[2])];
    const most = tokens[row.indexOf(Math.max(...row))].text;
    assert.ok(caption.includes(`“${most}”`), `${caption}: it looks most at ${most}`);
  }
  model.dispose();
});

test('the attributes are fields', () => {
  const [element] = blocks('html');
  const attributes = [...element.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].map(
    ([, name, value = '']) => [name, value],
  );
  const { scene, ignored } = parseScene(Object.fromEntries(attributes));
  assert.deepEqual(ignored, []);
  assert.equal(scene.view, 'matrix');
  assert.equal(scene.average, true);
});

test('the table names every field and every view, and its texts can be read', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    [...SCENE_FIELDS],
  );
  for (const [, name, texts] of rows.filter(([, name]) => name !== 'step')) {
    for (const [, text] of texts.matchAll(/`([^`]+)`/g)) {
      assert.deepEqual(parseScene({ [name]: text }).ignored, [], `${name}=${text}`);
    }
  }
  for (const view of VIEWS) assert.ok(page.includes(`\`${view}\``), view);
});

test('the code says what it claims', async () => {
  const [code] = blocks('js');
  const entry = new URL('../../web/scene.js', import.meta.url).href;
  const claims = code.replace(/^(.+); \/\/ ([['{].*)$/gm, 'claims.push([$1, $2]);');
  const source = `const claims = [];\n${claims.replace("'headscope/scene'", JSON.stringify(entry))}\nexport { claims };`;
  const { claims: pairs } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  assert.equal(pairs.length, 4);
  for (const [is, said] of pairs) assert.deepEqual(is, said);
});
