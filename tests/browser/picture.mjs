/**
 * Comparing pictures as an eye does from some way off: both made small, and then the largest
 * difference of colour in any small square of them. Small is also what fits into a repository.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const kept = fileURLToPath(new URL('./pictures/', import.meta.url));
const found = fileURLToPath(new URL('../../build/pictures/', import.meta.url));
const MOST_WIDTH = 320;
const MOST_PIXELS = 90_000;
const SQUARE = 16;
/** Mean distance in OKLab within a square; 0.02 is just noticeable, black to white is 1. */
const TOLERANCE = 0.035;

/**
 * @param {import('playwright-core').Page} page any page of the same browser: it decodes and encodes
 * @param {string} name
 * @param {Buffer} png
 * @returns {Promise<string | null>} what is wrong, or null. With UPDATE_PICTURES in the environment
 *   the picture is kept instead, and nothing is wrong.
 */
export async function differenceFromKept(page, name, png) {
  const file = path.join(kept, `${name}.webp`);
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(kept, { recursive: true });
    writeFileSync(file, Buffer.from(await shrink(page, png), 'base64'));
    return null;
  }
  if (!existsSync(file)) return `there is no picture ${file}; UPDATE_PICTURES=1 makes it`;
  const small = await shrink(page, png);
  const worst = await compare(page, small, readFileSync(file).toString('base64'));
  if (worst && worst.distance <= TOLERANCE) return null;
  mkdirSync(found, { recursive: true });
  const shown = path.join(found, `${name}.webp`);
  writeFileSync(shown, Buffer.from(small, 'base64'));
  const what = worst
    ? `differs by ${worst.distance.toFixed(3)} around (${worst.x}, ${worst.y}), at most ${TOLERANCE} is fine`
    : 'has another size';
  return `${name} ${what}; look at ${shown} beside ${file}, and keep it with UPDATE_PICTURES=1`;
}

/** @param {import('playwright-core').Page} page @param {Buffer} png @returns {Promise<string>} WebP, in base 64 */
function shrink(page, png) {
  return page.evaluate(
    async ({ data, mostWidth, mostPixels }) => {
      const whole = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const { width, height } = await createImageBitmap(whole);
      const fits = Math.floor(Math.sqrt((mostPixels * width) / height));
      const resizeWidth = Math.min(mostWidth, fits, width);
      const resizeHeight = Math.round((height * resizeWidth) / width);
      const resizeQuality = 'high';
      const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality });
      const canvas = new OffscreenCanvas(resizeWidth, resizeHeight);
      canvas.getContext('2d')?.drawImage(small, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { data: png.toString('base64'), mostWidth: MOST_WIDTH, mostPixels: MOST_PIXELS },
  );
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} a WebP in base 64
 * @param {string} b
 * @returns {Promise<{distance: number, x: number, y: number} | null>} the worst square; null where
 *   the sizes differ
 */
function compare(page, a, b) {
  return page.evaluate(
    async ({ pictures, square }) => {
      /** @param {string} data */
      const decode = async (data) => {
        const blob = await (await fetch(`data:image/webp;base64,${data}`)).blob();
        const bitmap = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      /** Ottosson (2020). @param {ImageData} image @param {number} at */
      const oklab = ({ data }, at) => {
        const [r, g, b] = [data[at], data[at + 1], data[at + 2]].map((value) => {
          const unit = value / 255;
          return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
        });
        const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
        const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
        const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
        return [
          0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
        ];
      };
      const [one, other] = await Promise.all(pictures.map(decode));
      const { width, height } = one;
      if (width !== other.width || height !== other.height) return null;
      let worst = { distance: 0, x: 0, y: 0 };
      for (let y = 0; y < height; y += square) {
        for (let x = 0; x < width; x += square) {
          let sum = 0;
          let count = 0;
          for (let row = y; row < Math.min(y + square, height); row++) {
            for (let column = x; column < Math.min(x + square, width); column++) {
              const at = 4 * (row * width + column);
              const [p, q] = [oklab(one, at), oklab(other, at)];
              sum += Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
              count++;
            }
          }
          if (sum / count > worst.distance) worst = { distance: sum / count, x, y };
        }
      }
      return worst;
    },
    { pictures: [a, b], square: SQUARE },
  );
}
