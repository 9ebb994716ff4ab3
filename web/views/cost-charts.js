/** The two charts of the cost: how the work grows with the heads, and the memory with seq_len. */
import { CHART_HEIGHT, drawChart } from '../draw/cost.js';
import { patchSvg } from '../draw/svg.js';
import { FORMAT, t } from '../i18n/index.js';
import { memoryChart, SHOWN_HEADS, workChart } from '../state/cost-says.js';

/** @typedef {import('../state/cost.js').Cost} Cost */

const NAMESPACE = 'http://www.w3.org/2000/svg';

const SAY = Object.freeze({ words: t, format: FORMAT });

/** The page resolves a token wherever it stands. @param {string} token */
const paint = (token) => `var(--${token})`;

class Chart {
  element = /** @type {SVGSVGElement} */ (document.createElementNS(NAMESPACE, 'svg'));

  constructor() {
    this.element.setAttribute('role', 'img');
  }

  /** @param {import('../draw/cost.js').Chart} chart @param {string} label */
  draw(chart, label) {
    const svg = this.element;
    svg.setAttribute('aria-label', label);
    svg.setAttribute('width', String(chart.width));
    svg.setAttribute('height', String(CHART_HEIGHT));
    patchSvg(svg, drawChart(chart), paint, 'cost');
  }
}

export class WorkChart extends Chart {
  /** @param {Readonly<Cost>} cost @param {number} width px */
  show(cost, width) {
    const { dModel, seqLen } = cost;
    this.draw(workChart(cost, width, SAY), t('cost.chart.work', { dModel, seqLen }));
  }
}

export class MemoryChart extends Chart {
  /** @param {Readonly<Cost>} cost @param {number} width px */
  show(cost, width) {
    const label = t('cost.chart.memory', { dModel: cost.dModel, heads: SHOWN_HEADS });
    this.draw(memoryChart(cost, width, SAY), label);
  }
}
