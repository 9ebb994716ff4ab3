/**
 * `<hs-fuse>`: h small layers and one whose matrices are split, on the same weights. It asks for
 * times, and for their end, by the events `hs-fuse-times` and `hs-fuse-cancel`.
 */
import { bringMessages, FORMAT, t } from '../i18n/index.js';
import { FIRST_FUSE, ROLES, STEPS } from '../state/fuse.js';
import { fuseAbout, fuseVerdict, fuseWork } from '../state/fuse-says.js';
import { el } from './dom.js';
import { FuseStage } from './fuse-stage.js';
import { FUSED, linesOf, WRAPPER } from './fuse-code.js';
import { LayerChoice } from './layer-choice.js';
import { onPaletteChange, readPalette } from './palette.js';
import { RunBar } from './run-bar.js';
import { scientific } from './scientific.js';
import { watchSeen } from './seen.js';
import { StepChoice } from './step-choice.js';
import { SteppedCode } from './stepped-code.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */
/** @typedef {import('../state/fuse.js').Fuse} Fuse */
/** @typedef {import('../state/store.js').LayerInfo} LayerInfo */

await bringMessages('fuse');

const SAY = Object.freeze({ words: t, format: { ...FORMAT, small: scientific } });

export class FuseView extends View {
  #layers = new LayerChoice('fuse-layer', {
    legend: t('fuse.layers'),
    label: (layer) => t('fuse.layer', { layer }),
    choose: (layer) => this.store.actions.setLayer(layer),
  });
  #roles = el(
    'fieldset',
    { class: 'segments' },
    el('legend', { class: 'unseen' }, t('fuse.roles')),
  );
  #steps = new StepChoice('fuse-step', {
    legend: t('fuse.steps'),
    steps: STEPS.map((step) => t(`fuse.step.${step}`)),
    words: { next: t('fuse.next'), again: t('fuse.again') },
    choose: (step) => this.store.actions.setFuse({ step }),
  });
  #wrapper = new SteppedCode(t('fuse.code.wrapper'));
  #fused = new SteppedCode(t('fuse.code.fused'));
  #about = el('p', { class: 'fuse-about', 'aria-live': 'polite' });
  #stage = new FuseStage();
  #waiting = el('p', { class: 'notice', role: 'status' });
  #difference = el('p', { class: 'fuse-difference figure' });
  #meaning = el('p', { class: 'hint' });
  #run = new RunBar({
    words: {
      run: t('fuse.run'),
      again: t('fuse.runAgain'),
      cancel: t('fuse.cancel'),
      progress: t('fuse.progress'),
    },
    onRun: () => this.dispatchEvent(new CustomEvent('hs-fuse-times')),
    onCancel: () => this.dispatchEvent(new CustomEvent('hs-fuse-cancel')),
  });
  #table = el('table', { class: 'plain-table' });
  #palette = readPalette(document.documentElement);

  build() {
    const { actions } = this.store;
    if (!this.store.state.fuse) actions.setFuse(FIRST_FUSE);
    this.#roles.append(
      ...ROLES.map((role) => {
        const input = el('input', { type: 'radio', name: 'fuse-role', value: role });
        input.addEventListener('change', () => actions.setFuse({ role }));
        return el('label', {}, input, el('span', {}, `W_${t(`fuse.symbol.${role}`)}`));
      }),
    );
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('fuse.title')),
        this.#layers.element,
        this.#roles,
        this.#steps.element,
      ),
      el('p', { class: 'piece-intro' }, t('fuse.intro')),
      el(
        'div',
        { class: 'fuse-codes' },
        el('section', {}, el('h3', {}, t('fuse.wrapper')), this.#wrapper.element),
        el('section', {}, el('h3', {}, t('fuse.fused')), this.#fused.element),
      ),
      this.#about,
      this.#waiting,
      this.#stage.element,
      el(
        'div',
        { class: 'fuse-results' },
        el('section', {}, el('h3', {}, t('fuse.check')), this.#difference, this.#meaning),
        el(
          'section',
          {},
          el('h3', {}, t('fuse.work')),
          this.#table,
          this.#run.element,
          el('p', { class: 'hint' }, t('fuse.timesHint')),
        ),
      ),
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    onPaletteChange(() => {
      this.#palette = readPalette(this);
      this.requestRedraw();
    }, signal);
    watchSeen(this, (seen) => this.store.actions.setOnScreen({ section: 'fuse', seen }), signal);
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { fuse, snapshot, layer, load } = state;
    if (!fuse || !changed(state, previous, ['fuse', 'snapshot', 'layer', 'load'])) return;
    const info = snapshot?.model?.layers[layer];
    if (!snapshot || !info) return;
    this.#layers.show(snapshot.model?.layers.length ?? 0, layer);
    this.#roles
      .querySelectorAll('input')
      .forEach((input) => (input.checked = input.value === fuse.role));
    this.#steps.show(fuse.step);
    const n = snapshot.tokens.length;
    this.#wrapper.show(linesOf(WRAPPER, { ...info, n }), fuse.step);
    this.#fused.show(linesOf(FUSED, { ...info, n }), fuse.step);
    const about = fuseAbout(fuse.step, info.heads, t);
    if (this.#about.textContent !== about) this.#about.textContent = about;
    const weights = fuse.weights?.layer === layer ? fuse.weights : null;
    this.#waiting.textContent = fuse.failed
      ? t('fuse.failed', { message: fuse.failed })
      : weights
        ? ''
        : t('fuse.waiting');
    this.#stage.element.hidden = !weights;
    if (weights) {
      const { weight } = weights.projections[fuse.role];
      const width = this.#stage.element.clientWidth || 320;
      const { role, step } = fuse;
      this.#stage.show({ snapshot, layer, role, weight, step, width, palette: this.#palette });
    }
    this.#showCheck(fuse, snapshot.text, layer);
    this.#showWork(fuse, info, n);
    const running = fuse.timing.phase === 'failed' ? fuse.timing.message : '';
    const said = running && t('fuse.timesFailed', { message: running });
    this.#run.show(fuse.timing, { able: load.phase === 'ready' && weights !== null, said });
  }

  /** @param {Readonly<Fuse>} fuse @param {string} text @param {number} layer */
  #showCheck({ check, failed }, text, layer) {
    const now = check?.text === text && check.layer === layer ? check : null;
    const { difference, meaning } = fuseVerdict(now, SAY);
    this.#difference.textContent = failed ? '' : difference;
    this.#meaning.textContent = meaning;
  }

  /** @param {Readonly<Fuse>} fuse @param {LayerInfo} info @param {number} n */
  #showWork({ timing }, info, n) {
    const { columns, rows } = fuseWork({ samples: timing.samples, size: { ...info, n } }, SAY);
    this.#table.replaceChildren(
      el('caption', { class: 'unseen' }, t('fuse.caption')),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...columns.map((name) => (name ? el('th', { scope: 'col' }, name) : el('td'))),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map(([name, ...values]) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, name),
            ...values.map((value) => el('td', { class: 'figure' }, value)),
          ),
        ),
      ),
    );
  }
}

customElements.define('hs-fuse', FuseView);
