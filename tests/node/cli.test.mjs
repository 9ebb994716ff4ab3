/** @file The command: its help, what it says about mistakes, how it ends. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { version } from '../../web/version.js';
import { headscope } from './support/command.mjs';

const sentence = 'She sat on the river bank.';
const commands = ['trace', 'heads', 'draw', 'scene', 'serve', 'bench'];

describe('help', () => {
  test('of all commands, and of each: usage, options, examples, exit status', async () => {
    const { status, out } = await headscope(['--help']);
    assert.equal(status, 0);
    for (const name of commands) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
      const help = await headscope([name, '--help']);
      assert.deepEqual([help.status, help.note], [0, '']);
      for (const part of ['USAGE', 'OPTIONS', 'EXAMPLES', 'EXIT STATUS', '--json']) {
        assert.ok(help.out.includes(part), `${name}: ${part}`);
      }
    }
    assert.equal((await headscope(['--version'])).out, `${version}\n`);
  });

  test('its examples are good usage', async () => {
    for (const name of commands) {
      const { out } = await headscope([name, '--help']);
      const lines = [...out.matchAll(/^ {2}(headscope .+)$/gm)].map(([, line]) => line).slice(1);
      const examples = lines.filter(
        (line) => /'|serve|bench|course/.test(line) && !/SENTENCE|SCENE\b|\[/.test(line),
      );
      assert.ok(examples.length > 0, name);
      for (const line of examples) {
        for (const [option] of line.matchAll(/--?[a-z-]+(?= |$)/g))
          assert.ok(out.includes(option), `${line}: ${option}`);
      }
    }
  });
});

describe('wrong usage: status 2, and the argument with what was expected', () => {
  /** @type {[string[], RegExp][]} */
  const cases = [
    [[], /^headscope: no command; expected one of trace, heads, draw, scene, serve, bench$/],
    [['trcae'], /unknown command trcae; did you mean trace\?$/],
    [
      ['draw', '--laier', '1', sentence],
      /unknown option --laier; did you mean --layer\? See headscope draw --help$/,
    ],
    [
      ['bench', '--sideways'],
      /unknown option --sideways; expected one of --quick, --model, --module, --json, --help/,
    ],
    [['trace', '--format', 'xls', sentence], /--format is xls; expected one of json, npz, csv$/],
    [['trace', '--format'], /--format has no value; expected NAME$/],
    [['trace', '--list=yes', sentence], /--list is yes; expected no value$/],
    [
      ['trace', '--file', 'x', sentence],
      /--file is given beside a sentence; expected one of them$/,
    ],
    [
      ['trace', '--tensor', 'wieghts', sentence],
      /--tensor is wieghts; expected some of embedding, /,
    ],
    [
      ['trace', '--format', 'npz', 'a', 'b'],
      /--format npz holds one sentence; expected one on the command line$/,
    ],
    [
      ['trace', '--mask', 'diagonal', sentence],
      /--mask: unknown field mask.diagonal; expected one of causal, padding, window, paint$/,
    ],
    [['draw', '--view', 'graf', sentence], /--view is graf; expected one of lab, heads, graph/],
    [
      ['draw', '--layer', 'one', sentence],
      /--layer is one; expected a whole number from 0 to 199$/,
    ],
    [
      ['draw', '--width', '9', sentence],
      /--width is 9; expected a whole number from 100 to 10000$/,
    ],
    [['help', 'drwa'], /unknown command drwa; did you mean draw\?$/],
    [['heads', ''], /a sentence is ""; expected one with words$/],
    [['heads', sentence, ' '], /a sentence is " "; expected one with words$/],
    [['draw'], /no sentence; expected one on the command line or in the scene$/],
    [['draw', 'a', 'b'], /2 sentences; expected one$/],
    [['draw', '--view', 'compare', sentence], /no second sentence; expected --second TEXT/],
    [['scene'], /0 scenes; expected one$/],
    [['scene', '#v=1', '--to', 'yaml'], /--to is yaml; expected one of hash, json, attributes$/],
    [['serve', '--port', '99999'], /--port is 99999; expected a whole number from 0 to 65535$/],
    [['serve', 'now'], /unexpected now; expected options only$/],
    [
      ['heads', '--module', 'fast', sentence],
      /--module is fast; expected one of auto, simd, relaxed$/,
    ],
  ];
  for (const [args, message] of cases) {
    test(args.join(' ') || 'nothing', async () => {
      const { status, out, note } = await headscope(args);
      assert.match(note.trim().split('\n').at(-1) ?? '', message);
      assert.deepEqual([status, out], [2, '']);
    });
  }
});

describe('what fails: status 1', () => {
  test('a scene that was not taken as it stands; the nearest one is drawn', async () => {
    for (const [args, message] of /** @type {[string[], string][]} */ ([
      [['draw', '--layer', '9', 'She sat.'], 'layer is 9; expected a number below 2\n'],
      [['draw', '--scene', '#v=1&text=She+sat.&view=nope'], '--scene: view is nope; expected one'],
      [['scene', '--render', '#v=1&text=She+sat.&layer=9'], 'layer is 9; expected a number below'],
    ])) {
      const { status, out, note } = await headscope(args);
      assert.equal(status, 1, args.join(' '));
      assert.ok(note.startsWith(message), note);
      assert.match(out, /^<svg .*<\/svg>$/s);
    }
  });

  /** @type {[string[], RegExp][]} */
  const cases = [
    [
      ['heads', '--model', '/nowhere/model', sentence],
      /\[loadModel\] \/nowhere\/model did not load: ENOENT/,
    ],
    [['heads', '--file', '/nowhere/text'], /\/nowhere\/text cannot be read: ENOENT/],
    [
      ['draw', '--scene', '/nowhere/scene', sentence],
      /scene \/nowhere\/scene is no link, no JSON and no file/,
    ],
    [
      ['draw', '-o', '/nowhere/x.svg', sentence],
      /--out \/nowhere\/x.svg cannot be written: ENOENT/,
    ],
    [
      ['serve', '--model', '/nowhere/model'],
      /the model \/nowhere\/model is not there; npm install headscope-model-use-lite/,
    ],
  ];
  for (const [args, message] of cases) {
    test(args.join(' '), async () => {
      const { status, note } = await headscope(args);
      assert.match(note, message);
      assert.equal(status, 1);
      assert.doesNotMatch(note, /^ +at /m, 'no stack');
    });
  }
});
