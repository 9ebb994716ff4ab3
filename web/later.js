/**
 * Views below the first screen are fetched when their reader sees them or first stirs, so that the
 * first picture waits for less.
 */

/** What a reader does first; assistive technology may click without pointer or key. */
const STIRS = [
  'pointermove',
  'pointerdown',
  'click',
  'keydown',
  'focusin',
  'scroll',
  'wheel',
  'touchstart',
];

/**
 * A style sheet of a section that is fetched late; what it styles waits for it.
 * @param {string} name of a file in styles/
 * @returns {Promise<void>} rejects where it did not arrive
 */
export function bringStyle(name) {
  const { href } = new URL(`./styles/${name}`, import.meta.url);
  // The page itself may have it, by a shorter address.
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link'));
  if ([...links].some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${name} did not arrive`)));
    document.head.append(link);
  });
}

/** @returns {Promise<void>} settles when the reader first stirs */
export function whenStirred() {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const come = () => {
      stop.abort();
      resolve();
    };
    for (const name of STIRS) {
      addEventListener(name, come, { signal: stop.signal, capture: true, passive: true });
    }
  });
}

/**
 * @param {Element} element in whose stead something is fetched
 * @returns {Promise<void>} settles when it is time
 */
export function whenWanted(element) {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && come(),
      // A sliver at the bottom of the screen is not yet seen.
      { rootMargin: '0px 0px -10% 0px' },
    );
    const come = () => {
      stop.abort();
      observer.disconnect();
      resolve();
    };
    for (const name of STIRS) {
      addEventListener(name, come, { signal: stop.signal, capture: true, passive: true });
    }
    observer.observe(element);
  });
}
