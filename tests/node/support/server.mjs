/** @file A web server for one test, on an address of its own. */
import { createServer } from 'node:http';

/**
 * Runs `use` with the address of a server that answers with `answer`.
 * @param {import('node:http').RequestListener} answer
 * @param {(url: string) => Promise<unknown>} use
 */
export async function withServer(answer, use) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
