/** One number of the model unfolded into what made it, down to digits that add up, as a figure. */
import { cellName, roleOf, tensorName } from './arithmetic-names.js';
import { termLine, totalLines } from './arithmetic-lines.js';
import { arithmeticPicture } from './arithmetic-picture.js';
import { framed, label, SMALL } from './figure-parts.js';
import { equations, paragraph, stacked } from './figure-text.js';
import { formula } from './formula.js';
import { textWidth } from './text-width.js';

/**
 * @typedef {import('./arithmetic.js').Unfolded} Unfolded
 * @typedef {import('./arithmetic-lines.js').Line} Line
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./figure-parts.js').Figure} Figure
 *
 * @typedef {object} Arithmetic
 * @property {Unfolded} unfolded
 * @property {readonly import('./formula.js').Term[]} formula of the cell
 * @property {number} dHead
 * @property {string} where the cell stands, in words
 * @property {string} say what the terms do not
 * @property {readonly {name: string, text: string}[]} steps of the chain, in order, each with its number
 * @property {import('./arithmetic-lines.js').FormatNumber} number
 */

const HEIGHT = 150;

/** So many terms stand as lines, without a picture. */
const FEW = 3;

/**
 * @param {import('./figure-parts.js').FigureInput & {arithmetic: Arithmetic}} input
 * @returns {Figure}
 */
export function arithmeticFigure({ snapshot, scene, words, width, arithmetic }) {
  const { unfolded, dHead, where, say, steps, number } = arithmetic;
  const { cell, value, digits, kind, terms } = unfolded;
  const lines = (/** @type {readonly Line[]} */ all) =>
    all.map((line) =>
      line.map((part) => (typeof part === 'string' ? part : shown(part, dHead, words))),
    );
  const say_ = { words, number };
  const one = terms.length <= FEW ? terms : [terms.find(({ chosen }) => chosen) ?? terms[0]];
  const parts =
    kind === 'hidden' || !terms.length
      ? []
      : [
          ...(terms.length > FEW ? [pictureOf(unfolded, { width, words })] : []),
          equations(
            'term',
            lines(one.map((term, i) => [...(i ? ['+ '] : []), ...ending(unfolded, term, say_)])),
            { width },
          ),
          equations('total', lines(totalLines(unfolded, say_)), { width }),
        ];
  const figure = stacked(
    [
      chain(steps, cell.name, width),
      paragraph('where', where, { width, fill: 'ink-soft' }),
      formula('formula', arithmetic.formula),
      paragraph('say', say, { width, fill: 'ink-soft' }),
      ...parts,
    ],
    12,
  );
  const title = words('figure.arithmetic', {
    layer: scene.layer,
    cell: cellName(cell, dHead, words),
    value: number(value, digits),
  });
  const heads = steps.length && /^\d+$/.test(String(scene.heads[0])) ? [scene.heads[0]] : [];
  return framed({ ...figure, width }, { title, heads, snapshot, words });
}

/** @typedef {{words: import('./figure-parts.js').Words, number: import('./arithmetic-lines.js').FormatNumber}} Say */

/**
 * One of many terms says how far the sum has come with it.
 * @param {Unfolded} unfolded
 * @param {import('./arithmetic.js').Term} term
 * @param {Say} say
 * @returns {Line}
 */
function ending(unfolded, term, say) {
  const line = termLine(unfolded, term, say);
  if (unfolded.terms.length <= FEW) return line;
  const text = say.number(term.running, unfolded.decimals);
  return [...line, '  ', { name: say.words('arithmetic.runs'), text }];
}

/**
 * @param {import('./arithmetic-lines.js').LinePart} part
 * @param {number} dHead
 * @param {import('./figure-parts.js').Words} words
 * @returns {import('./figure-text.js').Part}
 */
function shown({ text, name = '', cell, strong = false }, dHead, words) {
  if (!cell) return { text, name, strong };
  const role = roleOf(cell.name);
  return { text, name: cellName(cell, dHead, words), ...(role && { fill: `role-${role}` }) };
}

/**
 * The steps that made the number, the one on show in a frame.
 * @param {Arithmetic['steps']} steps
 * @param {string} here
 * @param {number} width
 * @returns {Figure}
 */
function chain(steps, here, width) {
  const [height, pad, gap] = [38, 8, 4];
  /** @type {Item[]} */
  const items = [];
  let [x, y] = [0, 0];
  for (const { name, text } of steps) {
    const called = tensorName(name);
    const room = Math.max(textWidth(called, SMALL), textWidth(text, SMALL)) + 2 * pad;
    if (x > 0 && x + room > width) [x, y] = [0, y + height + gap];
    const role = roleOf(name);
    const on = name === here;
    items.push(
      {
        ...{ type: 'rect', id: `step ${name}`, x: x + 0.5, y: y + 0.5, width: room, height },
        ...{ fill: on ? 'mark' : 'panel', stroke: on ? 'ink' : 'line', opacity: 1 },
      },
      label(`step ${name} name`, called, {
        ...{ x: x + pad, y: y + 12, fill: role ? `role-${role}` : 'ink-soft' },
        weight: on ? 650 : 420,
      }),
      label(`step ${name} value`, text, { x: x + pad, y: y + 27, weight: on ? 650 : 420 }),
    );
    x += room + gap;
  }
  return { width, height: steps.length ? y + height + 1 : 0, items };
}

/**
 * @param {Unfolded} unfolded
 * @param {{width: number, words: import('./figure-parts.js').Words}} look
 * @returns {Figure}
 */
function pictureOf(unfolded, { width, words }) {
  const { kind, terms } = unfolded;
  const current = Math.max(
    0,
    terms.findIndex(({ chosen }) => chosen),
  );
  const [{ left, right }] = terms;
  const name = kind === 'same' ? 'sum' : kind;
  const rows = [left, right].flatMap((cell) => (cell ? [tensorName(cell.name)] : []));
  const legend = [...rows.slice(0, 2), words(`arithmetic.legend.${name}`)].join(' · ');
  return {
    width,
    height: HEIGHT + 22,
    items: [
      ...arithmeticPicture(unfolded, { width, height: HEIGHT, current }),
      label('legend', legend, { x: 0, y: HEIGHT + 14, fill: 'ink-soft' }),
    ],
  };
}
