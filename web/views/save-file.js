/**
 * Hands the reader a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The download reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
