/**
 * Connectors between the cards of a flow: who feeds whom, as right-angled lines with round corners.
 * Pure: boxes and edges in, SVG paths out. Lengths are CSS pixels.
 */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{from: string, to: string}} Edge
 * @typedef {[number, number]} Point
 * @typedef {{from: string, to: string, d: string, head: string}} Connector line and arrow head
 */

const CORNER = 6;
const LANE = 7;
const HEAD = 5;

/**
 * Cards in rows of a grid. An edge to the right neighbour is straight; one to a lower row leaves at
 * the bottom, turns in the gap above its target and enters at the top; an edge that would run through
 * other cards goes round them at the left or right of the grid.
 * @param {Readonly<Record<string, Box>>} boxes
 * @param {readonly Edge[]} edges edges whose boxes are missing are left out
 * @returns {Connector[]}
 */
export function gridConnectors(boxes, edges) {
  const present = edges.filter(({ from, to }) => boxes[from] && boxes[to]);
  const all = Object.values(boxes);
  const left = Math.min(...all.map(({ x }) => x));
  const right = Math.max(...all.map(({ x, width }) => x + width));
  const turning = present.filter((edge) => turns(boxes, edge));

  return present.map((edge) => {
    const from = boxes[edge.from];
    const to = boxes[edge.to];
    if (sameRow(from, to)) {
      const y = Math.min(from.y + from.height, to.y + to.height) / 2 + Math.max(from.y, to.y) / 2;
      return connector(edge, [
        [from.x + from.width, y],
        [to.x, y],
      ]);
    }
    const entry = entryOf(boxes, present, edge);
    const bottom = from.y + from.height;
    if (clear(all, from, to, entry)) {
      if (within(from, entry))
        return connector(edge, [
          [entry, bottom],
          [entry, to.y],
        ]);
    }
    const sources = [...new Set(turning.filter((e) => boxes[e.to].y === to.y).map((e) => e.from))];
    const lane = to.y - 12 - LANE * (sources.length - 1 - sources.indexOf(edge.from));
    const exit = from.x + from.width / 2;
    if (nextRow(all, from, to)) {
      return connector(edge, [
        [exit, bottom],
        [exit, lane],
        [entry, lane],
        [entry, to.y],
      ]);
    }
    const atLeft = from.x - left < 1;
    const side = atLeft ? left - 14 : right + 14;
    const middle = from.y + from.height / 2;
    return connector(edge, [
      [atLeft ? from.x : from.x + from.width, middle],
      [side, middle],
      [side, lane],
      [entry, lane],
      [entry, to.y],
    ]);
  });
}

/**
 * Cards below each other. An edge to the next card is straight; a longer one runs beside the cards,
 * each in a lane of its own.
 * @param {Readonly<Record<string, Box>>} boxes
 * @param {readonly Edge[]} edges
 * @returns {Connector[]}
 */
export function columnConnectors(boxes, edges) {
  const order = Object.entries(boxes)
    .sort(([, a], [, b]) => a.y - b.y)
    .map(([name]) => name);
  const present = edges.filter(({ from, to }) => boxes[from] && boxes[to]);
  /** @type {number[]} lower end of the last edge in each lane */
  const lanes = [];
  return present.map((edge) => {
    const from = boxes[edge.from];
    const to = boxes[edge.to];
    if (order.indexOf(edge.to) === order.indexOf(edge.from) + 1) {
      const x = from.x + Math.min(from.width, to.width) / 2;
      return connector(edge, [
        [x, from.y + from.height],
        [x, to.y],
      ]);
    }
    const start = from.y + from.height - 24;
    const end = to.y + 16 + 8 * present.filter((e) => e.to === edge.to).indexOf(edge);
    let lane = lanes.findIndex((used) => used <= start);
    if (lane < 0) lane = lanes.length;
    lanes[lane] = end;
    const side = Math.min(from.x, to.x) - 9 - lane * 4;
    return connector(edge, [
      [from.x, start],
      [side, start],
      [side, end],
      [to.x, end],
    ]);
  });
}

/** @param {Box} a @param {Box} b */
const sameRow = (a, b) => a.y < b.y + b.height && b.y < a.y + a.height;

/** @param {Box} box @param {number} x */
const within = ({ x: left, width }, x) => x >= left && x <= left + width;

/** @param {Readonly<Record<string, Box>>} boxes @param {Edge} edge */
function turns(boxes, { from, to }) {
  return (
    !sameRow(boxes[from], boxes[to]) && !within(boxes[from], boxes[to].x + boxes[to].width / 2)
  );
}

/**
 * No other card in the way of a vertical line at `x`.
 * @param {Box[]} all @param {Box} from @param {Box} to @param {number} x
 */
function clear(all, from, to, x) {
  return !all.some(
    (box) => within(box, x) && box.y >= from.y + from.height && box.y + box.height <= to.y,
  );
}

/** @param {Box[]} all @param {Box} from @param {Box} to */
function nextRow(all, from, to) {
  return !all.some((box) => box.y >= from.y + from.height && box.y + box.height <= to.y);
}

/**
 * Where an edge enters the top of its target: all edges that come from above share the width, in the
 * order of their sources; an edge that runs round comes first or last.
 * @param {Readonly<Record<string, Box>>} boxes
 * @param {Edge[]} edges
 * @param {Edge} edge
 */
function entryOf(boxes, edges, edge) {
  const to = boxes[edge.to];
  const from = edges
    .filter((e) => e.to === edge.to && !sameRow(boxes[e.from], to))
    .map((e) => e.from)
    .sort((a, b) => boxes[a].x - boxes[b].x);
  return to.x + (to.width * (from.indexOf(edge.from) + 1)) / (from.length + 1);
}

/** @param {Edge} edge @param {Point[]} points @returns {Connector} */
function connector({ from, to }, points) {
  return { from, to, d: roundedPath(points), head: arrowHead(points) };
}

/** @param {Point[]} points at right angles @returns {string} */
export function roundedPath(points) {
  let d = `M${points[0].map(short).join(' ')}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const before = towards(points[i], points[i - 1]);
    const after = towards(points[i], points[i + 1]);
    const corner = points[i].map(short).join(' ');
    d += `L${before.map(short).join(' ')}Q${corner} ${after.map(short).join(' ')}`;
  }
  return `${d}L${/** @type {Point} */ (points.at(-1)).map(short).join(' ')}`;
}

/** @param {Point} point @param {Point} goal @returns {Point} the corner's end, on the way to `goal` */
function towards([x, y], [goalX, goalY]) {
  const length = Math.hypot(goalX - x, goalY - y);
  const share = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return [x + (goalX - x) * share, y + (goalY - y) * share];
}

/** @param {Point[]} points @returns {string} a filled triangle at the last point */
function arrowHead(points) {
  const [x, y] = points[points.length - 1];
  const [fromX, fromY] = points[points.length - 2];
  const dx = Math.sign(x - fromX) * HEAD;
  const dy = Math.sign(y - fromY) * HEAD;
  const [wingX, wingY] = [dy * 0.7, dx * 0.7];
  return `M${short(x)} ${short(y)}L${short(x - dx - wingX)} ${short(y - dy - wingY)}L${short(x - dx + wingX)} ${short(y - dy + wingY)}Z`;
}

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;
