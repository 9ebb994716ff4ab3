/**
 * How heads and weights look, in one place, so that every picture agrees. Colours are names of
 * design tokens (`head-2`, `ink`), never values: a painter resolves them.
 */

/** Hues that exist before colours repeat with the next dash. */
export const HEAD_HUES = 8;

/** Dash patterns in px; a head is told apart by dash and number even without its hue. */
const DASHES = [
  [],
  [24, 2.5],
  [9, 2.5],
  [24, 2.5, 4, 2.5],
  [4, 2],
  [40, 5],
  [14, 2.5, 4, 2.5, 4, 2.5],
  [16, 7],
];

/**
 * @param {number} head
 * @returns {{colour: string, dash: number[]}} past 8 heads the hues come again with other dashes
 */
export function headStyle(head) {
  const round = Math.floor(head / HEAD_HUES);
  return { colour: `head-${head % HEAD_HUES}`, dash: DASHES[(head + 3 * round) % DASHES.length] };
}

/** px; how long the piece of a head's line is that stands beside its number. */
export const KEY_LENGTH = 26;

/**
 * A head's dash where little of its line is seen: small enough that it begins anew within a key.
 * @param {number} head
 * @returns {number[]} px
 */
export function keyDash(head) {
  const { dash } = headStyle(head);
  const period = dash.reduce((sum, length) => sum + length, 0);
  const scale = Math.min(1 / 1.6, KEY_LENGTH / (1.25 * period));
  return dash.map((length) => length * scale);
}

/**
 * How strongly a weight 0..1 shows, the same law in edges, strips, thumbnails and matrix: the
 * square root, because a width or a tint proportional to the weight hides everything below 0.1.
 * @param {number} weight
 */
export const strength = (weight) => Math.sqrt(Math.min(1, Math.max(0, weight)));

/** @param {number} weight @returns {number} px; a visible floor for the faintest edge that is drawn */
export const edgeWidth = (weight) => 0.5 + 9.5 * strength(weight);

/** @param {number} weight @returns {number} 0..1, with a visible floor */
export const edgeOpacity = (weight) => 0.2 + 0.75 * Math.min(1, Math.max(0, weight)) ** 0.7;

/** px; lines up to this width are painted many times faster than wider ones. */
export const HAIR = 1;

/** From this many edges on, only the strongest keep width, dash and tip, and none its fade. */
const CROWD = 160;

/** How many keep them: around one focused token, and of a whole sentence. */
const DISTINCT = { focused: 24, whole: 300 };

/**
 * In a crowd faint edges become hairlines, which show where attention goes as well and cost a tenth.
 * @param {readonly {weight: number}[]} edges
 * @param {boolean} focused
 * @returns {number} the least weight that is drawn in full
 */
export function leastDistinct(edges, focused) {
  const kept = focused ? DISTINCT.focused : DISTINCT.whole;
  if (edges.length <= Math.max(CROWD, kept)) return 0;
  return Float64Array.from(edges, ({ weight }) => weight).sort()[edges.length - kept];
}
