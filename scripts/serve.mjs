/**
 * @file Serves the page from the checkout.
 *
 *   node scripts/serve.mjs        PORT chooses the port; otherwise 8137 or the next free one
 */
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../web/node/static-server.js';
import { readArguments, runMain, SetupError } from './lib/process.mjs';
import { productsOnDemand } from './lib/products.mjs';

const kFirstPort = 8137;
const kPortsToTry = 20;

/**
 * Serves the files below a folder on this machine only (127.0.0.1).
 *
 * @param {object} options
 * @param {string} options.root
 * @param {number} [options.port] 0 takes any free one; default: PORT, or 8137, or the next free one
 * @param {Parameters<typeof serveFolder>[0]['files']} [options.files] what lies elsewhere, or is made
 *   when it is asked for
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 * @throws {SetupError} when the port is not a port or is taken.
 */
export async function serve({ root, port = portFromEnvironment(), files = {} }) {
  const ports =
    port === undefined ? Array.from({ length: kPortsToTry }, (_, i) => kFirstPort + i) : [port];
  const server = await serveFolder({ root, ports, files });
  if (server) return server;
  throw new SetupError(
    `port ${ports[0]}${ports.length > 1 ? ` to ${ports.at(-1)}` : ''} is in use; ` +
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

/** Whether this file is what Node was started with, be it by another name. */
function isMain() {
  const started = process.argv[1] ?? '';
  return existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url);
}

if (isMain()) {
  await runMain(async () => {
    readArguments({});
    const root = fileURLToPath(new URL('../web', import.meta.url));
    const { url } = await serve({ root, files: productsOnDemand() });
    console.log(`Headscope is at ${url}  (Ctrl+C stops it)`);
  });
}
