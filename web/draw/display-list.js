/**
 * The display list: what every picture is before it is painted. Lengths are in px, colours are
 * names of design tokens, `id` names an item through changes so that a painter can move it instead
 * of making it anew.
 *
 * @typedef {readonly [number, number]} Point
 * @typedef {{type: 'curve', id: string, from: Point, to: Point, stroke: string, fade: Fade,
 *   width: number, dash: readonly number[], opacity: number, rise?: number}} Curve
 *   an S-curve with level ends; with `rise` an arc with upright ends, so many px above them, or
 *   below them when negative
 * @typedef {{start: number, span: readonly [number, number]}} Fade opacity grows from the share
 *   `start` at the first x of `span` to the whole at the second, so that direction is visible
 * @typedef {{type: 'line', id: string, from: Point, to: Point, stroke: string, width: number,
 *   dash?: readonly number[], opacity: number}} Line
 * @typedef {{type: 'polyline', id: string, points: readonly Point[], stroke: string, width: number,
 *   dash?: readonly number[], opacity: number}} Polyline
 * @typedef {{type: 'polygon', id: string, points: readonly Point[], fill: string, opacity: number}} Polygon
 * @typedef {{type: 'rect', id: string, x: number, y: number, width: number, height: number,
 *   fill?: string, stroke?: string, opacity: number}} Rect
 * @typedef {{type: 'text', id: string, text: string, x: number, y: number, size: number,
 *   anchor: 'start' | 'middle' | 'end', fill: string, rotate?: number, weight?: number,
 *   italic?: boolean, mono?: boolean, length?: number}} Text
 *   `y` is the middle of the line; `rotate` in degrees about (x, y); `mono`: letters of one width;
 *   `length`: px that an SVG file keeps it to, whatever its typeface
 * @typedef {{type: 'cells', id: string, x: number, y: number, cell: number, gap: number,
 *   rows: number, columns: number, pixels: Uint8ClampedArray, hatched: readonly Point[]}} Cells
 *   a grid of coloured squares, RGBA row by row; `hatched` lists masked cells as [row, column]
 * @typedef {Curve | Line | Polyline | Polygon | Rect | Text | Cells} Item
 *
 * @typedef {(token: string) => string} Paint resolves a token name to a CSS colour
 */

/** Families of `mono`, as CSS names them. */
export const MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/**
 * @param {Curve} curve
 * @returns {readonly [Point, Point, Point, Point]} the four points of its cubic Bézier
 */
export function bezier({ from, to, rise }) {
  if (rise !== undefined) {
    // A cubic reaches three quarters of the way to its control points.
    const pull = (rise * 4) / 3;
    return [from, [from[0], from[1] - pull], [to[0], to[1] - pull], to];
  }
  const bend = (to[0] - from[0]) * 0.42;
  return [from, [from[0] + bend, from[1]], [to[0] - bend, to[1]], to];
}

/**
 * A wide curve costs what its whole length does, also what lies outside of the picture. Along the way
 * in which it leaves, an S-curve or an arc runs as 3t² − 2t³, whose inverse is known.
 * @param {Curve} curve
 * @param {{top: number, bottom: number, left: number, right: number}} seen
 * @returns {readonly [Point, Point, Point, Point]} the part that is seen
 */
export function bezierWithin(curve, { top, bottom, left, right }) {
  const whole = bezier(curve);
  const { from, to, rise, width } = curve;
  const axis = rise === undefined ? 1 : 0;
  const [low, high] = rise === undefined ? [top, bottom] : [left, right];
  const way = to[axis] - from[axis];
  if (!way) return whole;
  const at = [low - width, high + width].map((end) => timeOf((end - from[axis]) / way));
  const [start, end] = way > 0 ? at : [at[1], at[0]];
  const first = end < 1 ? beginning(whole, end) : whole;
  // A dash is counted from where its curve begins.
  if (start <= 0 || curve.dash.length) return first;
  const [p, q, r, s] = first;
  const [a, b, c, d] = beginning([s, r, q, p], 1 - start / end);
  return [d, c, b, a];
}

/** When 3t² − 2t³ reaches a share, 0..1. @param {number} share */
const timeOf = (share) => 0.5 - Math.sin(Math.asin(1 - 2 * Math.min(1, Math.max(0, share))) / 3);

/**
 * De Casteljau's construction.
 * @param {readonly [Point, Point, Point, Point]} points
 * @param {number} t where it is cut, 0..1
 * @returns {readonly [Point, Point, Point, Point]}
 */
function beginning([p, q, r, s], t) {
  const between = (/** @type {Point} */ a, /** @type {Point} */ b) =>
    /** @type {const} */ ([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]);
  const [a, b, c] = [between(p, q), between(q, r), between(r, s)];
  const [d, e] = [between(a, b), between(b, c)];
  return [p, a, d, between(d, e)];
}
