/** One tab stop among the elements of a row, which may wrap: arrows walk it, Home and End jump. */

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

/** @param {readonly HTMLElement[]} items @param {HTMLElement} current the one that Tab finds */
export function setTabStop(items, current) {
  for (const item of items) {
    const tabIndex = item === current ? 0 : -1;
    if (item.tabIndex !== tabIndex) item.tabIndex = tabIndex;
  }
}

/**
 * The nearest item in a direction as it is laid out now.
 * @param {readonly HTMLElement[]} items
 * @param {HTMLElement} current
 * @param {number} dx
 * @param {number} dy
 */
export function neighbour(items, current, dx, dy) {
  const from = current.getBoundingClientRect();
  let best = { distance: Infinity, item: /** @type {HTMLElement | undefined} */ (undefined) };
  for (const item of items) {
    const to = item.getBoundingClientRect();
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const across = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const distance = along + 2 * across;
    if (along > 1 && distance < best.distance) best = { distance, item };
  }
  return best.item;
}

/** @param {HTMLElement} row */
const itemsOf = (row) => /** @type {HTMLElement[]} */ ([...row.children]);
