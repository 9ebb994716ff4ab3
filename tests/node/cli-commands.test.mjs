/** @file What each command prints. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { findPython } from '../../scripts/lib/python.mjs';
import { drawView } from '../../web/draw.js';
import { loadHeadscope } from '../../web/node/index.js';
import { parseScene, VIEWS } from '../../web/scene.js';
import { headscope, program } from './support/command.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'headscope-cli-'));
after(() => rmSync(folder, { recursive: true }));

const sentence = 'She sat on the river bank.';

describe('trace', () => {
  test('one sentence as JSON, with the tensors that were asked for', async () => {
    const { status, out, note } = await headscope(['trace', '-t', 'layers.*.weights', sentence]);
    assert.deepEqual([status, note], [0, '']);
    const read = JSON.parse(out);
    assert.equal(read.text, sentence);
    assert.deepEqual(
      read.tensors.map((/** @type {{name: string}} */ { name }) => name),
      ['layers.0.attention.weights', 'layers.1.attention.weights'],
    );
    const look = read.tensors[1].data[(7 + 5) * 7 + 4];
    assert.ok(look > 0.3 && look < 0.6, `bank looks at river with ${look}`);
  });

  test('NPZ to a file and to a pipe, CSV, names', async () => {
    const file = path.join(folder, 'bank.npz');
    const { status } = await headscope(['trace', '--format', 'npz', '--out', file, sentence]);
    const { bytes } = await headscope(['trace', '--format', 'npz', sentence]);
    assert.equal(status, 0);
    assert.deepEqual(readFileSync(file), bytes);
    const code =
      "import numpy, sys; d = numpy.load(sys.argv[1]); print(d['layers.1.attention.weights'].shape, d['tokens'][5])";
    assert.equal(
      spawnSync(findPython() ?? 'python3', ['-c', code, file]).stdout.toString(),
      '(4, 7, 7) bank\n',
    );
    assert.match(
      (await headscope(['trace', '--format', 'csv', '-t', 'sentence', sentence])).out,
      /^tensor,shape,d_sentence,value,/,
    );
    assert.match(
      (await headscope(['trace', '--list', sentence])).out,
      /^layers\.1\.attention\.weights +\[4, 7, 7\] +\[heads, query, key\]$/m,
    );
    const listed = await headscope(['trace', '--list', '--json', '-t', '*.weights', sentence]);
    assert.deepEqual(JSON.parse(listed.out).tensors[1], {
      name: 'layers.1.attention.weights',
      shape: [4, 7, 7],
      axes: ['heads', 'query', 'key'],
    });
  });

  test('a mask and a mixer', async () => {
    const { out } = await headscope([
      'trace',
      '-t',
      '*.weights',
      '-t',
      '*.concat',
      '--mask',
      'causal',
      '--mixer',
      '1:0,1,1,1',
      sentence,
    ]);
    const [, concat] = JSON.parse(out).tensors.filter((/** @type {{name: string}} */ { name }) =>
      name.endsWith('concat'),
    );
    const [weights] = JSON.parse(out).tensors;
    assert.deepEqual(weights.data.slice(0, 7), [1, 0, 0, 0, 0, 0, 0]);
    assert.ok(concat.data.length > 0);
  });

  test('a line for every line, in order, errors in their place', async () => {
    const input = ['She sat.', '', 'word '.repeat(200), 'The end.'].join('\r\n');
    const { status, out } = await headscope(['trace', '-t', 'sentence'], { input });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ text }) => text.slice(0, 5)),
      ['She s', '', 'word ', 'The e'],
    );
    assert.ok(lines[2].cut.tokens > 128);
    assert.equal(lines[3].tensors[0].shape[0], 512);
    assert.equal(status, lines.some(({ error }) => error) ? 1 : 0);
    const file = path.join(folder, 'lines.txt');
    writeFileSync(file, input);
    assert.equal((await headscope(['trace', '-t', 'sentence', '--file', file])).out, out);
  });
});

describe('heads', () => {
  test('a table without colours in a pipe, the same as JSON', async () => {
    const table = await headscope(['heads', sentence]);
    assert.deepEqual([table.status, table.note], [0, '']);
    assert.ok(!table.out.includes('\u001b'));
    const rows = table.out.trimEnd().split('\n');
    assert.match(
      rows[1],
      /^layer +head +kind +previous +next +itself +punctuation +first +distance +tokens +disagrees$/,
    );
    assert.equal(rows.length, 2 + 8);
    const { heads } = JSON.parse((await headscope(['heads', '--json', sentence])).out);
    assert.equal(heads.length, 8);
    assert.ok(
      heads.every(
        (/** @type {{tokens: {value: number, even: number}}} */ { tokens }) =>
          tokens.value <= 7 && tokens.even === 7,
      ),
    );
  });

  test('a table for every line', async () => {
    const { out } = await headscope(['heads'], { input: 'She sat.\n\nHe sat.\n' });
    assert.deepEqual(out.match(/^(She|He) sat\.$/gm), ['She sat.', 'He sat.']);
  });

  test(
    'colours on a terminal alone, and not where NO_COLOR is set',
    {
      skip:
        spawnSync('script', ['--version']).status !== 0 && 'no program `script` to make a terminal',
    },
    () => {
      const inTerminal = (/** @type {NodeJS.ProcessEnv} */ env) =>
        spawnSync(
          'script',
          ['-qec', `'${process.execPath}' '${program}' heads 'She sat.'`, '/dev/null'],
          { env: { ...process.env, TERM: 'xterm', ...env }, input: '' },
        ).stdout.toString();
      assert.ok(inTerminal({ NO_COLOR: '' }).includes('\u001b[38;2;'));
      assert.ok(!inTerminal({ NO_COLOR: '1' }).includes('\u001b'));
    },
  );
});

describe('draw and scene', () => {
  const hash = '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3&lock=query:5';

  test('the SVG is the library’s, from options, a link or a file', async () => {
    const core = await loadHeadscope();
    const model = await core.loadModel();
    const trace = model.trace(sentence, { contribution: true });
    const svg = await drawView({ snapshot: trace.snapshot(), scene: parseScene(hash).scene });
    model.dispose();
    const options = ['--view', 'graph', '--layer', '1', '--heads', '3', '--lock', 'query:5'];
    const file = path.join(folder, 'scene.json');
    writeFileSync(
      file,
      JSON.stringify({
        v: 1,
        text: sentence,
        view: 'graph',
        layer: 1,
        heads: [3],
        lock: 'query:5',
      }),
    );
    for (const args of [
      ['draw', ...options, sentence],
      ['draw', '--scene', hash],
      ['draw', '--scene', `https://host.example/lab/${hash}`],
      ['draw', '--scene', file],
      ['scene', '--render', hash],
    ]) {
      const { status, out, note } = await headscope(args);
      assert.deepEqual([status, note], [0, ''], args.join(' '));
      assert.ok(out === svg, args.join(' '));
    }
    const stepped = `#text=${encodeURIComponent(sentence)}&step=1&steps=${encodeURIComponent(
      'caption=Here&view=graph&layer=1&heads=3&lock=query:5',
    )}`;
    for (const args of [
      ['draw', '--scene', stepped],
      ['scene', '--render', stepped],
    ]) {
      assert.ok((await headscope(args)).out === svg, 'a scene is drawn as its step shows it');
    }
    const {
      width,
      height,
      svg: inJson,
    } = JSON.parse((await headscope(['draw', '--json', '--scene', hash])).out);
    assert.ok(inJson === svg && svg.includes(`width="${width}" height="${height}"`));
  });

  test('every view, of comparisons too', async () => {
    const drawn = new Set(['graph']);
    for (const more of [
      ['heads'],
      ['matrix', '--average'],
      ['trace'],
      ['contributions'],
      ['arithmetic', '--layer', '1', '--unfold', 'query:5:0:3'],
      ['mixer', '--mixer', '0:1,0,1,1'],
      ['masks', '--mask', 'window:1'],
      ['compare', '--second', 'He sat.'],
      ['compare', '--compare', 'mask', '--mask', 'causal'],
      ['compare', '--compare', 'head:1:3'],
      ['split', '--split', '6:4:2:2'],
      ['fuse', '--fuse', '2:key', '--mask', 'causal'],
      ['cost', '--cost', '64:1024'],
      ['train', '--train', 'tiles:2:1:2:16:0.02:40'],
    ]) {
      drawn.add(more[0]);
      const { status, out, note } = await headscope(['draw', sentence, '--view', ...more]);
      assert.deepEqual([status, note], [0, ''], more.join(' '));
      assert.match(out, /^<svg .*<\/svg>$/s);
    }
    assert.deepEqual(
      VIEWS.filter((view) => view !== 'lab' && !drawn.has(view)),
      [],
    );
    const fused = await headscope(['draw', '--view', 'fuse', sentence]);
    assert.match(fused.out, /Largest difference of a number: (0|[\d.]+ × 10⁻[⁶⁷⁸⁹])</);
    const { status } = await headscope(['draw', '--view', 'cost']);
    assert.equal(status, 0, 'counts need no sentence');
  });

  test('a scene is checked and translated', async () => {
    const good = await headscope(['scene', hash, '--to', 'json']);
    assert.deepEqual([good.status, good.note], [0, '']);
    assert.deepEqual(JSON.parse(good.out), {
      v: 1,
      text: sentence,
      view: 'graph',
      layer: 1,
      heads: [3],
      lock: { side: 'query', index: 5 },
    });
    assert.equal((await headscope(['scene', '-'], { input: good.out })).out, `${hash}\n`);
    assert.match(
      (await headscope(['scene', hash, '--to', 'attributes'])).out,
      /^v="1" text="She sat on the river bank\." view="graph"/,
    );
    const bad = await headscope(['scene', '#v=1&text=Hi&layer=x&mass=7']);
    assert.equal(bad.status, 1);
    assert.equal(bad.out, '#v=1&text=Hi&mass=1\n');
    assert.match(
      bad.note,
      /^layer is x; expected a whole number from 0 to 199\nmass is 7; expected/,
    );
    const { ignored } = JSON.parse((await headscope(['scene', '--json', '#v=1&layer=x'])).out);
    assert.equal(ignored[0].field, 'layer');
  });
});

describe('serve and bench', () => {
  test('the lab and its model on a free port, until it is interrupted', async () => {
    const child = spawn(process.execPath, [program, 'serve', '--json']);
    const [line] = await new Promise((resolve) =>
      child.stdout.once('data', (chunk) => resolve(String(chunk).split('\n'))),
    );
    const { url } = JSON.parse(line);
    const page = await (await fetch(url)).text();
    assert.match(page, /<title>Headscope/);
    const model = await fetch(new URL('models/built/use-lite-f16.safetensors', url), {
      method: 'HEAD',
    });
    assert.ok(Number(model.headers.get('content-length')) > 1e7);
    const again = await headscope(['serve', '--port', new URL(url).port]);
    assert.match(again.note, /--port is \d+, which is in use; expected a free one/);
    assert.equal(again.status, 1);
    child.kill('SIGINT');
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0);
  });

  test('numbers of this machine', async () => {
    const { status, out } = await headscope(['bench', '--quick', '--json']);
    assert.equal(status, 0);
    const { results, module } = JSON.parse(out);
    assert.deepEqual(
      results.map((/** @type {{tokens: number}} */ { tokens }) => tokens),
      [8, 16, 32, 64, 128],
    );
    assert.ok(
      results.every((/** @type {{ms: number}} */ { ms }) => ms > 0) &&
        ['simd', 'relaxed'].includes(module),
    );
  });
});
