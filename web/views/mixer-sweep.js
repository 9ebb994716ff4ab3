/** Which head tells the two sentences apart: the sweep, its progress, its heads as ranked bars. */
import { headStyle } from '../draw/style.js';
import { formatNumber, t } from '../i18n/index.js';
import { rankedSweep } from '../state/mixed.js';
import { el } from './dom.js';
import { swatch } from './head-key.js';
import { signed } from './mixer-effects.js';
import { RunBar } from './run-bar.js';
import { write } from './write.js';

/** @typedef {import('../state/mixer.js').HeadId} HeadId */

export class MixerSweep {
  element = el('section', { class: 'mixer-sweep' });
  #run;
  #base = el('p', { class: 'figure' });
  #list = el('ol', { class: 'mixer-bars' });
  #onPick;

  /**
   * @param {{onRun: () => void, onCancel: () => void, onPick: (head: HeadId) => void}} options
   */
  constructor({ onRun, onCancel, onPick }) {
    this.#onPick = onPick;
    const words = {
      run: t('mixer.sweep.run'),
      again: t('mixer.sweep.again'),
      cancel: t('mixer.sweep.cancel'),
      progress: t('mixer.sweep.progress'),
    };
    this.#run = new RunBar({ words, onRun, onCancel });
    this.element.append(
      el('h3', {}, t('mixer.sweep.title')),
      el('p', { class: 'hint' }, t('mixer.sweep.hint')),
      this.#run.element,
      this.#base,
      this.#list,
    );
  }

  /**
   * @param {Readonly<import('../state/mixer.js').Sweep>} sweep
   * @param {{able: boolean, picked: HeadId | null}} options whether it can run now; the one head that
   *   is muted in the mixer
   */
  show(sweep, { able, picked }) {
    const { phase, done, total, base, message, results } = sweep;
    const failed = phase === 'failed' ? t('mixer.sweep.failed', { message }) : '';
    const said = phase === 'running' ? t('mixer.sweep.counted', { done, total }) : failed;
    this.#run.show(sweep, { able, said });
    write(
      this.#base,
      results.length ? t('mixer.sweep.base', { cosine: formatNumber(base, 3) }) : '',
    );
    const ranked = rankedSweep(sweep);
    const largest = Math.max(1e-9, ...ranked.map(({ change }) => Math.abs(change)));
    const focused = this.#list.querySelector('button:focus')?.getAttribute('data-id');
    this.#list.replaceChildren(
      ...ranked.map(({ layer, head, cosine, change }) => {
        const share = (50 * Math.abs(change)) / largest;
        const left = change < 0 ? 50 - share : 50;
        const name = t('mixer.sweep.name', { layer, head });
        const values = { cosine: formatNumber(cosine, 3), change: signed(change) };
        const button = el(
          'button',
          {
            type: 'button',
            'data-id': `${layer}:${head}`,
            title: t('mixer.sweep.set', { name }),
            'aria-pressed': String(picked?.layer === layer && picked.head === head),
            style: `--hue: var(--${headStyle(head).colour})`,
          },
          el('span', { class: 'mixer-bar-name' }, swatch(head), name),
          el(
            'span',
            { class: 'mixer-bar' },
            el('span', { style: `left: ${left}%; width: ${share}%` }),
          ),
          el('span', { class: 'figure' }, t('mixer.sweep.value', values)),
        );
        button.addEventListener('click', () => this.#onPick({ layer, head }));
        return el('li', {}, button);
      }),
    );
    if (ranked.length) {
      this.#list.append(
        el(
          'li',
          { class: 'mixer-bar-ends', 'aria-hidden': 'true' },
          el('span', {}),
          el(
            'span',
            {},
            el('span', {}, t('mixer.sweep.apart')),
            el('span', {}, t('mixer.sweep.closer')),
          ),
          el('span', {}),
        ),
      );
    }
    if (focused) {
      const again = this.#list.querySelector(`[data-id="${focused}"]`);
      /** @type {HTMLElement | null} */ (again)?.focus();
    }
  }
}
