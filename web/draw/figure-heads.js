/** Every head of the model at a glance, and what each adds to the output, as figures. */
import { drawRibbons, ribbonsHeight } from './contributions.js';
import { framed, headKey, label, SMALL, tensorOf, tokenText } from './figure-parts.js';
import { drawCells } from './matrix.js';
import { headMeasures } from './measures.js';
import { headStyle } from './style.js';
import { fitted } from './text-width.js';

/**
 * @typedef {import('./figure-parts.js').FigureInput} FigureInput
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {import('./display-list.js').Item} Item
 */

const GAP = 14;

/** @param {FigureInput} input @returns {Figure} */
export function headsFigure({ snapshot, scene, words, rgb, width }) {
  const layers = snapshot.model?.layers ?? [];
  const count = snapshot.tokens.length;
  const most = Math.max(1, ...layers.map(({ heads }) => heads));
  const side = Math.max(48, Math.min(140, Math.floor((width + GAP) / most) - GAP));
  const [cell, gap] = [side / Math.max(1, count), 0];
  const punctuation = snapshot.tokens.map(({ text }) => /^\s*\p{P}+\s*$/u.test(text));
  const rowHeight = 24 + side + 54;
  /** @type {Item[]} */
  const items = [];
  for (const [layer, { heads }] of layers.entries()) {
    const top = layer * rowHeight;
    items.push(
      label(`layer ${layer}`, words('heads.layer', { layer }), {
        x: 0,
        y: top + 8,
        size: 13,
        fill: 'ink-soft',
      }),
    );
    const { data } = tensorOf(snapshot, `layers.${layer}.attention.weights`);
    const masked = snapshot.tensors[`layers.${layer}.attention.masked`]?.data;
    for (let head = 0; head < heads; head++) {
      const [x, y] = [head * (side + GAP), top + 24];
      const selected = layer === scene.layer && scene.heads.includes(head);
      const edge = selected ? 3 : 1;
      const { kinds } = headMeasures({ weights: data, masked, count, head, punctuation });
      items.push(
        {
          type: 'rect',
          id: `frame ${layer} ${head}`,
          ...{ x: x - edge, y: y - edge, width: side + 2 * edge, height: side + 2 * edge },
          ...{ fill: headStyle(head).colour, opacity: selected ? 1 : 0.45 },
        },
        {
          ...drawCells({
            ...{ stage: 'weights', values: data, masked, head, rows: count, columns: count },
            colours: {
              ...{ ground: rgb('panel'), hue: rgb(headStyle(head).colour) },
              ...{ negative: rgb('negative'), positive: rgb('positive') },
            },
            place: { x, y, cell, gap },
          }),
          id: `cells ${layer} ${head}`,
        },
        ...headKey(head, x, y + side + 14),
        label(`kind ${layer} ${head}`, fitted(kindText(kinds, words), SMALL, side + GAP - 2), {
          ...{ x, y: y + side + 30, fill: 'ink-soft' },
        }),
      );
    }
  }
  const figure = { width: most * (side + GAP) - GAP + 3, height: layers.length * rowHeight, items };
  return framed(figure, { title: words('figure.heads'), snapshot, words });
}

/**
 * @param {readonly import('./measures.js').Kind[]} kinds
 * @param {import('./figure-parts.js').Words} words
 * @returns {string} what kind of head it looks like, in a few words
 */
export function kindText([first, second], words) {
  const text = second
    ? words('heads.kind.both', {
        first: words(`heads.kind.short.${first}`),
        second: words(`heads.kind.short.${second}`),
      })
    : words(`heads.kind.${first}`);
  return text.replaceAll('\u00ad', '');
}

/**
 * What each head adds to the output of the token that is held, or to those of all tokens.
 * @param {FigureInput & {stackOf: (token: number | null) => {heads: readonly number[], bias: number,
 *   length: number}}} input
 * @returns {Figure}
 */
export function contributionsFigure({ snapshot, scene, words, width, stackOf }) {
  const { layer, lock } = scene;
  const token = !lock
    ? null
    : 'cell' in lock
      ? lock.cell[0]
      : lock.side === 'query'
        ? lock.index
        : null;
  const stack = stackOf(token);
  const ribbon = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {string} */ colour,
  ) => ({
    ...{ name, value, text: value.toFixed(2).replace('-', '−'), colour },
  });
  const ribbons = [
    ...stack.heads.map((value, head) =>
      ribbon(words('wo.head', { head }), value, headStyle(head).colour),
    ),
    ribbon(words('wo.bias'), stack.bias, 'ink-faint'),
  ];
  const total = ribbon(words('wo.output'), stack.length, 'role-output');
  const title =
    token === null
      ? words('figure.contributionsAll', { layer })
      : words('figure.contributions', { layer, text: tokenText(snapshot.tokens[token]) });
  const items = drawRibbons({ ribbons, total, width });
  return framed(
    { width, height: ribbonsHeight(ribbons.length), items },
    { title, snapshot, words },
  );
}
