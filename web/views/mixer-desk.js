/** The desk: of one layer a channel per head, or per slice of the output: fader, mute, solo. */
import { headStyle } from '../draw/style.js';
import { t } from '../i18n/index.js';
import { channelsOf, gainsOf, MOST_GAIN } from '../state/mixer.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { write, writeAttribute } from './write.js';

/**
 * @typedef {import('../state/mixer.js').Mixer} Mixer
 * @typedef {import('../state/mixer.js').Channel} Channel
 * @typedef {{row: HTMLElement, fader: HTMLInputElement, readout: HTMLOutputElement,
 *   mute: HTMLButtonElement, solo: HTMLButtonElement}} Strip
 */

export class MixerDesk {
  element = el('div', { class: 'mixer-desk', role: 'group' });
  #onChange;
  /** @type {Strip[]} */
  #strips = [];
  #made = '';

  /** @param {(head: number, change: Partial<Channel>) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /**
   * @param {Readonly<Mixer>} mixer
   * @param {{layer: number, heads: number, dOutput: number}} layer
   */
  show(mixer, { layer, heads, dOutput }) {
    const { place } = mixer;
    const made = `${place} ${layer} ${heads}`;
    if (made !== this.#made) this.#make(place, layer, heads, dOutput);
    this.#made = made;
    const channels = channelsOf(mixer, layer, heads);
    const gains = gainsOf(channels);
    for (const [head, { row, fader, readout, mute, solo }] of this.#strips.entries()) {
      const { gain, muted, solo: alone } = channels[head];
      const percent = Math.round(100 * gain);
      if (Number(fader.value) !== percent) fader.value = String(percent);
      fader.style.setProperty('--share', `${(100 * gain) / MOST_GAIN}%`);
      writeAttribute(fader, 'aria-valuetext', t('mixer.percent', { percent }));
      write(readout, t('mixer.percent', { percent: Math.round(100 * gains[head]) }));
      writeAttribute(mute, 'aria-pressed', String(muted));
      writeAttribute(solo, 'aria-pressed', String(alone));
      row.classList.toggle('silent', gains[head] === 0);
      row.classList.toggle('changed', gains[head] !== 1);
    }
  }

  /** @param {Mixer['place']} place @param {number} layer @param {number} heads @param {number} dOutput */
  #make(place, layer, heads, dOutput) {
    this.element.setAttribute('aria-label', t(`mixer.channels.${place}`, { layer }));
    this.#strips = Array.from({ length: heads }, (_, head) => {
      const name = t(place === 'before' ? 'mixer.head' : 'mixer.slice', { head });
      const fader = el('input', {
        type: 'range',
        min: 0,
        max: 100 * MOST_GAIN,
        step: 5,
        'aria-label': t('mixer.gain', { name }),
      });
      // The fader itself says it.
      const readout = el('output', { class: 'figure', role: 'none' });
      const toggle = (/** @type {'mute' | 'solo'} */ which) =>
        el(
          'button',
          { type: 'button', class: 'quiet', 'aria-label': t(`mixer.${which}Label`, { name }) },
          t(`mixer.${which}`),
        );
      const [mute, solo] = [toggle('mute'), toggle('solo')];
      fader.addEventListener('input', () =>
        this.#onChange(head, { gain: Number(fader.value) / 100 }),
      );
      const flip = (/** @type {HTMLButtonElement} */ button, /** @type {'muted' | 'solo'} */ key) =>
        button.addEventListener('click', () =>
          this.#onChange(head, { [key]: button.getAttribute('aria-pressed') !== 'true' }),
        );
      flip(mute, 'muted');
      flip(solo, 'solo');
      const width = dOutput / heads;
      const label = el('span', { class: 'mixer-name' });
      if (place === 'before') label.append(swatch(head), name);
      else {
        const [from, to] = [head * width, (head + 1) * width - 1];
        label.append(name, el('span', { class: 'hint' }, t('mixer.columns', { from, to })));
      }
      const hue = place === 'before' ? headStyle(head).colour : 'role-output';
      const row = el(
        'div',
        { class: 'mixer-strip', 'data-head': head, style: `--hue: var(--${hue})` },
        label,
        fader,
        readout,
        mute,
        solo,
      );
      return { row, fader, readout, mute, solo };
    });
    this.element.replaceChildren(...this.#strips.map(({ row }) => row));
  }
}
