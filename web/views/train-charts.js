/** Curves of all models, the spread over seeds, and the same numbers as tables. */
import { CURVES_HEIGHT, drawCurves, drawNorms, drawSpread } from '../draw/curves.js';
import { headStyle } from '../draw/style.js';
import { patchSvg } from '../draw/svg.js';
import { FORMAT, formatNumber, t } from '../i18n/index.js';
import { chosenLearner, spreadOf } from '../state/train.js';
import { hueOf, trainCurves } from '../state/train-says.js';
import { el } from './dom.js';
import { percent } from './train-scores.js';

/** @typedef {Readonly<import('../state/train.js').Train>} Train */

const NAMESPACE = 'http://www.w3.org/2000/svg';

const SAY = Object.freeze({ words: t, format: FORMAT });

/** The page resolves a token wherever it stands. @param {string} token */
const paint = (token) => `var(--${token})`;

class Picture {
  #svg = /** @type {SVGSVGElement} */ (document.createElementNS(NAMESPACE, 'svg'));
  element = el('div', { class: 'train-figure' });
  #scope;

  /** @param {string} scope */
  constructor(scope) {
    this.#scope = scope;
    this.#svg.setAttribute('role', 'img');
    this.element.append(this.#svg);
  }

  get width() {
    return this.element.clientWidth || 320;
  }

  /** @param {import('../draw/display-list.js').Item[]} items @param {number} height @param {string} label */
  draw(items, height, label) {
    const svg = this.#svg;
    svg.setAttribute('aria-label', label);
    svg.setAttribute('width', String(this.width));
    svg.setAttribute('height', String(height));
    patchSvg(svg, items, paint, this.#scope);
  }
}

/** @param {number} share */
const tick = (share) => ({ value: share, text: percent(share) });

export class TrainCurves {
  #accuracy = new Picture('train-accuracy');
  #loss = new Picture('train-loss');
  #table = el('table', { class: 'plain-table' });
  element = el(
    'div',
    { class: 'train-two' },
    el('section', {}, el('h3', {}, t('train.accuracy')), this.#accuracy.element),
    el('section', {}, el('h3', {}, t('train.loss')), this.#loss.element),
  );
  table = el(
    'details',
    {},
    el('summary', {}, t('train.table')),
    el(
      'div',
      { class: 'train-scroll', tabindex: 0, role: 'group', 'aria-label': t('train.table') },
      this.#table,
    ),
  );

  constructor() {
    this.table.addEventListener('toggle', () => this.#last && this.#fill(this.#last));
  }

  /** @type {Train | null} */
  #last = null;

  /** @param {Train} train */
  show(train) {
    this.#last = train;
    for (const [what, picture] of /** @type {const} */ ([
      ['allRight', this.#accuracy],
      ['loss', this.#loss],
    ])) {
      const { curves, ...axes } = trainCurves(train.learners, what, SAY);
      picture.draw(
        drawCurves({
          ...axes,
          ...{ width: picture.width, steps: train.steps, labelRoom: 64 },
          curves: curves.map(({ hue, ...curve }) => ({ ...curve, ...headStyle(hue) })),
        }),
        CURVES_HEIGHT,
        t(what === 'loss' ? 'train.chart.loss' : 'train.chart.accuracy'),
      );
    }
    if (this.table.open) this.#fill(train);
  }

  /** Ten rows say as much as a table can. @param {Train} train */
  #fill({ learners, steps }) {
    const rows = Array.from({ length: 10 }, (_, i) => Math.round(((i + 1) * steps) / 10));
    const head = learners.map(({ heads }) =>
      el('th', { scope: 'col' }, t('train.heads', { heads })),
    );
    this.#table.replaceChildren(
      el('caption', { class: 'unseen' }, t('train.tableCaption')),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('train.axis.steps')), ...head)),
      el(
        'tbody',
        {},
        ...rows.map((step) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, String(step)),
            ...learners.map(({ points }) => {
              const point = points.findLast((each) => each.step <= step);
              const there = point && step - point.step < steps / 10;
              const loss = there ? formatNumber(point.loss, 2) : '';
              return el(
                'td',
                {},
                there ? t('train.cell', { share: percent(point.allRight), loss }) : '–',
              );
            }),
          ),
        ),
      ),
    );
  }
}

export class TrainNorms {
  #picture = new Picture('train-norms');
  element = this.#picture.element;

  /** @param {Train} train */
  show(train) {
    const { items, height } = drawNorms({
      width: this.#picture.width,
      steps: train.steps,
      norms: chosenLearner(train)?.norms ?? [],
      name: (head) => t('train.head', { head }),
      value: (norm) => formatNumber(norm, 2),
    });
    this.#picture.draw(items, height, t('train.chart.norms'));
  }
}

export class TrainSpread {
  #picture = new Picture('train-spread');
  element = this.#picture.element;

  /** @param {Train} train */
  show({ spread: { results } }) {
    const rows = Object.entries(results).map(([count, shares]) => {
      const heads = Number(count);
      const { mean, low, high } = spreadOf(shares);
      const [least, most] = [low, high].map((share) => formatNumber(100 * share, 0));
      const said = t('train.spread.said', { mean: percent(mean), low: least, high: most });
      const name = t('train.heads', { heads });
      return { name, colour: headStyle(hueOf(heads)).colour, results: shares, mean, said };
    });
    const ticks = [0, 0.5, 1].map(tick);
    const { items, height } = drawSpread({ width: this.#picture.width, rows, ticks });
    this.element.hidden = !rows.length;
    const label = rows.map(({ name, said }) => `${name}: ${said}`).join('; ');
    this.#picture.draw(items, height, label);
  }
}
