/**
 * Colours of the design tokens as they hold right now, for canvases: CSS resolves `light-dark()`,
 * forced colours and a host page's own values, so the browser is asked instead of guessing.
 */

/** @typedef {readonly [number, number, number]} Rgb */

/**
 * @param {HTMLElement} element whose inherited tokens count
 * @returns {{css: (token: string) => string, rgb: (token: string) => Rgb}}
 */
export function readPalette(element) {
  const style = getComputedStyle(element);
  const probe = document.createElement('span');
  probe.hidden = true;
  // A hue says which head it is; the tokens themselves choose the system's colours for the rest.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  );
  /** @type {Map<string, {css: string, rgb: Rgb}>} */
  const known = new Map();

  /** @param {string} token */
  const resolve = (token) => {
    const css = style.getPropertyValue(`--${token}`)
      ? computed(probe, token)
      : 'rgb(128, 128, 128)';
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
    return { css, rgb: /** @type {Rgb} */ ([r, g, b]) };
  };
  for (const token of TOKENS) known.set(token, resolve(token));
  probe.remove();

  /** @param {string} token */
  const colour = (token) => {
    const found = known.get(token);
    if (!found) throw new Error(`palette has no token '${token}'`);
    return found;
  };
  return { css: (token) => colour(token).css, rgb: (token) => colour(token).rgb };
}

const TOKENS = [
  ...Array.from({ length: 8 }, (_, head) => `head-${head}`),
  'ground',
  'panel',
  'sunken',
  'line',
  'ghost',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'negative',
  'positive',
  'role-query',
  'role-key',
  'warn',
];

/** @param {HTMLElement} probe @param {string} token */
function computed(probe, token) {
  probe.style.color = `var(--${token})`;
  return getComputedStyle(probe).color;
}

const changes = new EventTarget();

/** Tells every view that colours are others now: a theme was chosen, or a view got a new home. */
export const paletteChanged = () => changes.dispatchEvent(new Event('change'));

/**
 * Calls back when colours or the pixel ratio may have changed, or what was drawn with them was lost with
 * the graphics processor.
 * @param {() => void} callback
 * @param {AbortSignal} signal
 */
export function onPaletteChange(callback, signal) {
  changes.addEventListener('change', callback, { signal });
  document.addEventListener('contextrestored', callback, { signal, capture: true });
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', callback, { signal });
  }
}
