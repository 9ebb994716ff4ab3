/** Over a picture of the comparison: its side, and the name of what it shows. */
import { el } from './dom.js';

export class CompareCaption {
  #badge = el('span', { class: 'compare-badge' });
  #name = el('bdi', { class: 'compare-name', dir: 'auto' });
  element = el('figcaption', {}, this.#badge, this.#name);

  /** @param {{badge: string, name: string}} shown */
  show({ badge, name }) {
    this.#badge.textContent = badge;
    // Names of sentences differ at their ends, so where room is short the start gives way.
    const cut = name.split(' ').slice(0, -2).join(' ').length + 1;
    const end = el('span', { class: 'end' }, cut > 1 ? name.slice(cut) : name);
    const start = el('span', { class: 'start' }, cut > 1 ? name.slice(0, cut) : '');
    this.#name.replaceChildren(start, end);
  }
}
