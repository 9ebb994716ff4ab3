/** Which heads a picture shows: per head its hue, its dash and its number. */
import { headStyle, KEY_LENGTH, keyDash } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { el } from './dom.js';

export class HeadKey {
  element = el('p', { class: 'head-key' });
  #shown = '';

  /** @param {{layer: number, heads: readonly number[]}} shown */
  show({ layer, heads }) {
    const shown = `${layer}:${heads.join(' ')}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(
      el('span', {}, t('heads.layer', { layer })),
      ...heads.map((head) =>
        el('span', { class: 'head-key-item' }, swatch(head), t('heads.head', { head })),
      ),
    );
  }
}

/**
 * A short piece of the head's line.
 * @param {number} head
 */
export function swatch(head) {
  const { colour } = headStyle(head);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('width', String(KEY_LENGTH));
  svg.setAttribute('height', '8');
  svg.setAttribute('aria-hidden', 'true');
  line.setAttribute('d', `M0 4H${KEY_LENGTH}`);
  line.setAttribute('stroke', `var(--${colour})`);
  line.setAttribute('stroke-width', '4');
  line.setAttribute('stroke-dasharray', keyDash(head).join(' ') || 'none');
  svg.append(line);
  return svg;
}
