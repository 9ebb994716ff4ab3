/**
 * Words in figures: paragraphs, code, numbers with their names over them, tables. Each is a figure of
 * its own, from (0, 0) on; `stacked` and `beside` put figures together.
 *
 * @typedef {import('./display-list.js').Item} Item
 * @typedef {import('./figure-parts.js').Figure} Figure
 * @typedef {object} Part of a line
 * @property {string} text
 * @property {string} [name] stands over it, small
 * @property {string} [fill] of the name
 * @property {boolean} [strong]
 */
import { label, moved, SMALL } from './figure-parts.js';
import { advance, textWidth } from './text-width.js';

export const BODY = 13;
const LINE = 1.5;

/** Words, each with the space behind it; a Chinese sign is a word of its own. */
const WORDS =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+/gu;

/**
 * @param {string} text
 * @param {number} size px
 * @param {number} room px
 * @returns {string[]} lines that fit, a word that does not for itself
 */
export function linesWithin(text, size, room) {
  /** @type {string[]} */
  const lines = [];
  for (const [word] of text.matchAll(WORDS)) {
    const line = lines[lines.length - 1];
    if (line !== undefined && textWidth((line + word).trimEnd(), size) <= room) {
      lines[lines.length - 1] += word;
    } else lines.push(word);
  }
  return lines.map((line) => line.trimEnd());
}

/**
 * @param {string} id
 * @param {string} text none at all takes no room
 * @param {{width: number, size?: number, fill?: string, weight?: number}} look
 * @returns {Figure}
 */
export function paragraph(id, text, { width, size = BODY, fill = 'ink', weight = 420 }) {
  const lines = text ? linesWithin(text, size, width) : [];
  const height = size * LINE;
  return {
    width: Math.max(0, ...lines.map((line) => textWidth(line, size))),
    height: lines.length * height,
    items: lines.map((line, i) =>
      label(`${id} ${i}`, line, { x: 0, y: (i + 0.5) * height, size, fill, weight }),
    ),
  };
}

/** Lines of code, a letter as wide as the other. @param {string} text @param {number} size */
const codeWidth = (text, size) => Math.ceil([...text].length * size * 0.605);

/**
 * @param {string} id
 * @param {readonly {text: string, steps?: readonly number[]}[]} lines
 * @param {number} step whose lines are marked
 * @returns {Figure}
 */
export function code(id, lines, step) {
  const [size, pad, height] = [12, 10, 18];
  const width = Math.max(...lines.map(({ text }) => codeWidth(text, size))) + 2 * pad;
  /** @type {Item[]} */
  const items = [box(`${id} ground`, 0, 0, width, lines.length * height + 2 * pad, 'sunken')];
  lines.forEach(({ text, steps }, i) => {
    const y = pad + (i + 0.5) * height;
    if (steps?.includes(step)) {
      items.push(box(`${id} mark ${i}`, 0, y - height / 2, width, height, 'mark'));
    }
    const at = text.indexOf('#');
    const parts = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
    const indent = parts[0].length - parts[0].trimStart().length;
    const of = (/** @type {number} */ part, /** @type {number} */ letters) => ({
      .../** @type {import('./display-list.js').Text} */ (
        label(`${id} ${i} ${part}`, parts[part].trim(), {
          ...{ x: pad + codeWidth(' '.repeat(letters), size), y, size },
          fill: part ? 'ink-soft' : 'ink',
        })
      ),
      mono: true,
    });
    if (parts[0].trim()) items.push(of(0, indent));
    if (parts[1]) items.push(of(1, parts[0].length));
  });
  return { width, height: lines.length * height + 2 * pad, items };
}

/**
 * Lines of numbers and signs, broken where the room ends; names stand over their numbers.
 * @param {string} id
 * @param {readonly (readonly (Part | string)[])[]} lines
 * @param {{width: number, size?: number}} look
 * @returns {Figure}
 */
export function equations(id, lines, { width, size = BODY }) {
  /** @type {Item[]} */
  const items = [];
  let [top, widest] = [0, 0];
  lines.forEach((line, row) => {
    const parts = line.flatMap((part) => (typeof part === 'string' ? broken(part) : [part]));
    let x = 0;
    const named = parts.some(({ name }) => name);
    const height = (named ? 32 : 0) + (named ? 4 : size * LINE);
    parts.forEach(({ text, name = '', fill = 'ink-soft', strong = false }, i) => {
      const lengths = {
        text: advance(text.trim(), size, strong),
        name: advance(name, SMALL),
      };
      const room = Math.max(lengths.text, lengths.name);
      const gap = (/** @type {string} */ of) => (of === '' ? 0 : 5);
      if (x > 0 && x + room > width) [x, top] = [0, top + height];
      const before = x > 0 ? gap(/^\s*/.exec(text)?.[0] ?? '') : 0;
      const at = `${id} ${row} ${i}`;
      const weight = strong ? 650 : 420;
      if (name) {
        const over = label(`${at} name`, name, { x: x + before, y: top + 7, fill });
        items.push(kept(over, lengths.name));
      }
      const y = top + (named ? 24 : (size * LINE) / 2);
      if (text.trim()) {
        const word = label(at, text.trim(), { x: x + before, y, size, weight });
        items.push(kept(word, lengths.text));
      }
      x += before + room + (gap(/\s*$/.exec(text)?.[0] ?? '') || (name ? 3 : 0));
      widest = Math.max(widest, x);
    });
    top += height;
  });
  return { width: widest, height: top, items };
}

/** @param {Item} item a text @param {number} length @returns {Item} */
const kept = (item, length) =>
  item.type === 'text' && item.text.length > 1 ? { ...item, length } : item;

/** A sentence may break between any two words. @param {string} text @returns {Part[]} */
const broken = (text) =>
  text.length > 24 ? [...text.matchAll(WORDS)].map(([word]) => ({ text: word })) : [{ text }];

/**
 * @typedef {{text: string, strong?: boolean, fill?: string, ground?: string, opacity?: number}} Cell
 * @param {string} id
 * @param {readonly (readonly (Cell | string)[])[]} rows the first is the head; a row of one cell is a
 *   heading of its own; the first column stands left, the others right
 * @returns {Figure}
 */
export function table(id, rows) {
  const [size, height, pad] = [12, 24, 9];
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)),
  );
  const full = cells.filter((row) => row.length > 1);
  const columns = Math.max(...full.map((row) => row.length));
  const widths = Array.from(
    { length: columns },
    (_, column) =>
      Math.max(...full.map((row) => textWidth(row[column]?.text ?? '', size))) + 2 * pad,
  );
  const lefts = widths.map((_, i) => widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const width = lefts[columns - 1] + widths[columns - 1];
  /** @type {Item[]} */
  const items = [];
  cells.forEach((row, r) => {
    const y = (r + 0.5) * height;
    row.forEach((cell, column) => {
      const { text, strong = r === 0 || row.length === 1, ground, opacity = 1 } = cell;
      const fill = cell.fill ?? (r === 0 || row.length === 1 ? 'ink-soft' : 'ink');
      if (ground) {
        items.push({
          .../** @type {import('./display-list.js').Rect} */ (
            box(
              `${id} ground ${r} ${column}`,
              lefts[column],
              y - height / 2,
              widths[column],
              height,
              ground,
            )
          ),
          opacity,
        });
      }
      const x = column ? lefts[column] + widths[column] - pad : 0;
      const anchor = column ? 'end' : 'start';
      if (text) {
        const weight = strong ? 600 : 420;
        items.push(label(`${id} ${r} ${column}`, text, { x, y, size, anchor, fill, weight }));
      }
    });
    items.push({
      ...{ type: 'line', id: `${id} line ${r}`, stroke: 'line', width: 1, opacity: 1 },
      ...{ from: [0, (r + 1) * height], to: [width, (r + 1) * height] },
    });
  });
  return { width, height: rows.length * height, items };
}

/**
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 * @returns {Item}
 */
const box = (id, x, y, width, height, fill) => ({
  ...{ type: 'rect', id, x, y, width, height, fill, opacity: 1 },
});

/**
 * @param {readonly Figure[]} figures below each other; those without height leave no gap
 * @param {number} gap px
 * @returns {Figure}
 */
export function stacked(figures, gap) {
  /** @type {Item[]} */
  const items = [];
  let [top, width] = [0, 0];
  for (const figure of figures.filter(({ height }) => height > 0)) {
    if (top > 0) top += gap;
    items.push(...moved(figure.items, 0, top));
    top += figure.height;
    width = Math.max(width, figure.width);
  }
  return { width, height: top, items };
}

/**
 * @param {readonly Figure[]} figures side by side, below each other where they do not fit
 * @param {{gap: number, width: number}} room
 * @returns {Figure}
 */
export function beside(figures, { gap, width: room }) {
  const whole = figures.reduce((sum, { width }) => sum + width + gap, -gap);
  if (whole > room) return stacked(figures, gap);
  /** @type {Item[]} */
  const items = [];
  let left = 0;
  for (const figure of figures) {
    items.push(...moved(figure.items, left, 0));
    left += figure.width + gap;
  }
  return { width: whole, height: Math.max(...figures.map(({ height }) => height)), items };
}
