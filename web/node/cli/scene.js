/** `headscope scene`: is it one, what of it is taken, what does it look like. */
import { escape } from '../../draw/escape.js';
import {
  formatScene,
  parseScene,
  sceneAtStep,
  sceneToAttributes,
  sceneToJson,
} from '../../scene.js';
import { render } from './draw.js';
import { wholeInput, writeOut } from './io.js';
import { MODEL_OPTIONS } from './model.js';
import { sourceOf } from './scene-options.js';
import { oneOf, UsageError } from './usage.js';

/** @type {import('./usage.js').Command} */
export const scene = {
  name: 'scene',
  summary: 'check a scene, translate it, draw it',
  usage: '[--to hash|json|attributes] SCENE\n  headscope scene --render [--out FILE] SCENE',
  description: `
SCENE is a link to the page or its hash, JSON, a file that holds one of them, or - for standard input.
What of it cannot be taken is told of on standard error, and the exit status is then 1; what is printed
is the nearest scene that can.`,
  options: {
    to: { type: 'string', value: 'NAME', help: 'hash (when left out), json or attributes' },
    render: { type: 'boolean', help: 'print the SVG of its view instead' },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write there instead of to standard output',
    },
    ...MODEL_OPTIONS,
  },
  examples: [
    ["headscope scene '#v=1&text=She+sat.&layer=1&heads=3' --to json", 'a link as JSON'],
    ['headscope scene course/river.json', 'is it a good one?'],
    ['headscope scene course/river.json --render -o river.svg', 'its picture'],
  ],
  async run({ values, positionals }, io) {
    const [given] = positionals;
    if (positionals.length !== 1)
      throw new UsageError(`${positionals.length} scenes; expected one`);
    const to = oneOf('to', values.to ?? (values.json ? 'json' : 'hash'), [
      'hash',
      'json',
      'attributes',
    ]);
    const source = given === '-' ? (await wholeInput(io)).trim() : given;
    const read = parseScene(await sourceOf(source));
    for (const { message } of read.ignored) io.note(message);
    if (read.ignored.length) io.fail(1);
    const written = values.render
      ? await render(sceneAtStep(read.scene), { values }, io)
      : `${translated(read, to, Boolean(values.json))}\n`;
    await writeOut(values.out, written, io);
  },
};

/** @param {ReturnType<typeof parseScene>} read @param {string} to @param {boolean} whole with what was ignored */
function translated({ scene: good, ignored }, to, whole) {
  if (whole)
    return JSON.stringify({ scene: sceneToJson(good), hash: formatScene(good), ignored }, null, 2);
  if (to === 'json') return JSON.stringify(sceneToJson(good), null, 2);
  if (to === 'hash') return formatScene(good);
  return Object.entries(sceneToAttributes(good))
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ');
}
