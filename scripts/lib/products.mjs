/** @file What is made of a checkout for those who only read it; made again when its sources changed. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kPages } from './docs-pages.mjs';
import { filesBelow } from './files.mjs';
import { withLock } from './lock.mjs';
import { run } from './process.mjs';
import { makeWhenChanged, writeWhole } from './stamp.mjs';
import { kRoot } from './toolchain.mjs';

/**
 * @typedef {object} Product
 * @property {string} place where it lies: a file or a folder
 * @property {() => string[]} sources
 * @property {readonly string[]} targets
 * @property {() => Promise<void>} make
 */

const kDocs = path.join(kRoot, 'dist/docs');

/** By the name that scripts/bundle.mjs knows. @satisfies {Record<string, Product>} */
export const kProducts = {
  /** The page in one file. */
  single: {
    place: path.join(kRoot, 'web/built/single.html'),
    sources: () => [
      ...filesBelow('web').filter(
        (name) => /\.(js|css|html|woff2)$/.test(name) && !name.includes('/built/'),
      ),
      ...filesBelow('web/core/built').filter((name) => /\.(js|wasm)$/.test(name)),
      'package-lock.json',
      'scripts/lib/bundle.mjs',
    ],
    targets: [path.join(kRoot, 'web/built/single.html')],
    async make() {
      const { singleFile } = await import('./bundle.mjs');
      writeWhole(kProducts.single.place, await singleFile());
    },
  },

  /** The documentation's pages. */
  pages: {
    place: kDocs,
    sources: () => [
      ...filesBelow('docs'),
      ...filesBelow('scripts/docs'),
      ...['README.md', 'CONTRIBUTING.md', 'LICENSE', 'package.json', 'package-lock.json'],
      ...['scripts/lib/docs-api.mjs', 'scripts/lib/docs-pages.mjs'],
    ],
    targets: kPages.filter(({ file }) => file).map(({ name }) => path.join(kDocs, name)),
    async make() {
      const { docsPages } = await import('./docs-pages.mjs');
      const files = await docsPages();
      mkdirSync(kDocs, { recursive: true });
      for (const old of readdirSync(kDocs).filter((name) => name !== 'api' && !files.has(name))) {
        rmSync(path.join(kDocs, old), { recursive: true });
      }
      for (const [name, content] of files) writeFileSync(path.join(kDocs, name), content);
    },
  },

  /** The reference of the API. */
  api: {
    place: path.join(kDocs, 'api'),
    sources: () => [
      ...filesBelow('web').filter((name) => name.endsWith('.d.ts') && !name.includes('/built/')),
      ...filesBelow('scripts/docs'),
      ...['package.json', 'package-lock.json', 'scripts/lib/docs-api.mjs'],
    ],
    targets: [path.join(kDocs, 'api/index.html')],
    async make() {
      const { makeApiReference } = await import('./docs-api.mjs');
      rmSync(kProducts.api.place, { recursive: true, force: true });
      await makeApiReference(kProducts.api.place);
    },
  },
};

/** @typedef {keyof typeof kProducts} ProductName */

/**
 * @param {ProductName} name
 * @param {(line: string) => void} progress
 * @returns {Promise<boolean>} whether anything was made.
 */
export const ensureProduct = (name, progress) =>
  withLock(path.join(kRoot, `.cache/${name}.lock`), progress, () =>
    made(name, kProducts[name].make),
  );

/**
 * For a server of `web/`: what is made when somebody asks for it, by its path in the site.
 *
 * @returns {Record<string, () => Promise<string>>}
 */
export function productsOnDemand() {
  const served = /** @type {const} */ ({
    '/built/single.html': 'single',
    '/docs/': 'pages',
    '/docs/api/': 'api',
  });
  return Object.fromEntries(
    Object.entries(served).map(([address, name]) => {
      // The reference takes seconds of the processor; other files are served meanwhile.
      const apart = () => run(process.execPath, [path.join(kRoot, 'scripts/bundle.mjs'), name]);
      const work = name === 'api' ? apart : kProducts[name].make;
      /** @type {Promise<unknown> | undefined} */
      let current;
      const make = async () => {
        await (current ??= made(name, work).finally(() => (current = undefined)));
        return kProducts[name].place;
      };
      return [address, make];
    }),
  );
}

/** @param {ProductName} name @param {() => Promise<void>} make */
function made(name, make) {
  const { sources, targets } = kProducts[name];
  return makeWhenChanged({
    stampFile: path.join(kRoot, `.cache/${name}.json`),
    sources: sources().map((file) => path.join(kRoot, file)),
    targets,
    make,
  });
}
