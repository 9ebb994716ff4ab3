/** One head's matrix, the average of a layer, the mask, and two matrices side by side, as figures. */
import { framed, label, moved, SMALL, tensorOf, tokenText } from './figure-parts.js';
import {
  drawAverage,
  drawCells,
  drawMatrixFocus,
  drawMatrixLabels,
  largestMagnitude,
  matrixLayout,
  scaleColour,
  litBy,
} from './matrix.js';
import { averageHeads } from './measures.js';
import { headStyle, strength } from './style.js';
import { fitted, textWidth } from './text-width.js';

/**
 * @typedef {import('./figure-parts.js').FigureInput} FigureInput
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {import('./figure-parts.js').FigureSnapshot} FigureSnapshot
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./matrix.js').Stage} Stage
 */

/** @param {FigureInput} input @returns {Figure} */
export function matrixFigure(input) {
  const { snapshot, scene, words, width } = input;
  const { layer, heads, stage, average } = scene;
  const title = average
    ? words('figure.average', { layer, heads: snapshot.model?.layers[layer]?.heads ?? 0 })
    : words('figure.matrix', { layer, stage: words(`matrix.stage.${stage}`) });
  const place = {
    layer,
    head: heads[0],
    stage: average ? /** @type {const} */ ('weights') : stage,
  };
  const figure = board(input, { snapshot, size: width, average, ...place });
  return framed(figure, { title, heads: average ? [] : [heads[0]], snapshot, words });
}

/**
 * The weights under the mask: what is hidden is hatched.
 * @param {FigureInput} input
 * @returns {Figure}
 */
export function maskFigure(input) {
  const { snapshot, scene, words, width } = input;
  const { layer, heads } = scene;
  const stage = /** @type {const} */ ('weights');
  const figure = board(input, { snapshot, size: width, layer, head: heads[0], stage });
  const title = words('figure.mask', { layer });
  return framed(figure, { title, heads: [heads[0]], snapshot, words });
}

/** @param {FigureInput} input @returns {Figure} */
export function compareFigure(input) {
  const { snapshot, scene, words, width, comparison } = input;
  const { layer, heads, compare } = scene;
  const kind = compare?.kind ?? 'sentence';
  if (kind !== 'head' && !comparison) {
    throw new Error(
      `[drawView] comparison is null; a comparison by ${kind} needs a second snapshot`,
    );
  }
  const stage = /** @type {const} */ ('weights');
  const here = { layer, head: heads[0], stage };
  const there = kind === 'head' && compare ? { ...here, ...compare.other } : here;
  const second = comparison ?? snapshot;
  const size = Math.floor((width - 24) / 2);
  // Without the mask stands left, with it right, as the page has it.
  const [left, right] = kind === 'mask' ? [second, snapshot] : [snapshot, second];
  const sides = [
    { ...here, snapshot: left, side: 'a' },
    { ...there, snapshot: right, side: 'b' },
  ].map(({ side, ...of }) => {
    const names = {
      sentence: of.snapshot.text,
      head: words('heads.name', { layer: of.layer, head: of.head }),
      mask: words(side === 'a' ? 'compare.name.without' : 'compare.name.with'),
    };
    const name = fitted(`${words(`compare.${side}`)}  ${names[kind]}`, 13, size);
    return { name, side, figure: board(input, { ...of, size, scale: false }) };
  });
  const figure = {
    width,
    height: 26 + Math.max(...sides.map(({ figure: { height } }) => height)),
    items: sides.flatMap(({ name, side, figure: { items } }, i) => [
      label(`name ${side}`, name, { x: i * (size + 24), y: 8, size: 13, weight: 600 }),
      ...moved(items, i * (size + 24), 26, `${side} `),
    ]),
  };
  const shown = kind === 'head' && there.layer === layer ? [here.head, there.head] : [here.head];
  const title = words('figure.compare', { layer });
  return framed(figure, { title, heads: shown, snapshot, words });
}

/**
 * @param {FigureInput} input
 * @param {{snapshot: FigureSnapshot, size: number, layer: number, head: number, stage: Stage,
 *   average?: boolean, scale?: boolean}} of
 * @returns {Figure}
 */
function board(
  { scene, words, rgb },
  { snapshot, size, layer, head, stage, average = false, scale = true },
) {
  const texts = snapshot.tokens.map(tokenText);
  const count = texts.length;
  const widest = Math.max(0, ...texts.map((text) => textWidth(text, 13)));
  const layout = matrixLayout({ size, count, label: widest });
  const { margin, cell, gap, font, labelled, side } = layout;
  const name = (/** @type {string} */ part) => `layers.${layer}.attention.${part}`;
  const tensor = tensorOf(snapshot, name(stage));
  const masked = snapshot.tensors[name('masked')]?.data;
  const place = { x: margin, y: margin, cell, gap };
  const colours = {
    ...{ ground: rgb('panel'), hue: rgb(headStyle(head).colour) },
    ...{ negative: rgb('negative'), positive: rgb('positive') },
  };
  const hue = (/** @type {number} */ of) => rgb(headStyle(of).colour);
  const cells = average
    ? drawAverage({
        ...averageHeads({ weights: tensor.data, count, heads: tensor.shape[0] }),
        ...{ masked, count, ground: colours.ground, hue, place },
      })
    : drawCells({
        stage,
        values: tensor.data,
        masked,
        head,
        rows: count,
        columns: count,
        colours,
        place,
      });
  const lit = litBy(scene.lock, count);
  const frame = {
    x: margin - gap,
    y: margin - gap,
    width: cell * count + gap,
    height: cell * count + gap,
  };
  const short = texts.map((text) => fitted(text, font, margin - 8));
  const axes = labelled
    ? [words('matrix.axisQuery'), words('matrix.axisKey')]
    : [words('matrix.axes')];
  /** @type {Item[]} */
  const items = [
    { type: 'rect', id: 'grid', ...frame, fill: 'line', opacity: 1 },
    cells,
    ...drawMatrixLabels({ texts: short, layout, ...lit }),
    ...axes.map((text, i) =>
      label(`axis ${i}`, text, {
        ...{
          x: labelled ? margin - 6 : margin,
          y: margin - 8 - (axes.length - 1 - i) * 12,
          size: 10,
        },
        ...{ anchor: labelled ? 'end' : 'start', fill: 'ink-faint' },
      }),
    ),
    ...drawMatrixFocus({ ...lit, count, layout }),
  ];
  if (!scale || average) return { width: side, height: side + 6, items };
  const limit = largestMagnitude(tensor.data, head * count * count, count * count);
  return {
    width: side,
    height: side + 46,
    items: [
      ...items,
      ...scaleItems({ stage, limit, colours, x: margin, y: side + 12, width: cell * count }),
    ],
  };
}

/**
 * @param {{stage: Stage, limit: number, colours: import('./matrix.js').MatrixColours, x: number,
 *   y: number, width: number}} of
 * @returns {Item[]}
 */
function scaleItems({ stage, limit, colours, x, y, width }) {
  const cell = 8;
  const columns = Math.max(12, Math.floor(width / cell));
  const pixels = new Uint8ClampedArray(4 * columns);
  const isShare = stage === 'weights';
  for (let i = 0; i < columns; i++) {
    const at = i / (columns - 1);
    pixels.set([...scaleColour(stage, isShare ? at : 2 * at - 1, colours), 255], 4 * i);
  }
  const ticks = isShare
    ? [0, 0.1, 0.25, 0.5, 1].map((value) => ({ at: strength(value), text: String(value) }))
    : [-limit, 0, limit].map((value, i) => ({
        at: i / 2,
        text: value.toFixed(1).replace('-', '−'),
      }));
  const length = columns * cell;
  return [
    {
      type: 'rect',
      id: 'scale frame',
      x: x - 1,
      y: y - 1,
      width: length + 2,
      height: cell + 2,
      fill: 'line',
      opacity: 1,
    },
    { type: 'cells', id: 'scale', x, y, cell, gap: 0, rows: 1, columns, pixels, hatched: [] },
    ...ticks.map(({ at, text }) =>
      label(`tick ${text}`, text, {
        x: x + at * length,
        y: y + 20,
        size: SMALL,
        anchor: 'middle',
        fill: 'ink-faint',
      }),
    ),
  ];
}
