/** A small static file server for the page, on this machine only (127.0.0.1). */
import { createReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

/** @typedef {{path: string, size: number, mtimeMs: number} | {folder: true}} Found */
/** @typedef {string | (() => Promise<string>)} Place where it lies; or what makes it, and then says where */

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * @param {object} site
 * @param {string} site.root a folder
 * @param {readonly number[]} site.ports the first that is free is taken; 0 is any free one
 * @param {Readonly<Record<string, Place>>} [site.files] what lies elsewhere, by its path in the site: a
 *   file, such as `/models/built/model.safetensors`, or with a slash at the end all of a folder
 * @returns {Promise<{url: string, close: () => Promise<void>} | null>} null where every port is taken
 */
export async function serveFolder({ root, ports, files = {} }) {
  const site = { folder: realpathSync(root), files };
  for (const port of ports) {
    const server = createServer((request, response) => {
      answer(site, request, response).catch(() => finish(response, 500, 'Internal error'));
    });
    const failure = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => resolve(undefined));
    });
    if (failure === undefined) {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      return {
        url: `http://127.0.0.1:${address.port}/`,
        close: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    }
    if (failure.code !== 'EADDRINUSE') throw failure;
  }
  return null;
}

/**
 * @param {{folder: string, files: Readonly<Record<string, Place>>}} site
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(site, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return finish(response, 405, 'Only GET and HEAD');
  }
  const name = decodePath(request.url ?? '/');
  if (name === undefined) return finish(response, 400, 'Malformed address');
  const file = await find(site, name);
  if (!file) return finish(response, 404, 'Not found');
  if ('folder' in file) {
    response.setHeader('Location', `${path.posix.basename(name)}/`);
    return finish(response, 301, 'Moved');
  }
  const etag = `"${file.size.toString(36)}-${Math.round(file.mtimeMs).toString(36)}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'no-cache');
  // A sandboxed frame has no origin, and gets module scripts from nobody else.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.headers['if-none-match'] === etag) return finish(response, 304);
  const type = TYPES[path.extname(file.path)] ?? 'application/octet-stream';
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': file.size });
  if (request.method === 'HEAD') return response.end();
  createReadStream(file.path)
    .on('error', () => response.destroy())
    .pipe(response);
}

/**
 * @param {string} url the request's path and query
 * @returns {string | undefined} the decoded path, or undefined when it is malformed.
 */
function decodePath(url) {
  try {
    const decoded = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
    return decoded.startsWith('/') && !decoded.includes('\0') ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {{folder: string, files: Readonly<Record<string, Place>>}} site
 * @param {string} name a decoded path
 * @returns {Promise<Found | undefined>}
 */
async function find({ folder, files }, name) {
  if (files[`${name}/`]) return { folder: true };
  if (files[name] && !name.endsWith('/')) return fileAt(await placed(files[name]));
  const [around] = Object.keys(files)
    .filter((key) => key.endsWith('/') && name.startsWith(key))
    .sort((a, b) => b.length - a.length);
  if (!around) return findFile(folder, name);
  return findFile(realpathSync(await placed(files[around])), name.slice(around.length - 1));
}

/** @param {Place} place @returns {Promise<string>} */
const placed = async (place) => (typeof place === 'string' ? place : place());

/**
 * @param {string} folder a real path
 * @param {string} name a decoded path
 * @returns {Promise<Found | undefined>} undefined for anything that is not inside the folder, symbolic links followed.
 */
async function findFile(folder, name) {
  const wanted = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
  try {
    const real = realpathSync(wanted);
    return real.startsWith(folder + path.sep) ? await fileAt(real) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} real a real path @returns {Promise<Found | undefined>} */
async function fileAt(real) {
  const found = await stat(real);
  if (found.isDirectory()) return { folder: true };
  return found.isFile() ? { path: real, size: found.size, mtimeMs: found.mtimeMs } : undefined;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} [text]
 */
function finish(response, status, text) {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, text ? { 'Content-Type': 'text/plain; charset=utf-8' } : {});
  response.end(text);
}
