/**
 * @file Unicode normalization that remembers where everything came from.
 */

/**
 * What can melt into the character before it under NFKC: marks, Hangul vowels and final consonants
 * in their conjoining, compatibility and half-width forms, the half-width Japanese voicing marks,
 * and the Kirat Rai vowel signs. A test checks the list against every character Unicode has.
 */
const kClusters =
  /[^][\p{M}\u1160-\u11ff\u3131-\u318e\uff9e-\uffdc\u{16d63}\u{16d67}-\u{16d6a}]*/gu;
const kWords = /\s+|\S+/gu;

/**
 * @typedef {object} Aligned
 * @property {string} normalized the text in Unicode's form NFKC
 * @property {Uint32Array} offsets for every position k of `normalized`, its end included: the UTF-16
 *   position in the text where what lies from k on begins. They never decrease; the first is 0, the
 *   last the text's length.
 */

/**
 * Normalizes to NFKC: ﬁ becomes fi, ½ becomes 1⁄2, a letter and its combining accent become one.
 * Where one character of the text became several, the first of them that shows has it all.
 *
 * @param {string} text
 * @returns {Aligned}
 */
export function normalizeAligned(text) {
  const normalized = text.normalize('NFKC');
  const offsets = new Uint32Array(normalized.length + 1);
  if (normalized === text) {
    for (let k = 0; k < offsets.length; ++k) offsets[k] = k;
    return { normalized, offsets };
  }
  let start = 0;
  let at = 0;
  for (const [source, target] of independentParts(text, normalized)) {
    alignPart(source, target, start, offsets.subarray(at));
    start += source.length;
    at += target.length;
  }
  offsets[at] = start;
  return { normalized, offsets };
}

/**
 * Cuts the text where normalization does not reach across: into clusters, or, should a newer Unicode
 * hold characters that the clusters do not foresee, into words.
 *
 * @param {string} text
 * @param {string} normalized
 * @returns {[string, string][]} each part and its normal form, which join to `normalized`.
 */
function independentParts(text, normalized) {
  for (const pattern of [kClusters, kWords]) {
    /** @type {[string, string][]} */
    const parts = (text.match(pattern) ?? []).map((part) => [
      part,
      part.length === 1 && part < '\x80' ? part : part.normalize('NFKC'),
    ]);
    if (parts.map(([, target]) => target).join('') === normalized) return parts;
  }
  return [[text, normalized]];
}

/**
 * @param {string} source
 * @param {string} target its normal form
 * @param {number} start position of `source` in the text
 * @param {Uint32Array} offsets filled for the positions 0 … target.length - 1 of `target`
 */
function alignPart(source, target, start, offsets) {
  const shorter = Math.min(source.length, target.length);
  let head = 0;
  while (head < shorter && source[head] === target[head]) ++head;
  let tail = 0;
  while (
    tail < shorter - head &&
    source[source.length - 1 - tail] === target[target.length - 1 - tail]
  ) {
    ++tail;
  }
  const changedEnd = source.length - tail;
  let shown = false;
  for (let k = 0; k < target.length; ++k) {
    if (k <= head) offsets[k] = start + k;
    else if (k >= target.length - tail) offsets[k] = start + source.length - (target.length - k);
    else offsets[k] = start + (shown ? changedEnd : head);
    // The ¨ that becomes a space and a mark belongs to the mark.
    shown = k >= head && (shown || target[k] !== ' ');
  }
}
