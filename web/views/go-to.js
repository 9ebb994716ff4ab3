/** Links to parts of the page: the address keeps what it says about the page's state. */

/** With which a reader goes on. */
const GESTURES = ['pointerdown', 'mousedown', 'keydown', 'wheel', 'touchstart'];

/** @param {MouseEvent} event a click anywhere */
export function followToPart(event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const part = link?.getAttribute('href')?.startsWith('#') && document.querySelector(link.hash);
  if (!(part instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  hold(part);
  part.focus({ preventScroll: true });
}

/**
 * Brings a part to the top, and again while those above it still arrive, until the reader goes on.
 * @param {HTMLElement} part
 */
function hold(part) {
  const { parentElement } = part;
  if (!parentElement) return;
  const stop = new AbortController();
  const { signal } = stop;
  const observer = new ResizeObserver(() => part.scrollIntoView());
  observer.observe(parentElement);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const name of GESTURES) {
    addEventListener(name, () => stop.abort(), { signal, capture: true, passive: true });
  }
  part.scrollIntoView();
}
