/** The connectors under the cards: measured after layout, drawn as one SVG, loud for one card. */
import { columnConnectors, gridConnectors } from '../draw/flow-lines.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Edges that jump over the computation between their ends. */
const BYPASSES = new Set(['input>residual', 'residual>layer-output']);

export class FlowLines {
  element = /** @type {SVGSVGElement} */ (document.createElementNS(NAMESPACE, 'svg'));
  /** @type {Map<string, SVGGElement>} */
  #groups = new Map();
  /** @type {readonly import('./dimension-trace-steps.js').Step[]} */
  #steps = [];
  /** @type {import('../draw/flow-lines.js').Edge[]} */
  #edges = [];

  constructor() {
    this.element.setAttribute('class', 'flow-lines');
    this.element.setAttribute('aria-hidden', 'true');
  }

  /** @param {readonly import('./dimension-trace-steps.js').Step[]} steps that are connected */
  connect(steps) {
    if (steps === this.#steps) return;
    this.#steps = steps;
    this.#edges = steps.flatMap(({ id, from }) => from.map((source) => ({ from: source, to: id })));
    this.#groups.clear();
    this.element.replaceChildren();
    for (const { from, to } of this.#edges) {
      const group = /** @type {SVGGElement} */ (document.createElementNS(NAMESPACE, 'g'));
      const role = steps.find(({ id }) => id === from)?.role;
      const kinds = [role && `role-${role}`, BYPASSES.has(`${from}>${to}`) && 'bypass'];
      group.setAttribute('class', ['edge', ...kinds.filter(Boolean)].join(' '));
      group.append(document.createElementNS(NAMESPACE, 'path'));
      group.append(document.createElementNS(NAMESPACE, 'path'));
      /** @type {Element} */ (group.firstElementChild).setAttribute('class', 'wire');
      /** @type {Element} */ (group.lastElementChild).setAttribute('class', 'arrow');
      this.#groups.set(`${from}>${to}`, group);
      this.element.append(group);
    }
  }

  /**
   * Reads all boxes, then writes all paths; call it when layout is settled.
   * @param {HTMLElement} flow the positioned parent of the cards
   * @param {Iterable<HTMLElement>} cards with `data-step`
   */
  measure(flow, cards) {
    const column = getComputedStyle(flow).getPropertyValue('--flow').trim() === 'column';
    const origin = flow.getBoundingClientRect();
    /** @type {Record<string, import('../draw/flow-lines.js').Box>} */
    const boxes = {};
    for (const card of cards) {
      const { left, top, width, height } = card.getBoundingClientRect();
      const [x, y] = [left - origin.left, top - origin.top];
      if (width) boxes[card.dataset.step ?? ''] = { x, y, width, height };
    }
    const connectors = column
      ? columnConnectors(boxes, this.#edges)
      : gridConnectors(boxes, this.#edges);
    const drawn = new Map(connectors.map((line) => [`${line.from}>${line.to}`, line]));
    for (const [name, group] of this.#groups) {
      const [wire, arrow] = group.children;
      wire.setAttribute('d', drawn.get(name)?.d ?? '');
      arrow.setAttribute('d', drawn.get(name)?.head ?? '');
    }
  }

  /** @param {string | null} step whose inputs and uses stand out */
  emphasise(step) {
    for (const [name, group] of this.#groups) {
      group.classList.toggle('loud', step !== null && name.split('>').includes(step));
    }
  }
}
