/**
 * `<hs-cost>`: what heads cost, counted from shapes and measured in this browser. It asks for times,
 * and for their end, by the events `hs-cost-times` and `hs-cost-cancel`.
 */
import { bringMessages, FORMAT, formatBytes, t } from '../i18n/index.js';
import { D_MODELS, FIRST_COST, MOST_BYTES, SEQ_LENS } from '../state/cost.js';
import { costSaves, costValues, costVerdict, isMeasured, SHOWN_HEADS } from '../state/cost-says.js';
import { MemoryChart, WorkChart } from './cost-charts.js';
import { formulas } from './cost-formulas.js';
import { costRows } from './cost-table.js';
import { breakable } from './dimension-trace-math.js';
import { el } from './dom.js';
import { RunBar } from './run-bar.js';
import { SizeChoice } from './size-choice.js';
import { changed, View } from './view.js';

/** @typedef {import('./view.js').State} State */
/** @typedef {import('../state/cost.js').Cost} Cost */

await bringMessages('cost');

const SAY = Object.freeze({ words: t, format: FORMAT });

export class CostView extends View {
  #dModel = new SizeChoice('d_model', {
    sizes: D_MODELS,
    choose: (dModel) => this.store.actions.setCost({ dModel }),
  });
  #seqLen = new SizeChoice('seq_len n', {
    sizes: SEQ_LENS,
    choose: (seqLen) => this.store.actions.setCost({ seqLen }),
  });
  #counts = el('dl', { class: 'cost-formulas' });
  #work = new WorkChart();
  #memory = new MemoryChart();
  #table = el('table', { class: 'plain-table cost-table' });
  #verdict = el('p', { class: 'cost-verdict figure', 'aria-live': 'polite' });
  #saves = el('p', { class: 'figure' });
  #run = new RunBar({
    words: {
      run: t('cost.run'),
      again: t('cost.runAgain'),
      cancel: t('cost.cancel'),
      progress: t('cost.progress'),
    },
    onRun: () => this.dispatchEvent(new CustomEvent('hs-cost-times')),
    onCancel: () => this.dispatchEvent(new CustomEvent('hs-cost-cancel')),
  });
  #figures = /** @type {HTMLElement[]} */ ([]);

  build() {
    if (!this.store.state.cost) this.store.actions.setCost(FIRST_COST);
    this.#figures = [this.#work, this.#memory].map(({ element }) =>
      el('div', { class: 'cost-figure' }, element),
    );
    this.append(
      el(
        'header',
        {},
        el('h2', {}, t('cost.title')),
        el('div', { class: 'size-choices' }, this.#dModel.element, this.#seqLen.element),
        this.#run.element,
      ),
      el('p', { class: 'piece-intro' }, t('cost.intro')),
      el(
        'div',
        { class: 'cost-body' },
        el(
          'section',
          {},
          el('h3', {}, t('cost.work')),
          this.#verdict,
          this.#figures[0],
          el('p', { class: 'hint' }, t('cost.workHint')),
        ),
        el(
          'section',
          {},
          el('h3', {}, t('cost.memory')),
          this.#saves,
          this.#figures[1],
          el('p', { class: 'hint' }, t('cost.memoryHint', { heads: SHOWN_HEADS })),
        ),
      ),
      el(
        'div',
        { class: 'cost-scroll', tabindex: 0, role: 'group', 'aria-label': t('cost.tableLabel') },
        this.#table,
      ),
      el('p', { class: 'hint' }, t('cost.tableHint', { most: formatBytes(MOST_BYTES) })),
      el('section', {}, el('h3', {}, t('cost.formulas')), this.#counts),
    );
  }

  /** @param {AbortSignal} signal */
  connect(signal) {
    const observer = new ResizeObserver(() => this.requestRedraw());
    observer.observe(this);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  /** @param {Readonly<State>} state @param {Readonly<State> | null} previous */
  render(state, previous) {
    const { cost, load } = state;
    if (!cost || !changed(state, previous, ['cost', 'load'])) return;
    const { dModel, seqLen, timing } = cost;
    this.#dModel.show(dModel);
    this.#seqLen.show(seqLen);
    const said =
      timing.phase === 'failed'
        ? t('cost.failed', { message: timing.message })
        : timing.phase === 'running'
          ? t('cost.counted', { done: timing.done, total: timing.total })
          : '';
    this.#run.show(timing, { able: load.phase === 'ready', said });
    const before = previous?.cost;
    const { samples } = timing;
    if (before && samples === before.timing.samples && dModel === before.dModel) {
      if (seqLen === before.seqLen) return;
    }
    const [workWidth, memoryWidth] = this.#figures.map(({ clientWidth }) => clientWidth || 320);
    this.#work.show(cost, workWidth);
    this.#memory.show(cost, memoryWidth);
    this.#table.replaceChildren(...costRows(cost));
    // In a figure nobody can measure.
    const ask = isMeasured(cost) ? '' : t('cost.verdict.measure');
    this.#verdict.textContent = [costVerdict(cost, SAY), ask]
      .filter(Boolean)
      .join(t('list.sentences'));
    this.#saves.textContent = costSaves(cost, SAY);
    this.#showFormulas(cost);
  }

  /** @param {Readonly<Cost>} cost */
  #showFormulas(cost) {
    const values = costValues(cost, SAY);
    const shown = formulas({
      bytes: t('cost.word.bytes'),
      packed: t('cost.word.packed'),
      workspace: t('cost.word.workspace'),
    });
    this.#counts.replaceChildren(
      ...Object.entries(shown).flatMap(([name, terms]) => [
        el('dt', {}, t(`cost.formula.${name}`)),
        el('dd', {}, breakable(terms), el('span', { class: 'figure' }, values[name])),
      ]),
    );
  }
}

customElements.define('hs-cost', CostView);
