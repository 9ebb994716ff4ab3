/** The mixer as a figure: a fader a head, at what the head is multiplied by. */
import { framed, headKey, label } from './figure-parts.js';
import { headStyle } from './style.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{gain: number, muted: boolean, solo: boolean}} Channel
 */

const TRACK = 120;
const CHANNEL = 64;
const MOST_GAIN = 1.5;

/**
 * @param {import('./figure-parts.js').FigureInput & {mixer: {place: 'before' | 'after',
 *   layers: readonly (readonly Channel[] | null)[]}}} input
 * @returns {import('./figure-parts.js').Figure}
 */
export function mixerFigure({ snapshot, words, mixer }) {
  const layers = snapshot.model?.layers ?? [];
  /** @type {Item[]} */
  const items = layers.flatMap(({ heads }, layer) => {
    const top = layer * (TRACK + 96);
    const name = words('heads.layer', { layer });
    return [
      label(`layer ${layer}`, name, { x: 0, y: top + 8, size: 13, fill: 'ink-soft' }),
      ...Array.from({ length: heads }, (_, head) => {
        const channel = mixer.layers[layer]?.[head] ?? { gain: 1, muted: false, solo: false };
        return channelItems(channel, { layer, head, x: head * CHANNEL, top: top + 28 });
      }).flat(),
    ];
  });
  const most = Math.max(1, ...layers.map(({ heads }) => heads));
  const figure = { width: most * CHANNEL, height: layers.length * (TRACK + 96), items };
  return framed(figure, { title: words(`figure.mixer.${mixer.place}`), snapshot, words });
}

/**
 * @param {Channel} channel
 * @param {{layer: number, head: number, x: number, top: number}} place
 * @returns {Item[]}
 */
function channelItems({ gain, muted, solo }, { layer, head, x, top }) {
  const id = `${layer} ${head}`;
  const middle = x + 14;
  const height = (TRACK * gain) / MOST_GAIN;
  const bottom = top + TRACK;
  const marks = `${muted ? 'M' : ''}${solo ? 'S' : ''}`;
  return [
    {
      type: 'rect',
      id: `track ${id}`,
      x: middle - 4,
      y: top,
      width: 8,
      height: TRACK,
      fill: 'line',
      opacity: 1,
    },
    {
      ...{ type: 'rect', id: `gain ${id}`, x: middle - 4, y: bottom - height, width: 8, height },
      ...{ fill: headStyle(head).colour, opacity: muted ? 0.25 : 1 },
    },
    {
      type: 'rect',
      id: `knob ${id}`,
      x: middle - 11,
      y: bottom - height - 3,
      width: 22,
      height: 6,
      fill: 'ink',
      opacity: 1,
    },
    label(`value ${id}`, `${gain.toFixed(2)}${marks && ` ${marks}`}`, {
      x,
      y: bottom + 16,
      size: 12,
      fill: 'ink-soft',
    }),
    ...headKey(head, x, bottom + 36),
  ];
}
