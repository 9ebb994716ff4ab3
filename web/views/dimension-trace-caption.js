/** What stands under a miniature: its range, how its colours run, what a pixel stands for. */
import { formatNumber, t } from '../i18n/index.js';

/**
 * @param {import('./dimension-trace-mini.js').Facts} facts
 * @param {'signed' | 'share'} kind
 * @param {readonly string[]} axes
 * @param {number} heads of the tensor, of which not all may be drawn
 */
export function captionOf({ layout, extent, limit }, kind, axes, heads) {
  if (layout.rows * layout.columns === 0) return '';
  const parts = [];
  const { panels } = layout;
  if (panels[0].head !== null && panels.length < heads) {
    const [from, to] = [panels[0].head, panels[0].head + panels.length - 1];
    parts.push(t('trace.headsShown', { from, to, count: heads }));
  }
  if (axes.at(-1) === 'key') parts.push(t('trace.queryKey'));
  if (Number.isFinite(extent.min)) {
    const digits = kind === 'share' ? 3 : Math.max(-extent.min, extent.max) < 10 ? 2 : 1;
    const [min, max] = [formatNumber(extent.min, digits), formatNumber(extent.max, digits)];
    parts.push(t('trace.range', { min, max }));
    const beyond = Math.max(-extent.min, extent.max) > limit;
    if (kind === 'share') parts.push(t('trace.share'));
    else if (beyond) parts.push(t('trace.full', { limit }));
  }
  const count = layout.rowBlock * layout.columnBlock;
  if (count > 1) parts.push(t('trace.block', { count }));
  if (extent.faults) parts.push(t('trace.faults', { count: extent.faults }));
  return parts.join(' · ');
}
