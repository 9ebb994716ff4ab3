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
