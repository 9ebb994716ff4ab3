/** @file What is in the packed package, and whether tools that read packages are content with it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesBelow } from './files.mjs';
import { application, packed, tarball, tool, tools } from './support.mjs';

const typescript = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const kPackages = ['headscope', 'headscope-model-use-lite', 'headscope-training'];

/** @type {string} */
let app;
/** @type {string} */
let bare;
before(() => {
  app = application('types', [...kPackages]);
  bare = application('bare', ['headscope']);
});

test('it is small without the model, and the model is a package of its own', () => {
  const { size } = statSync(tarball('headscope'));
  assert.ok(size <= 500_000, `${size} bytes`);
  assert.ok(statSync(tarball('headscope-model-use-lite')).size > 1e7);
});

test('it holds what it needs and nothing else', () => {
  const root = path.join(bare, 'node_modules/headscope');
  const files = filesBelow(root);
  for (const needed of [
    'README.md',
    'LICENSE',
    'web/headscope.js',
    'web/headscope.d.ts',
    'web/core/built/headscope.wasm',
    'web/index.html',
    'web/node/cli.js',
  ]) {
    assert.ok(files.includes(needed), needed);
  }
  assert.deepEqual(
    files.filter((file) => /test|\.safetensors$|stamp\.json|\.lock$|\.mjs$|\.cpp$/.test(file)),
    [],
  );
  for (const file of files.filter(
    (name) => /\.(js|d\.ts)$/.test(name) && !name.includes('/built/'),
  )) {
    const code = readFileSync(path.join(root, file), 'utf8');
    for (const [, target] of code.matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.[^'"]+)['"]/g)) {
      const there = path.join(root, path.dirname(file), target);
      assert.ok(existsSync(there) || /built\//.test(target), `${file} imports ${target}`);
    }
  }
  const { devDependencies, scripts, dependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  assert.deepEqual([devDependencies, scripts, dependencies], [undefined, undefined, undefined]);
  assert.deepEqual(peerDependenciesMeta, {
    'headscope-model-use-lite': { optional: true },
    'headscope-training': { optional: true },
  });
});

test('every export leads to a file', () => {
  for (const name of kPackages) {
    const root = path.join(app, 'node_modules', name);
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    assert.ok(targets.length >= 2, name);
    for (const target of targets) assert.ok(existsSync(path.join(root, target)), target);
  }
});

test('publint finds nothing', async () => {
  const { publint } = await tool('publint');
  for (const name of kPackages) {
    const { messages } = await publint({
      pkgDir: path.join(packed, name),
      strict: true,
      pack: false,
    });
    assert.deepEqual(messages, []);
  }
});

test('the types are right, by are-the-types-wrong', () => {
  const program = path.join(tools, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const { exports } = JSON.parse(readFileSync(path.join(packed, 'headscope/package.json'), 'utf8'));
  // What is one file and no module has no types.
  const excluded = Object.keys(exports).filter((name) => typeof exports[name] === 'string');
  assert.ok(excluded.includes('./headscope.wasm') && !excluded.includes('./scene'));
  const wasm = ['./headscope-train.wasm', './headscope-train-relaxed.wasm', './package.json'];
  for (const [name, left] of /** @type {const} */ ([
    ['headscope', excluded],
    ['headscope-training', wasm],
  ])) {
    const args = [
      ...[program, tarball(name), '--profile', 'esm-only', '--format', 'ascii', '--no-color'],
      ...['--exclude-entrypoints', ...left],
    ];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  }
});

for (const [module, moduleResolution] of [
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'Bundler'],
]) {
  test(`TypeScript takes them, resolving as ${moduleResolution}`, () => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      strict: true,
      noEmit: true,
      types: [],
      lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
    };
    const config = path.join(app, `tsconfig-${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.mts'] }));
    const { status, stdout } = spawnSync(process.execPath, [typescript, '--project', config], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  });
}

test('Node computes with it, and its command runs', () => {
  const run = (/** @type {string[]} */ args) =>
    spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
  const { stdout, stderr } = run(['node.mjs']);
  assert.equal(stderr, '');
  assert.ok(Number(stdout) > 0.3 && Number(stdout) < 0.6, stdout);
  const command = spawnSync(
    path.join(app, 'node_modules/.bin/headscope'),
    ['heads', '--json', 'She sat.'],
    { encoding: 'utf8' },
  );
  assert.deepEqual([command.status, command.stderr], [0, '']);
  assert.equal(JSON.parse(command.stdout).heads.length, 8);
});

test('it trains where the modules of training are installed too', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['training.mjs'], {
    cwd: app,
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  const { step, losses } = JSON.parse(stdout);
  assert.deepEqual([step, losses.length], [20, 20]);
  assert.ok(losses.at(-1) < losses[0], `the loss went from ${losses[0]} to ${losses.at(-1)}`);
});

test('without them it says what to install', () => {
  const { status, stderr } = spawnSync(process.execPath, ['training.mjs'], {
    cwd: bare,
    encoding: 'utf8',
  });
  assert.notEqual(status, 0);
  assert.match(stderr, /\[loadTraining\] training is not here: npm install headscope-training/);
});

test('without the model it says what to install', () => {
  const { status, stderr } = spawnSync(process.execPath, ['node.mjs'], {
    cwd: bare,
    encoding: 'utf8',
  });
  assert.notEqual(status, 0);
  assert.match(
    stderr,
    /did not load: the default model is not here: npm install headscope-model-use-lite, or give its url/,
  );
});
