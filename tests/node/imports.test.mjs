/** Who may import whom: the rooms of the project, and the one-way flow between them, enforced. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Per room of web/ the rooms it may import besides itself. `.` is web/ itself, the composers.
 * @type {Record<string, string[]>}
 */
const WEB = {
  core: [],
  models: ['core'],
  engine: ['core', '.'],
  state: [],
  draw: [],
  proof: [],
  i18n: [],
  lesson: [],
  views: ['state', 'draw', 'proof', 'i18n'],
  node: ['core', 'models', 'engine', 'draw', 'proof', 'lesson', '.'],
  '.': ['core', 'models', 'engine', 'state', 'i18n', 'lesson', 'views', 'draw', 'proof'],
};

/**
 * Per room of cpp/ the rooms and libraries it may include besides itself and std.
 * @type {Record<string, string[]>}
 */
const CPP = {
  include: ['xtensor'],
  kernels: ['xsimd'],
  reference: ['xtensor'],
  src: ['include', 'kernels', 'xtensor'],
  bindings: ['include', 'emscripten'],
};

/** @param {string} folder @param {RegExp} names @returns {string[]} paths below the root */
function sources(folder, names) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !file.split(path.sep).includes('built'));
}

/** @param {string} text @param {RegExp} pattern with one group */
const matches = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]);

/**
 * Imports that run; those inside comments are types and bind nothing.
 * @param {string} file
 */
function imports(file) {
  const code = readFileSync(path.join(root, file), 'utf8').replace(
    /\/\*[^]*?\*\/|^\s*\/\/.*$/gm,
    '',
  );
  return [
    ...matches(code, /\bfrom\s+'([^']+)'/g),
    ...matches(code, /\bimport\s+'([^']+)'/g),
    ...matches(code, /\bimport\(\s*'([^']+)'/g),
  ];
}

/** @param {string} file below the root */
function webRoom(file) {
  const parts = path.relative('web', file).split(path.sep);
  return parts.length === 1 ? '.' : parts[0];
}

describe('web', () => {
  const files = sources('web', /\.js$/);

  test('every room is named here', () => {
    const rooms = new Set(files.map(webRoom));
    assert.deepEqual(
      [...rooms].filter((room) => !(room in WEB)),
      [],
    );
  });

  for (const [room, allowed] of Object.entries(WEB)) {
    test(`${room} imports ${['itself', ...allowed].join(', ')} and nothing else`, () => {
      const own = files.filter((file) => webRoom(file) === room);
      assert.ok(own.length > 0, `web/${room} has no file`);
      for (const file of own) {
        for (const target of imports(file)) {
          if (room === 'node' && target.startsWith('node:')) continue;
          assert.ok(
            target.startsWith('.'),
            `${file} imports ${target}, which is not a file of ours`,
          );
          const resolved = path.join(path.dirname(file), target);
          assert.ok(resolved.startsWith('web'), `${file} imports ${target}, outside web/`);
          const there = webRoom(resolved);
          assert.ok(there === room || allowed.includes(there), `${file} imports ${target}`);
        }
      }
    });
  }

  test('nobody but core touches the module', () => {
    for (const file of files) {
      if (webRoom(file) === 'core') continue;
      const text = readFileSync(path.join(root, file), 'utf8');
      assert.doesNotMatch(text, /built\/headscope/, file);
    }
  });

  test('state, draw and proof load where there is no document, and need no globals of a page', async () => {
    for (const file of files.filter((f) => ['state', 'draw', 'proof'].includes(webRoom(f)))) {
      await import(path.join(root, file));
      const code = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '');
      assert.doesNotMatch(code, /\b(window|globalThis|localStorage|navigator|location)\./, file);
    }
  });
});

describe('cpp', () => {
  for (const [room, allowed] of Object.entries(CPP)) {
    test(`${room} includes ${['std', 'itself', ...allowed].join(', ')} and nothing else`, () => {
      const own = sources(`cpp/${room}`, /\.[ch]pp$/);
      assert.ok(own.length > 0, `cpp/${room} has no file`);
      for (const file of own) {
        const text = readFileSync(path.join(root, file), 'utf8');
        for (const header of matches(text, /^#\s*include\s*["<]([^">]+)[">]/gm)) {
          const library = libraryOf(header, file);
          const fine = library === 'std' || library === room || allowed.includes(library);
          assert.ok(fine, `${file} includes ${header}`);
        }
      }
    });
  }
});

/**
 * @param {string} header as it is written
 * @param {string} file that includes it
 * @returns {string} a room of cpp/, `std`, or the library's name
 */
function libraryOf(header, file) {
  const [first, ...rest] = header.split('/');
  if (rest.length === 0) return header.includes('.') ? roomOf(file) : 'std';
  if (first === 'headscope') return 'include';
  return first;
}

/** @param {string} file */
const roomOf = (file) => file.split(path.sep)[1];
