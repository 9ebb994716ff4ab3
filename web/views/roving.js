/** One tab stop among the elements of a row, which may wrap: arrows walk it, Home and End jump. */
import { neighbour, setTabStop } from './tab-stop.js';

/** @param {HTMLElement} row its children are what can have the focus */
export function rove(row) {
  row.addEventListener('focusin', ({ target }) =>
    setTabStop(itemsOf(row), /** @type {HTMLElement} */ (target)),
  );
  row.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = itemsOf(row);
    const current = /** @type {HTMLElement} */ (event.target);
    const by = (/** @type {number} */ steps) =>
      items.at((items.indexOf(current) + steps) % items.length);
    const onwards = row.dir === 'rtl' ? -1 : 1;
    /** @type {Record<string, () => HTMLElement | undefined>} */
    const keys = {
      ArrowRight: () => by(onwards),
      ArrowLeft: () => by(-onwards),
      ArrowUp: () => neighbour(items, current, 0, -1),
      ArrowDown: () => neighbour(items, current, 0, 1),
      Home: () => items[0],
      End: () => items.at(-1),
    };
    const next = keys[event.key]?.();
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

/** @param {HTMLElement} row */
const itemsOf = (row) => /** @type {HTMLElement[]} */ ([...row.children]);
