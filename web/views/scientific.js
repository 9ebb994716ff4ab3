/** Very small numbers, by their power of ten. */
import { formatNumber } from '../i18n/index.js';

/** @param {number} value @returns {string} such as `−2.4 × 10⁻⁷` */
export function scientific(value) {
  if (value === 0) return '0';
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  const digits = [...String(exponent)].map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻').join('');
  return `${formatNumber(value / 10 ** exponent, 1)} × 10${digits}`;
}
