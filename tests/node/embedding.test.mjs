/** @file Code that embeds scenes, pictures inside links, and docs/embedding.md, without a browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { DEFAULT_SCENE, parseScene } from '../../web/scene.js';
import { embedCode, TARGETS } from '../../web/state/embed-code.js';
import { snapshotFromText, snapshotToText, splitHash } from '../../web/state/scene-snapshot.js';
import { randomScene, shares } from './support/random-scene.mjs';

const root = new URL('../../', import.meta.url);

/** Two layers of two heads over three tokens, with weights that no rounding hides. */
const SNAPSHOT = {
  text: 'a “b” c',
  tokens: ['a', '“b”', 'c'].map((text, i) => ({
    ...{ id: i + 7, piece: `▁${text}`, text, start: i * 2, end: i * 2 + text.length },
    ...{ known: i !== 1, score: -1.5 * i - 1 },
  })),
  cut: null,
  model: {
    ...{ name: 'm', title: 'M', licence: 'L', source: 's', maxTokens: 9, dtype: 'F16' },
    layers: [0, 1].map(() => ({ dModel: 4, heads: 2, dHead: 2, dOutput: 4, dFfn: 8 })),
  },
  tensors: Object.fromEntries(
    [0, 1].map((layer) => {
      const name = `layers.${layer}.attention.weights`;
      const data = Float32Array.from({ length: 18 }, (_, i) => ((i * 37 + layer * 11) % 101) / 100);
      return [name, { name, shape: [2, 3, 3], axes: ['head', 'query', 'key'], data }];
    }),
  ),
};

describe('a picture in a link', () => {
  const shown = { ...DEFAULT_SCENE, view: /** @type {const} */ ('graph'), layer: 1 };

  test('holds the weights of the layer on show to 16 bits, and all that stands beside them', () => {
    const back = snapshotFromText(snapshotToText(SNAPSHOT, shown));
    assert.deepEqual(Object.keys(back?.tensors ?? {}), ['layers.1.attention.weights']);
    assert.deepEqual([back?.text, back?.tokens], [SNAPSHOT.text, SNAPSHOT.tokens]);
    const [real, read] = [SNAPSHOT, back].map(
      (snapshot) => snapshot?.tensors['layers.1.attention.weights'].data ?? [],
    );
    real.forEach((value, i) => assert.ok(Math.abs(value - read[i]) <= 0.5 / 0xffff + 1e-9));
  });

  test('is none where the view shows more than weights', () => {
    for (const view of /** @type {const} */ (['lab', 'trace', 'mixer'])) {
      assert.equal(snapshotToText(SNAPSHOT, { ...shown, view }), '');
    }
    assert.equal(snapshotToText(SNAPSHOT, { ...shown, view: 'matrix', stage: 'scores' }), '');
  });

  test('that is damaged is none', () => {
    const whole = snapshotToText(SNAPSHOT, shown);
    for (const text of ['', '.', 'x.y', whole.slice(0, -3), `${whole}AAAA`, whole.slice(4)]) {
      assert.equal(snapshotFromText(text), null, text.slice(0, 20));
    }
  });

  test('leaves the hash of the scene as it is', () => {
    assert.deepEqual(splitHash('#v=1&snapshot=abc.d-_&layer=1'), {
      hash: '#v=1&layer=1',
      snapshot: 'abc.d-_',
    });
    assert.deepEqual(splitHash('#snapshot=q&v=1'), { hash: '#v=1', snapshot: 'q' });
    assert.deepEqual(splitHash('#v=1'), { hash: '#v=1', snapshot: '' });
  });
});

describe('code', () => {
  const base = 'https://your.host/headscope/';

  test('of every kind holds the scene, whatever is in it', () => {
    for (let seed = 0; seed < 40; seed++) {
      const scene = parseScene(randomScene(shares(seed))).scene;
      for (const target of TARGETS) {
        const code = embedCode(target, {
          ...{ base, scene, snapshot: '', title: '"<&>"', width: '100%', height: 500 },
          linkText: '<b>',
        });
        const shown = target === 'link' ? { ...scene, view: 'lab' } : scene;
        assert.deepEqual(sceneIn(target, code), shown, `${target} ${code}`);
        assert.doesNotMatch(code.replace(/`{3}\{=html\}/, ''), /title="[^"]*<&>/);
      }
    }
  });

  /**
   * The scene as a page would read it out of the code.
   * @param {string} target
   * @param {string} code
   */
  function sceneIn(target, code) {
    const plain = (/** @type {string} */ text) =>
      text.replace(/&lt;|&gt;|&quot;|&amp;/g, (entity) => {
        return { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }[entity] ?? '';
      });
    if (target === 'element') {
      const inside = /<headscope-view\n([^]*?)\n>/.exec(code)?.[1] ?? '';
      const attributes = [...inside.matchAll(/^ {2}([a-z]+)="([^"]*)"$/gm)];
      return parseScene(Object.fromEntries(attributes.map(([, name, text]) => [name, plain(text)])))
        .scene;
    }
    const hash = /#v=1[^"\s]*/.exec(code)?.[0] ?? '';
    return parseScene(target === 'link' ? hash : plain(hash)).scene;
  }
});

test('the element can be imported where there is no document', async () => {
  const { HeadscopeView } = await import('../../web/element.js');
  assert.ok(HeadscopeView.observedAttributes.includes('text'));
  assert.equal(typeof (await import('../../web/anywidget.js')).default.render, 'function');
});

test('docs/embedding.md names every attribute, event, part and property that there is', async () => {
  const docs = await readFile(new URL('docs/embedding.md', root), 'utf8');
  const manifest = JSON.parse(await readFile(new URL('web/custom-elements.json', root), 'utf8'));
  const [element] = manifest.modules[0].declarations;
  const own = ['scene', 'snapshot', 'load'];
  for (const { name } of [
    ...element.attributes.filter((/** @type {{name: string}} */ { name }) => own.includes(name)),
    ...['events', 'cssParts', 'cssProperties', 'members'].flatMap((kind) => element[kind]),
  ]) {
    assert.match(docs, new RegExp(`\`${name}(\\(\\))?\``), name);
  }
  const code = await readFile(new URL('web/embed.js', root), 'utf8');
  for (const [, type] of code.matchAll(/'(headscope:[a-z]+)'/g)) {
    assert.ok(docs.includes(`\`${type}\``), type);
  }
  const hash = /embed\.html(#[^"]*)"/.exec(docs)?.[1].replaceAll('&amp;', '&') ?? '';
  assert.deepEqual(parseScene(hash).ignored, []);
});
