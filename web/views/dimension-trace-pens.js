/** What the trace's pictures need of the page: its colours and its typeface. */
import { HEAD_HUES, headStyle } from '../draw/style.js';
import { readPalette } from './palette.js';

/**
 * @param {HTMLElement} element whose inherited tokens count
 * @returns {import('./dimension-trace-mini.js').Pens}
 */
export function readPens(element) {
  const { css, rgb } = readPalette(element);
  return {
    paint: css,
    colours: {
      zero: rgb('panel'),
      negative: rgb('negative'),
      positive: rgb('positive'),
      fault: rgb('ink'),
      heads: Array.from({ length: HEAD_HUES }, (_, head) => rgb(headStyle(head).colour)),
    },
    font: getComputedStyle(element).fontFamily,
  };
}

/** What still slides; asking an element for it has the page laid out. @type {WeakMap<HTMLElement, Animation>} */
const sliding = new WeakMap();

/**
 * Writes a number; one that changes slides in. What was still sliding gives way.
 * @param {HTMLElement} element @param {string} text @param {boolean} still no motion
 */
export function writeNumber(element, text, still) {
  const before = element.textContent;
  if (before === text) return;
  element.textContent = text;
  sliding.get(element)?.cancel();
  if (!before || still) return;
  const from = Number(text) > Number(before) ? '0.5em' : '-0.5em';
  const way = [{ transform: `translateY(${from})`, opacity: 0.2 }, { transform: 'none' }];
  const timing = { duration: 250, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
  sliding.set(element, element.animate(way, timing));
}
