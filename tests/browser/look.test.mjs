/**
 * What the page looks like: the lab at four sizes and every scene of the gallery, in light and dark,
 * against pictures that were looked at; forced colours; and colours that colour-blind readers tell
 * apart, as they stand on the page.
 *
 *   UPDATE_PICTURES=1 npm test -- browser      keeps what is there now: look at it, then commit it
 */
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scenes } from '../../web/lesson/scenes.js';
import { arrived, assertAccessible, openBrowser, openPage, settled } from './page-support.mjs';
import { differenceFromKept } from './picture.mjs';

const pictures = fileURLToPath(new URL('./pictures/', import.meta.url));
const MOST_BYTES = 15_000;
const SCHEMES = /** @type {const} */ (['light', 'dark']);
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
const labPicture = (/** @type {string} */ scheme, /** @type {{width: number}} */ { width }) =>
  `lab-${width}-${scheme}`;
const scenePicture = (/** @type {string} */ scheme, /** @type {string} */ id) =>
  `scene-${id}-${scheme}`;

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
/** @type {Page} an empty page that decodes pictures: the lab's own policy forbids it there */
let tool;
before(async () => {
  place = await openBrowser();
  tool = await place.browser.newPage();
});
after(() => place.close());

/**
 * Fonts are there, nothing moves and nothing is pointed at. The languages' own names are left out:
 * their scripts are drawn in whatever font the machine has.
 * @param {Page} page
 */
async function still(page) {
  await page.evaluate(async () => {
    for (const links of document.querySelectorAll('hs-language-links')) links.remove();
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
  await settled(page);
}

/** @param {Page} page */
const sidewaysScroll = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** @param {(typeof SCHEMES)[number]} colorScheme @param {(page: Page) => Promise<void>} use */
async function inGallery(colorScheme, use) {
  const { page, complaints, close } = await openPage(
    { ...place, url: `${place.url}gallery.html` },
    { context: { colorScheme, reducedMotion: 'reduce' }, ready: false },
  );
  await page.locator('main[data-complete]').waitFor({ timeout: 30000 });
  await still(page);
  await use(page);
  assert.deepEqual(complaints, []);
  await close();
}

describe('the lab', () => {
  for (const colorScheme of SCHEMES) {
    for (const viewport of SIZES) {
      const { width, height } = viewport;
      test(`looks as it was approved: ${width} × ${height}, ${colorScheme}`, async () => {
        const { page, close } = await openPage(place, {
          context: { viewport, colorScheme, reducedMotion: 'reduce' },
          stir: false,
        });
        await still(page);
        const name = labPicture(colorScheme, viewport);
        const wrong = await differenceFromKept(tool, name, await page.screenshot());
        assert.equal(wrong, null, wrong ?? '');
        assert.equal(await sidewaysScroll(page), 0);
        await close();
      });
    }
  }
});

describe('the gallery', () => {
  for (const colorScheme of SCHEMES) {
    test(`shows every scene as it was approved, ${colorScheme}`, () =>
      inGallery(colorScheme, async (page) => {
        const wrongs = [];
        for (const { id } of scenes) {
          const png = await page.locator(`#${id} form`).screenshot();
          wrongs.push(await differenceFromKept(tool, scenePicture(colorScheme, id), png));
        }
        assert.deepEqual(
          wrongs.filter((wrong) => wrong !== null),
          [],
        );
        await assertAccessible(page);
      }));
  }

  test('fits every size', () =>
    inGallery('light', async (page) => {
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        await settled(page);
        assert.equal(await sidewaysScroll(page), 0, `${viewport.width}`);
      }
    }));

  test('says so when it cannot compute', async () => {
    const { page, close } = await openPage(
      { ...place, url: `${place.url}gallery.html` },
      {
        ready: false,
        before: (page) => page.route('**/*.safetensors', (route) => route.abort()),
      },
    );
    const notice = page.locator('.gallery-notice.warn');
    await notice.waitFor();
    assert.match((await notice.textContent()) ?? '', /could not be computed: .*did not load/);
    await page.unroute('**/*.safetensors');
    await notice.getByRole('link', { name: 'Try again' }).click();
    await page.locator('main[data-complete]').waitFor({ timeout: 30000 });
    assert.equal(await page.locator('figure').count(), scenes.length);
    await close();
  });
});

test('kept pictures are small, and each is still compared with something', () => {
  const names = SCHEMES.flatMap((scheme) => [
    ...SIZES.map((size) => labPicture(scheme, size)),
    ...scenes.map(({ id }) => scenePicture(scheme, id)),
  ]);
  const files = readdirSync(pictures);
  assert.deepEqual(files.sort(), names.map((name) => `${name}.webp`).sort());
  for (const file of files) {
    const { size } = statSync(`${pictures}${file}`);
    assert.ok(size <= MOST_BYTES, `${file} has ${size} bytes`);
  }
});

test('a picture that changed is found out', async (context) => {
  if (process.env.UPDATE_PICTURES) return context.skip('it would be kept');
  const { page, close } = await openPage(place, {
    context: { reducedMotion: 'reduce' },
    stir: false,
  });
  await still(page);
  await page.locator('.matrix-readout').evaluate((element) => {
    element.style.background = 'currentcolor';
  });
  const wrong = await differenceFromKept(
    tool,
    labPicture('light', SIZES[0]),
    await page.screenshot(),
  );
  assert.match(wrong ?? '', /differs by 0\.\d+ around/);
  await close();
});

describe('forced colours', () => {
  test('leave every head, edge, word and control to be seen', async () => {
    const { page, complaints, close } = await openPage(place, {
      context: { forcedColors: 'active', colorScheme: 'dark' },
    });
    const faint = await page.evaluate(() => {
      const ground = getComputedStyle(document.body).backgroundColor;
      const parts = [
        'h1',
        '.token',
        '.graph-token',
        '.head',
        '.segments span',
        '#sentence',
        'button',
      ];
      return parts.filter((part) =>
        [...document.querySelectorAll(part)].some((element) => {
          const { color, backgroundColor } = getComputedStyle(element);
          return color === backgroundColor || (color === ground && backgroundColor === ground);
        }),
      );
    });
    assert.deepEqual(faint, []);
    const strokes = await page
      .locator('hs-head-graph path[data-id^="edge"]')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
    assert.ok(strokes.length > 0 && strokes.every((stroke) => stroke !== 'none'));
    assert.deepEqual(complaints, []);
    await close();
  });

  for (const colorScheme of SCHEMES) {
    test(`leave what is chosen readable, whatever it is, ${colorScheme}`, async () => {
      const { page, close } = await openPage(place, {
        context: { forcedColors: 'active', colorScheme, reducedMotion: 'reduce' },
      });
      await arrived(page);
      await page.getByRole('switch', { name: 'Compare side by side' }).click();
      await settled(page);
      assert.deepEqual(await unreadable(page), []);
      await close();
    });
  }
});

/**
 * With every button pressed: the texts whose contrast is below 4.5:1. Where the browser still forces
 * colours it lays a ground behind the letters, and they are readable.
 * @param {Page} page
 */
const unreadable = (page) =>
  page.evaluate(() => {
    for (const button of document.querySelectorAll('[aria-pressed]')) {
      button.setAttribute('aria-pressed', 'true');
    }
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    if (!pen) return ['no canvas'];
    const paint = (/** @type {string[]} */ colours) => {
      for (pen.fillStyle of colours) pen.fillRect(0, 0, 1, 1);
      const linear = [...pen.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte <= 10 ? byte / 3295 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05;
    };
    return [...document.querySelectorAll('body :not(svg *)')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
      .filter((element) => element.checkVisibility())
      .filter((element) => getComputedStyle(element).forcedColorAdjust === 'none')
      .filter((element) => {
        const grounds = [];
        for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
          grounds.unshift(getComputedStyle(at).backgroundColor);
        }
        const { color } = getComputedStyle(element);
        // A second layer of the text in the box, below its letters.
        if (color === 'rgba(0, 0, 0, 0)') return false;
        const both = [paint(['Canvas', ...grounds]), paint(['Canvas', ...grounds, color])];
        return Math.max(...both) / Math.min(...both) < 4.5;
      })
      .map((element) => `${element.localName}.${element.className}: ${element.textContent}`);
  });
