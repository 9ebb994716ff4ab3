/**
 * What the page keeps for this visit alone. In cross-site frames merely naming a storage throws, and
 * a full one throws on writing; the page then keeps nothing and works all the same.
 */

/** @param {string} name @returns {readonly string[]} what was kept; empty where nothing was */
export function loadList(name) {
  try {
    const list = JSON.parse(sessionStorage.getItem(`headscope:${name}`) ?? '[]');
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** @param {string} name @param {readonly string[]} list */
export function keepList(name, list) {
  try {
    sessionStorage.setItem(`headscope:${name}`, JSON.stringify(list));
  } catch {
    // The list lasts as long as the page.
  }
}
