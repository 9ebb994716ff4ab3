/** Paints what is seen of the painter: cells that scroll, labels that stay. */
import { paintCanvas } from '../draw/canvas.js';
import { drawCursor, drawPainter, drawPainterLabels, seenCells } from '../draw/mask.js';
import { headStyle } from '../draw/style.js';
import { closedRows, isPainted, openCells } from '../state/mask.js';
import { attentionName, focusOf, shownHeads } from '../state/store.js';
import { prepareCanvas, tokenText } from './dom.js';
import { placeAt } from './mask-places.js';

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} about
 * @param {Readonly<import('../state/store.js').State>} about.state
 * @param {ReturnType<typeof import('./palette.js').readPalette>} about.palette
 * @param {import('../draw/mask.js').PainterLayout} about.layout
 * @param {{width: number, height: number, left: number, top: number}} about.view of the whole picture
 * @param {string} about.font
 */
export function paintMaskBoard(canvas, { state, palette, layout, view, font }) {
  const { snapshot, mask } = state;
  const { layer, heads } = shownHeads(state);
  const weights = snapshot?.tensors[attentionName(layer, 'weights')];
  if (!snapshot || !weights) return;
  const count = snapshot.tokens.length;
  const { left, top } = view;
  const [width, height] = [view.width, view.height].map((room) => Math.min(room, layout.side));
  const context = prepareCanvas(canvas, width, height);
  const { css, rgb } = palette;
  /**
   * @param {readonly [number, number, number, number]} clip
   * @param {readonly [number, number]} shift
   * @param {import('../draw/display-list.js').Item[]} items
   */
  const part = (clip, shift, items) => {
    context.save();
    context.beginPath();
    context.rect(...clip);
    context.clip();
    context.translate(...shift);
    paintCanvas(context, items, css, { font });
    context.restore();
  };
  const { query: row = null, key: column = null } = placeAt(focusOf(state)) ?? {};
  const { margin } = layout;
  const cells = drawPainter({
    weights: weights.data,
    head: heads[0],
    count,
    open: openCells(mask, count),
    isPainted: (query, key) => mask.painting && isPainted(mask.paint, query, key),
    colours: { panel: rgb('panel'), hue: rgb(headStyle(heads[0]).colour), paint: rgb('line') },
    layout,
    seen: seenCells(layout, { count, ...view, width, height }),
  });
  const labels = {
    texts: snapshot.tokens.map(tokenText),
    padding: mask.padding ?? count,
    closed: closedRows(mask, count),
    layout,
  };
  part(
    [margin - 1, margin - 1, width, height],
    [-left, -top],
    [...cells, ...drawCursor({ layout, count, row, column })],
  );
  part(
    [0, margin - 1, margin, height],
    [0, -top],
    drawPainterLabels({ side: 'query', lit: row, ...labels }),
  );
  part(
    [margin - 1, 0, width, margin],
    [-left, 0],
    drawPainterLabels({ side: 'key', lit: column, ...labels }),
  );
}
