/** @file The README's JavaScript examples run as they stand, and say what they claim. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const entry = new URL('../../web/node/index.js', import.meta.url).href;
const trainingEntry = new URL('../../web/node/training.js', import.meta.url).href;
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code ?? '');

/**
 * Runs an example as a module and returns the named constants in it.
 * @param {string | undefined} code
 * @param {string} names comma-separated
 */
async function run(code, names) {
  assert.ok(code, 'the README has this example');
  const source = `${code
    .replace("'headscope'", JSON.stringify(entry))
    .replace("'headscope/training'", JSON.stringify(trainingEntry))}\nexport { ${names} };`;
  return import(`data:text/javascript,${encodeURIComponent(source)}`);
}

test('the README holds four examples', () => assert.equal(examples.length, 4));

test('the model example is strict TypeScript too', () => {
  // In the package's own folder, though not on disk: `headscope` means this checkout there.
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const example = `${root}readme.mts`;
  const host = ts.createCompilerHost({});
  const { fileExists, readFile: read } = host;
  host.fileExists = (name) => name === example || fileExists(name);
  host.readFile = (name) => (name === example ? examples[0] : read(name));
  host.getSourceFile = (name, options) => {
    const text = host.readFile(name);
    return text === undefined ? undefined : ts.createSourceFile(name, text, options);
  };
  const program = ts.createProgram({
    rootNames: [example],
    host,
    options: {
      ...{ strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022 },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
    },
  });
  const faults = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
    return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
  assert.deepEqual(faults, []);
});

test('the model example runs and leaks nothing', async () => {
  const code = examples[0]
    ?.replace(/^trace\.tokens\[5\]\.text;/m, 'const bank = trace.tokens[5].text;')
    .replace(/^(trace\.get\('layers\.1\.attention\.weights'\))\.shape;/m, 'const shape = $1.shape;')
    .replace(/^(trace\.get\('layers\.1\.attention\.weights'\))\.at/m, 'const look = $1.at');
  const { headscope, bank, shape, look } = await run(code, 'headscope, bank, shape, look');
  assert.equal(bank, 'bank');
  assert.deepEqual([...shape], [4, 7, 7]);
  assert.ok(look > 0.3 && look < 0.6, `bank looks at river with ${look}`);
  assert.equal(headscope.liveHandles, 0);
});

test('the example of gains and weights runs, and the number made by hand is the core’s', async () => {
  const names = 'headscope, plain, muted, sliced, output, byHand, computed';
  const made = await run(examples[1], names);
  assert.ok(Math.abs(made.byHand - made.computed) < 1e-4, `${made.byHand}, ${made.computed}`);
  const concat = made.muted['layers.1.attention.concat'].data;
  const row = made.sliced[made.output].data.subarray(5 * 512, 6 * 512);
  const zeros = (/** @type {Float32Array} */ part) => part.every((value) => value === 0);
  assert.ok(zeros(concat.subarray(5 * 512 + 128, 5 * 512 + 256)));
  assert.ok(zeros(row.subarray(128, 256)));
  assert.ok(!zeros(made.muted[made.output].data.subarray(5 * 512 + 128, 5 * 512 + 256)));
  assert.notDeepEqual(made.muted.sentence.data, made.plain.sentence.data);
  assert.equal(made.headscope.liveHandles, 0);
});

test('the layer example runs, and both paths agree', async () => {
  const code = examples[2]?.replace(
    /^trace\.dispose/m,
    "const weights = trace.get('weights').copy();\ntrace.dispose",
  );
  const names = 'headscope, output, weights, first';
  const { headscope, output, weights, first } = await run(code, names);
  assert.equal(output.length, 13 * 512);
  assert.ok(output.every(Number.isFinite));
  assert.equal(first, output[0], 'in place, to the bit');
  assert.equal(weights[0], 1, 'under a causal mask the first token sees itself alone');
  assert.equal(headscope.liveHandles, 0);
});

test('the training example runs, and two heads do what one cannot', async () => {
  const made = await run(examples[3], 'training, alone, both, it, cost');
  for (const [name, near] of /** @type {const} */ ([
    // The modules round otherwise, and one head alone ends elsewhere for it.
    ['alone', 0.12],
    ['both', 0.005],
  ])) {
    const said = Number(new RegExp(`const ${name} = .*?// ([\\d.]+)`).exec(examples[3] ?? '')?.[1]);
    assert.ok(Math.abs(made[name] - said) < near, `${name} is ${made[name]}; README: ${said}`);
  }
  assert.equal(made.it, 'street');
  assert.equal(made.cost.length, 2);
  assert.equal(made.training.liveHandles, 0);
});
