/** Colours of style sheets as every program knows them. */

/** @typedef {{colour: string, alpha: number}} Ink `#rrggbb`, and 0..1 */

export class Inks {
  /** @type {Map<string, Ink>} */
  #known = new Map();
  #context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  );
  #gradients = 0;

  /** @param {string} css a computed colour @returns {Ink} */
  hex(css) {
    const known = this.#known.get(css);
    if (known) return known;
    this.#context.clearRect(0, 0, 1, 1);
    this.#context.fillStyle = css;
    this.#context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = this.#context.getImageData(0, 0, 1, 1).data;
    const colour = `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    const ink = { colour, alpha: a / 255 };
    this.#known.set(css, ink);
    return ink;
  }

  /**
   * @param {string} css a computed background-image
   * @param {string[]} defs where its definition goes
   * @returns {string | null} a reference to it; null where it is no straight gradient
   */
  gradient(css, defs) {
    const inner = /^linear-gradient\((.*)\)$/.exec(css)?.[1];
    if (!inner) return null;
    const pieces = inner.split(/,(?![^(]*\))/).map((piece) => piece.trim());
    const across = /^(to right|90deg)$/.test(pieces[0]);
    if (across || /^(to |[\d.]+deg)/.test(pieces[0])) pieces.shift();
    const id = `ground-${this.#gradients++}`;
    const stops = pieces.map((piece, i) => {
      const [, colour, place] = /^(.*?)(?:\s+([\d.]+)%)?$/.exec(piece) ?? [];
      const { colour: hex, alpha } = this.hex(colour);
      const at = place === undefined ? i / (pieces.length - 1) : Number(place) / 100;
      return `<stop offset="${at}" stop-color="${hex}" stop-opacity="${alpha}"/>`;
    });
    const way = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
    defs.push(`<linearGradient id="${id}" x1="0" y1="0" ${way}>${stops.join('')}</linearGradient>`);
    return `url(#${id})`;
  }
}
