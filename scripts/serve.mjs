/**
 * @file A small static file server for the page.
 *
 *   node scripts/serve.mjs        PORT chooses the port; otherwise 8137 or the next free one
 */
import { createReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runMain, SetupError } from './lib/process.mjs';

const kFirstPort = 8137;
const kPortsToTry = 20;

/** @type {Record<string, string>} */
const kTypes = {
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
 * Serves the files below a folder on this machine only (127.0.0.1).
 *
 * @param {{root: string, port?: number}} options port: 0 takes any free one; default: PORT, or 8137,
 *   or the next free one
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 * @throws {SetupError} when the port is not a port or is taken.
 */
export async function serve({ root, port = portFromEnvironment() }) {
  const folder = realpathSync(root);
  const candidates =
    port === undefined ? Array.from({ length: kPortsToTry }, (_, i) => kFirstPort + i) : [port];
  for (const candidate of candidates) {
    const server = createServer((request, response) => {
      answer(folder, request, response).catch(() => finish(response, 500, 'Internal error'));
    });
    const failure = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(candidate, '127.0.0.1', () => resolve(undefined));
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
  throw new SetupError(
    `port ${candidates[0]}${candidates.length > 1 ? ` to ${candidates.at(-1)}` : ''} is in use; ` +
      'expected a free one. PORT names another.',
  );
}

/** @returns {number | undefined} */
function portFromEnvironment() {
  const text = process.env.PORT;
  if (!text) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new SetupError(`PORT is ${text}; expected a number from 0 to 65535`);
  }
  return port;
}

/**
 * @param {string} folder
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return finish(response, 405, 'Only GET and HEAD');
  }
  const name = decodePath(request.url ?? '/');
  if (name === undefined) return finish(response, 400, 'Malformed address');
  const file = await findFile(folder, name);
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
  const type = kTypes[path.extname(file.path)] ?? 'application/octet-stream';
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
 * @param {string} folder a real path
 * @param {string} name a decoded path
 * @returns {Promise<{path: string, size: number, mtimeMs: number} | {folder: true} | undefined>}
 *   undefined for anything that is not inside the folder, symbolic links followed.
 */
async function findFile(folder, name) {
  const wanted = path.join(folder, name.endsWith('/') ? `${name}index.html` : name);
  try {
    const real = realpathSync(wanted);
    if (!real.startsWith(folder + path.sep)) return undefined;
    const found = await stat(real);
    if (found.isDirectory()) return { folder: true };
    return found.isFile() ? { path: real, size: found.size, mtimeMs: found.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    readArguments({});
    const { url } = await serve({ root: fileURLToPath(new URL('../web', import.meta.url)) });
    console.log(`Headscope is at ${url}  (Ctrl+C stops it)`);
  });
}
