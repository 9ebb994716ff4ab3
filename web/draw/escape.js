/** What XML has no letter for. */
const NO_LETTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** @param {string} text @returns {string} the text as it stands in SVG and HTML, within quotes too */
export const escape = (text) =>
  text
    .replace(NO_LETTER, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
