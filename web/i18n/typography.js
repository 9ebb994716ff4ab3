/** What every message needs, whoever wrote it: lines that end in the right places, words that stand in them. */

/** What a number may count or measure. */
const COUNTED =
  '%|×|ms|[kMG]?B|heads?|tokens?|numbers?|points?|weights?|products?|cells?|squares?|queries|keys|' +
  'columns?|seeds|questions?|batches|models?|modules?|slabs?|parts?|tensors?|lines?|times|more|away';

/** What a number may be the name of. */
const NUMBERED =
  '[hH]eads?|[lL]ayers?|[sS]lices?|tokens?|columns?|rank|seed|step|d_model|d_head|seq_len|of';

/** The spaces between those, of a product, and beside a number in Chinese. */
const JOINTS = new RegExp(
  `(?<=[\\d}]) (?=(?:${COUNTED})(?!\\w)|\\p{Script=Han})|` +
    `(?<=(?<!\\w)(?:${NUMBERED})|\\p{Script=Han}|×) (?=[\\d{])`,
  'gu',
);

/** No line ends between a number and what it is of: `12 ms`, `8 heads`, `layer 1`. @param {string} text */
export const joined = (text) => text.replace(JOINTS, '\u00a0');

/** Letters that run from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Words from right to left keep to themselves: numbers and signs after them stay where they belong.
 * @param {string | number} value
 */
export const isolated = (value) =>
  typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
