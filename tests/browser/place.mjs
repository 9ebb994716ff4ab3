/** Where the page's tests take place: Chromium, and the page served out of memory. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';

const root = fileURLToPath(new URL('../../web', import.meta.url));

/** What a strict host allows: no inline script, no eval, WebAssembly compiled but nothing else. */
export const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'";

const TYPES = /** @type {Record<string, string>} */ ({
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/** Parts of Chromium's own window, each a renderer that starts with every page and is never seen. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright switches off as well, of what these tests touch: Chromium hears the last list. */
const OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('playwright-core').BrowserContextOptions} BrowserContextOptions */

/**
 * @typedef {object} Place
 * @property {Browser} browser
 * @property {string} url of the lab
 * @property {(settings: BrowserContextOptions) => Promise<BrowserContext>} shared one for all who ask
 *   for the same settings: its pages have storage for themselves, but fetch every file once
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Place>} */
export async function openBrowser() {
  const server = await serveLab();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...OFF, ...UNSEEN]}`,
    ],
  });
  slowDown(browser, Number(process.env.SLOW_CPU ?? 1));
  /** @type {Map<string, Promise<BrowserContext>>} */
  const contexts = new Map();
  return {
    browser,
    url: server.url,
    shared(settings) {
      const key = JSON.stringify(settings);
      const context = contexts.get(key) ?? browser.newContext(settings);
      contexts.set(key, context);
      return context;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * The files of the lab, which do not change meanwhile: read once, fetched once by each context. The
 * lab itself comes with a policy.
 */
async function serveLab() {
  /** @type {Map<string, Promise<Buffer>>} */
  const files = new Map();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = path.join(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const file = files.get(name) ?? readFile(name);
    files.set(name, file);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    if (pathname === '/') response.setHeader('content-security-policy', POLICY);
    try {
      const bytes = await file;
      response.setHeader('cache-control', 'max-age=3600');
      response.setHeader('content-type', TYPES[path.extname(name)] ?? 'application/octet-stream');
      response.setHeader('content-length', bytes.length);
      response.end(bytes);
    } catch {
      files.delete(name);
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(null));
        server.closeAllConnections();
      }),
  };
}

/**
 * Pages of a machine so many times slower: whatever only holds on a fast one fails there.
 * @param {Browser} browser
 * @param {number} rate
 */
function slowDown(browser, rate) {
  if (rate === 1) return;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    const newPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
      return page;
    };
    return context;
  };
}
