/** @file Views as SVG files: complete, standing alone, saying what the numbers are. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { DRAWABLE, drawView } from '../../web/draw.js';
import { tensorName } from '../../web/draw/arithmetic-names.js';
import { UNFOLDABLE } from '../../web/draw/arithmetic-places.js';
import { svgString } from '../../web/draw/svg.js';
import { fitted, textWidth } from '../../web/draw/text-width.js';
import { THEMES, themeOf } from '../../web/draw/theme.js';
import { loadHeadscope } from '../../web/node/index.js';
import { loadTraining } from '../../web/node/training.js';
import { parseScene, VIEWS } from '../../web/scene.js';
import { version } from '../../web/version.js';
import { figureScenes, learn } from './support/figure-scenes.mjs';

const headscope = await loadHeadscope({ module: 'simd' });
const model = await headscope.loadModel();
after(() => model.dispose());

/** @param {string} text @param {import('../../web/headscope.d.ts').ModelTraceOptions} [options] */
function snapshotOf(text, options) {
  const trace = model.trace(text, { contribution: true, ...options });
  const snapshot = trace.snapshot();
  trace.dispose();
  return snapshot;
}

const text = "The animal didn't cross the street because it was too tired.";
const snapshot = snapshotOf(text);
const more = {
  comparison: snapshotOf(text.replace('tired', 'wide')),
  outputWeights: [0, 1].map((layer) => ({
    weight: model.weight(`layers.${layer}.attention.output.weight`),
    bias: model.weight(`layers.${layer}.attention.output.bias`),
  })),
  weights: (/** @type {string} */ name) => model.weight(name),
  fused: { difference: 2.4e-7, largest: 3.25 },
  training: learn(await loadTraining({ module: 'simd' })),
};

/** @param {string} hash @param {Partial<import('../../web/draw.d.ts').DrawOptions>} [options] */
const draw = (hash, options) =>
  drawView({ snapshot, scene: parseScene(hash).scene, ...more, ...options });

/** @param {string} svg @param {string} tag */
const count = (svg, tag) => svg.split(`<${tag} `).length - 1;

for (const hash of figureScenes) {
  test(`${hash} stands alone`, async () => {
    const svg = await draw(hash);
    assert.match(
      svg,
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="[\d.]+" height="[\d.]+"/,
    );
    assert.ok(svg.includes(`Headscope ${version}`), 'says what made it');
    if (!/view=(cost|train)/.test(hash)) {
      assert.ok(svg.includes('Universal Sentence Encoder Lite'), 'says what computed it');
    }
    assert.doesNotMatch(
      svg,
      /foreignObject|<style|class=| style=|var\(|href|<script|NaN|undefined|Infinity/,
    );
    for (const [, colour] of svg.matchAll(/ (?:fill|stroke|stop-color)="([^"]*)"/g)) {
      assert.match(colour, /^(#[0-9a-f]{6}|rgb\(\d+,\d+,\d+\)|none|url\(#[\w-]+\))$/);
    }
    for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) assert.ok(svg.includes(` id="${id}"`));
    const tags = [...svg.matchAll(/<(\/?)([\w]+)/g)];
    /** @type {string[]} */
    const open = [];
    for (const [, close, tag] of tags) {
      if (close) assert.equal(open.pop(), tag);
      else open.push(tag);
    }
    assert.deepEqual(open, []);
    assert.equal(await draw(hash), svg, 'the same once more');
  });
}

test('a figure asks for nothing that only the page can do, in either language', async () => {
  for (const lang of ['en', 'zh']) {
    for (const hash of figureScenes) {
      const svg = await draw(`${hash.replace(/&lang=\w+/, '')}&lang=${lang}`);
      const said = svg.replace(/<\/(?:text|title|desc)>/g, '\n').replace(/<[^>]*>/g, '');
      const asked = /.*\b(?:browsers?|press|click|hover|drag|point at|measure to)\b.*/i.exec(said);
      assert.equal(asked?.[0], undefined, hash);
      assert.equal(
        /.*(?:浏览器|点击|按下|指向|悬停|拖动|测量一下).*/.exec(said)?.[0],
        undefined,
        hash,
      );
    }
  }
});

test('every view there is can be drawn and is among them, the whole page as its graph', async () => {
  const views = new Set(figureScenes.map((hash) => parseScene(hash).scene.view));
  const all = VIEWS.filter((view) => view !== 'lab');
  assert.deepEqual([...DRAWABLE].sort(), [...all].sort());
  assert.deepEqual(
    all.filter((view) => !views.has(view)),
    [],
  );
  assert.equal(await draw('#view=lab&layer=1'), await draw('#view=graph&layer=1'));
});

describe('the numbers', () => {
  test('a matrix has a cell for each, coloured by the weight', async () => {
    const svg = await draw('#view=matrix&layer=1&heads=2');
    const { data } = snapshot.tensors['layers.1.attention.weights'];
    const n = snapshot.tokens.length;
    const cells = [...svg.matchAll(/<rect [^>]*fill="rgb\((\d+),(\d+),(\d+)\)"/g)].slice(0, n * n);
    const { rgb } = themeOf('light');
    cells.forEach((cell, i) => {
      const share = Math.sqrt(data[2 * n * n + i]);
      rgb('head-2').forEach((value, channel) => {
        assert.ok(Math.abs(255 + (value - 255) * share - Number(cell[channel + 1])) < 1.5);
      });
    });
    assert.equal(cells.length, n * n);
  });

  test('a held word’s edges are those that carry half a percent', async () => {
    const svg = await draw('#view=graph&layer=1&heads=2&lock=query:9');
    const n = snapshot.tokens.length;
    const row = snapshot.tensors['layers.1.attention.weights'].data
      .subarray((2 * n + 9) * n)
      .subarray(0, n);
    assert.equal(count(svg, 'polygon'), row.filter((weight) => weight >= 0.005).length);
  });

  test('every number of the chain unfolds, with its formula as text, in digits that agree', async () => {
    for (const name of UNFOLDABLE) {
      const layer = name === 'embedding' ? 0 : 1;
      const svg = await draw(
        `#view=arithmetic&layer=${layer}&heads=2&unfold=${name}:9:4:3:5:6:7:8`,
      );
      const words = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, word]) => word);
      assert.ok(words.includes('='), `${name} has a formula`);
      assert.ok(words.includes(tensorName(name)), `${name} is a step of the chain`);
      // The core computed nothing that these two could be compared with.
      const agrees = !['embedding', 'projected'].includes(name);
      assert.equal(/They agree to the last digit shown\./.test(words.join(' ')), agrees, name);
    }
  });

  test('ribbons add up to the output', async () => {
    const svg = await draw('#view=contributions&layer=1&lock=query:9');
    const values = [...svg.matchAll(/text-anchor="end"[^>]*>(−?[\d.]+)</g)].map(([, value]) =>
      Number(value.replace('−', '-')),
    );
    assert.equal(values.length, 6);
    const total = values.slice(0, 5).reduce((sum, value) => sum + value, 0);
    assert.ok(Math.abs(total - values[5]) < 0.05, `${values}`);
  });

  test('a text from right to left stands as it is read', async () => {
    const hebrew = snapshotOf('החיה לא חצתה');
    const svg = await draw('#view=graph&layer=1&heads=2&layout=arcs', { snapshot: hebrew });
    const [first, later] = ['החיה', 'חצתה'].map((word) =>
      Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${word}<`).exec(svg)?.[1]),
    );
    assert.ok(first > later, `the first word is at ${first}, the last one at ${later}`);
  });

  test('hidden cells are hatched', async () => {
    const causal = snapshotOf(text, { mask: 'causal' });
    const svg = await draw('#view=masks&layer=1&mask=causal', { snapshot: causal });
    const n = causal.tokens.length;
    assert.equal(count(svg, 'path'), (n * (n - 1)) / 2 + 1, 'and one path in the key');
  });
});

describe('looks', () => {
  test('themes are those of the page', () => {
    const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8');
    const tokens = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)];
    assert.deepEqual(
      Object.fromEntries(tokens.map(([, name, light]) => [name, light])),
      THEMES.light,
    );
    assert.deepEqual(
      Object.fromEntries(tokens.map(([, name, , dark]) => [name, dark])),
      THEMES.dark,
    );
    assert.throws(() => themeOf('dark').paint('head-9'), /theme dark has no token 'head-9'/);
  });

  test('theme and language come from the scene, or are asked for', async () => {
    const dark = await draw('#view=heads&theme=dark&lang=zh');
    assert.ok(dark.includes(THEMES.dark.panel) && dark.includes('第\u00a01\u00a0层'));
    assert.equal(await draw('#view=heads', { theme: 'dark', lang: 'zh' }), dark);
  });

  test('letters that XML lacks do not break the file', () => {
    const item = /** @type {const} */ ({
      type: 'text',
      id: 't',
      text: 'a\u0000<\u0007\ud800😀',
      x: 0,
      y: 0,
      size: 9,
      anchor: 'start',
      fill: 'ink',
    });
    const svg = svgString([item], { width: 9, height: 9, paint: () => '#000000' });
    assert.ok(svg.includes('>a\ufffd&lt;\ufffd\ufffd😀<'));
  });

  test('text gets the room it needs, and is cut where there is none', () => {
    assert.ok(textWidth('WWW', 10) > textWidth('iii', 10));
    assert.equal(textWidth('汉', 10), 11);
    assert.equal(fitted('because', 10, 1000), 'because');
    const short = fitted('because', 10, 30);
    assert.match(short, /^b.*…$/);
    assert.ok(textWidth(short, 10) <= 30);
  });
});

describe('what cannot be drawn', () => {
  /** @type {[string, string, Partial<import('../../web/draw.d.ts').DrawOptions>, RegExp][]} */
  const cases = [
    [
      'another view',
      '#view=graph',
      { view: /** @type {any} */ ('garph') },
      /^\[drawView\] view is "garph"; expected one of heads, graph/,
    ],
    [
      'a number that weights made, without them',
      '#view=arithmetic&unfold=query:1',
      { weights: undefined },
      /query cannot be unfolded without weights; expected model.weight/,
    ],
    [
      'no weights',
      '#view=fuse',
      { weights: undefined },
      /weights is missing; expected model.weight/,
    ],
    ['no training', '#view=train', { training: undefined }, /training is missing/],
    [
      'no second sentence',
      '#view=compare',
      { comparison: null },
      /comparison is null; expected a second snapshot/,
    ],
    [
      'no W_O',
      '#view=contributions',
      { outputWeights: [] },
      /outputWeights is missing for layer 0/,
    ],
    [
      'a tensor too few',
      '#view=matrix&stage=scores',
      { snapshot: { ...snapshot, tensors: {} } },
      /no layers.0.attention.scores/,
    ],
  ];
  for (const [name, hash, options, message] of cases) {
    test(name, () => assert.rejects(draw(hash, options), { code: 'BadArgument', message }));
  }

  test('options of the wrong kind', async () => {
    const { scene } = parseScene('#view=graph');
    const loose = /** @type {(options?: any) => Promise<string>} */ (drawView);
    /** @type {[any, RegExp][]} */
    const table = [
      [undefined, /^\[drawView\] options is undefined; expected an object with snapshot, scene/],
      [{ snapshot }, /scene is undefined; expected a scene as parseScene makes it$/],
      [{ snapshot, scene: {} }, /scene.v is undefined; expected a scene as parseScene makes it$/],
      [
        { snapshot: 'She sat.', scene },
        /snapshot is "She sat."; expected what Trace.snapshot makes$/,
      ],
      [{ snapshot, scene, comparison: {} }, /comparison.text is undefined; expected a string$/],
      [{ snapshot, scene, theme: 'drak' }, /theme is "drak"; expected one of auto, light, dark$/],
      [{ snapshot, scene, lang: 'fr' }, /lang is "fr"; expected one of auto, en, zh$/],
      [{ snapshot, scene, foo: 1 }, /options has the key "foo"; expected snapshot, scene/],
      [{ snapshot, scene, weights: {} }, /weights is an object; expected a function$/],
      [{ snapshot, scene, outputWeights: [5] }, /outputWeights\[0\] is 5; expected an object/],
      [{ scene, view: 'train', training: {} }, /training.learners is undefined; expected a list/],
      ...['wide', {}, NaN, Infinity, 0, -1, 99, 10_001, 300.5].map(
        (width) =>
          /** @type {[any, RegExp]} */ ([
            { snapshot, scene, width },
            /width is .*; expected a whole number from 100 to 10000$/,
          ]),
      ),
    ];
    for (const [options, message] of table) {
      await assert.rejects(loose(options), { code: 'BadArgument', message });
    }
  });

  test('a scene of another model is fitted to this one', async () => {
    assert.equal(await draw('#view=graph&layer=9&heads=7'), await draw('#view=graph&layer=1'));
  });
});
