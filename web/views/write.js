/**
 * Writes only what changed: to the browser the same text and the same attribute once more are news,
 * for which it styles and lays out again.
 */

/**
 * Into the text that is there, which costs less than another one.
 * @param {Element} element that holds text alone
 * @param {string} text
 */
export function write(element, text) {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

/** @param {Element} element @param {string} name @param {string} value */
export function writeAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
