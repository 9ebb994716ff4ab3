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
