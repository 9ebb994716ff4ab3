/**
 * Paints a display list as SVG: `svgString` for files and for Node, `patchSvg` into a live
 * element, where items are matched by id and only what changed is touched.
 */
import { bezier, MONO } from './display-list.js';
import { escape } from './escape.js';

/**
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {{tag: string, attributes: Record<string, string>, text?: string, children?: Shape[]}} Shape
 */

/** A length as these files write it. @param {number} value px */
export const round = (value) => String(Math.round(value * 100) / 100);

/** Arcs fade over their own width, so that all of one direction share a gradient. @param {import('./display-list.js').Curve} curve */
const gradientId = ({ stroke, rise, fade: { start, span } }) => {
  const way = span[0] <= span[1] ? 'right' : 'left';
  const over = rise === undefined ? span.map(Math.round).join('-') : way;
  return `fade-${stroke}-${Math.round(100 * start)}-${over}`;
};

/**
 * Opacity is that of stroke and fill: as one of the whole element each would be composited by itself,
 * and the browser spends longer on that than on all the rest of the picture.
 * @param {Item} item
 * @param {import('./display-list.js').Paint} paint
 * @param {string} scope prefix of gradient ids
 * @returns {Shape}
 */
function shapeOf(item, paint, scope) {
  switch (item.type) {
    case 'curve': {
      const [from, a, b, to] = bezier(item).map((point) => point.map(round).join(' '));
      return {
        tag: 'path',
        attributes: {
          d: `M${from}C${a} ${b} ${to}`,
          fill: 'none',
          stroke: `url(#${scope}${gradientId(item)})`,
          'stroke-width': round(item.width),
          'stroke-dasharray': item.dash.join(' ') || 'none',
          'stroke-opacity': round(item.opacity),
        },
      };
    }
    case 'line':
      return {
        tag: 'line',
        attributes: {
          x1: round(item.from[0]),
          y1: round(item.from[1]),
          x2: round(item.to[0]),
          y2: round(item.to[1]),
          stroke: paint(item.stroke),
          'stroke-width': round(item.width),
          ...(item.dash && { 'stroke-dasharray': item.dash.map(round).join(' ') }),
          'stroke-opacity': round(item.opacity),
        },
      };
    case 'polyline':
      return {
        tag: 'polyline',
        attributes: {
          points: item.points.map((point) => point.map(round).join(',')).join(' '),
          fill: 'none',
          stroke: paint(item.stroke),
          'stroke-width': round(item.width),
          'stroke-linejoin': 'round',
          ...(item.dash && { 'stroke-dasharray': item.dash.map(round).join(' ') }),
          'stroke-opacity': round(item.opacity),
        },
      };
    case 'polygon':
      return {
        tag: 'polygon',
        attributes: {
          points: item.points.map((point) => point.map(round).join(',')).join(' '),
          fill: paint(item.fill),
          'fill-opacity': round(item.opacity),
        },
      };
    case 'rect':
      return {
        tag: 'rect',
        attributes: {
          x: round(item.x),
          y: round(item.y),
          width: round(item.width),
          height: round(item.height),
          fill: item.fill ? paint(item.fill) : 'none',
          ...(item.fill && { 'fill-opacity': round(item.opacity) }),
          ...(item.stroke && {
            stroke: paint(item.stroke),
            'stroke-opacity': round(item.opacity),
          }),
        },
      };
    case 'text':
      return {
        tag: 'text',
        attributes: {
          x: round(item.x),
          y: round(item.y),
          fill: paint(item.fill),
          'font-size': round(item.size),
          'font-weight': String(item.weight ?? 420),
          'text-anchor': item.anchor,
          'dominant-baseline': 'central',
          ...(item.italic && { 'font-style': 'italic' }),
          ...(item.mono && { 'font-family': MONO }),
          ...(item.length && {
            textLength: round(item.length),
            lengthAdjust: 'spacingAndGlyphs',
          }),
          ...(item.rotate && {
            transform: `rotate(${item.rotate} ${round(item.x)} ${round(item.y)})`,
          }),
        },
        text: item.text,
      };
    case 'cells':
      return { tag: 'g', attributes: {}, children: cellShapes(item, paint) };
  }
}

/**
 * @param {import('./display-list.js').Cells} cells
 * @param {import('./display-list.js').Paint} paint
 * @returns {Shape[]}
 */
function cellShapes({ x, y, cell, gap, rows, columns, pixels, hatched }, paint) {
  /** @type {Shape[]} */
  const shapes = Array.from({ length: rows * columns }, (_, i) => ({
    tag: 'rect',
    attributes: {
      x: round(x + (i % columns) * cell),
      y: round(y + Math.floor(i / columns) * cell),
      width: round(cell - gap),
      height: round(cell - gap),
      fill: `rgb(${pixels[4 * i]},${pixels[4 * i + 1]},${pixels[4 * i + 2]})`,
    },
  }));
  const side = cell - gap;
  for (const [row, column] of hatched) {
    const [left, top] = [x + column * cell, y + row * cell];
    shapes.push({
      tag: 'path',
      attributes: {
        d: `M${round(left)} ${round(top + side)}l${round(side)} ${round(-side)}`,
        stroke: paint('line-strong'),
        'stroke-width': '0.75',
      },
    });
  }
  return shapes;
}

/**
 * @param {readonly Item[]} items
 * @param {import('./display-list.js').Paint} paint
 * @param {string} scope
 * @returns {Map<string, Shape>} the gradients that the curves need, by id
 */
function gradientsOf(items, paint, scope) {
  /** @type {Map<string, Shape>} */
  const gradients = new Map();
  for (const item of items) {
    if (item.type !== 'curve') continue;
    const id = scope + gradientId(item);
    if (gradients.has(id)) continue;
    const colour = paint(item.stroke);
    const own = item.rise !== undefined;
    const [x1, x2] = item.fade.span;
    gradients.set(id, {
      tag: 'linearGradient',
      attributes: {
        id,
        gradientUnits: own ? 'objectBoundingBox' : 'userSpaceOnUse',
        x1: round(own ? Number(x1 > x2) : x1),
        y1: '0',
        x2: round(own ? Number(x1 <= x2) : x2),
        y2: '0',
      },
      children: [
        {
          tag: 'stop',
          attributes: {
            offset: '0',
            'stop-color': colour,
            'stop-opacity': String(item.fade.start),
          },
        },
        { tag: 'stop', attributes: { offset: '1', 'stop-color': colour } },
      ],
    });
  }
  return gradients;
}

/** @param {Shape} shape @returns {string} */
function serialise({ tag, attributes, text, children = [] }) {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const inner = text === undefined ? children.map(serialise).join('') : escape(text);
  return `<${tag}${list.join('')}>${inner}</${tag}>`;
}

/**
 * Moved down by a part of its size, which every program knows, where browsers centre a line.
 * @param {Shape} shape
 * @returns {Shape}
 */
function portable({ attributes, ...shape }) {
  const { 'dominant-baseline': baseline, ...others } = attributes;
  return { ...shape, attributes: baseline ? { ...others, dy: '0.35em' } : attributes };
}

/**
 * @param {readonly Item[]} items
 * @param {{width: number, height: number, paint: import('./display-list.js').Paint, title?: string,
 *   font?: string}} options `font` as CSS names families
 * @returns {string} a whole SVG document
 */
export function svgString(items, { width, height, paint, title = '', font = 'sans-serif' }) {
  const gradients = [...gradientsOf(items, paint, '').values()].map(serialise).join('');
  const shapes = items.map((item) => serialise(portable(shapeOf(item, paint, '')))).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" font-family="${escape(font)}">` +
    `<title>${escape(title)}</title><defs>${gradients}</defs>${shapes}</svg>`
  );
}

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * @param {Shape} shape
 * @param {Document} document
 * @returns {SVGElement}
 */
function create({ tag, attributes, text, children = [] }, document) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children.map((child) => create(child, document)));
  return element;
}

/** What stands in each live picture, by id. @type {WeakMap<SVGSVGElement, Map<string, Drawn>>} */
const pictures = new WeakMap();

/**
 * @typedef {{element: SVGElement, shape: Shape}} Drawn an element and what it was brought to
 *
 * Brings a live `<svg>` to the display list: elements are kept by id, attributes written only when
 * they change, so CSS transitions run and a hover costs as little as it shows.
 * @param {SVGSVGElement} svg that nobody else draws into
 * @param {readonly Item[]} items each with an id of its own
 * @param {import('./display-list.js').Paint} paint
 * @param {string} scope prefix that keeps gradient ids apart between pictures
 */
export function patchSvg(svg, items, paint, scope) {
  const document = svg.ownerDocument;
  const [
    defs = create({ tag: 'defs', attributes: {} }, document),
    layer = create({ tag: 'g', attributes: {} }, document),
  ] = /** @type {SVGElement[]} */ ([...svg.children]);
  if (!svg.children.length) svg.append(defs, layer);

  const gradients = gradientsOf(items, paint, scope);
  for (const old of [...defs.children]) if (!gradients.has(old.id)) old.remove();
  const present = new Set([...defs.children].map((child) => child.id));
  for (const [id, shape] of gradients) if (!present.has(id)) defs.append(create(shape, document));

  const old = pictures.get(svg) ?? new Map();
  /** @type {Map<string, Drawn>} */
  const drawn = new Map();
  for (const item of items) {
    const shape = shapeOf(item, paint, scope);
    const kept = old.get(item.id);
    if (kept && kept.shape.tag === shape.tag && !shape.children) {
      old.delete(item.id);
      change(kept, shape);
      drawn.set(item.id, { element: kept.element, shape });
    } else {
      const element = create(shape, document);
      element.dataset.id = item.id;
      drawn.set(item.id, { element, shape });
    }
  }
  pictures.set(svg, drawn);
  // What is gone leaves first: in its place it would make all that follow move.
  for (const { element } of old.values()) element.remove();
  /** @type {Element | null} */
  let at = layer.firstElementChild;
  for (const { element } of drawn.values()) {
    if (element === at) at = at.nextElementSibling;
    else layer.insertBefore(element, at);
  }
}

/** @param {Drawn} drawn @param {Shape} next of the same tag */
function change({ element, shape }, next) {
  for (const [name, value] of Object.entries(next.attributes)) {
    if (shape.attributes[name] !== value) element.setAttribute(name, value);
  }
  for (const name of Object.keys(shape.attributes)) {
    if (!(name in next.attributes)) element.removeAttribute(name);
  }
  if (next.text !== undefined && shape.text !== next.text) element.textContent = next.text;
}
