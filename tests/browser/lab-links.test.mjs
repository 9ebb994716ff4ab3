/** The header's list of what lies further down. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { arrived, openBrowser, openPage, pictured, settled } from './page-support.mjs';

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

for (const id of ['dimension-trace', 'fuse']) {
  test(`a link goes to ${id}, though what lies above arrives later`, async () => {
    /** @type {() => void} */
    let follow = () => {};
    const followed = new Promise((done) => (follow = () => done(undefined)));
    const { page, complaints, close } = await openPage(place, {
      before: (opened) =>
        opened.route('**/lab-parts.js', async (route) => {
          await followed;
          await route.continue();
        }),
    });
    await pictured(page);
    // No pointer: it would ask for the parts before the link is followed.
    await page
      .locator(`hs-lab-links a[href="#${id}"]`)
      .evaluate((/** @type {HTMLElement} */ link) => link.click());
    await page.waitForFunction(() => scrollY > 0);
    follow();
    await arrived(page);
    const top = () => page.locator(`#${id}`).evaluate((part) => part.getBoundingClientRect().top);
    const landed = await top();
    assert.ok(landed >= 0 && landed < 40, `${landed} px from the top`);
    assert.equal(await page.evaluate(() => document.activeElement?.id), id);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 300);
    while ((await top()) > -200) await settled(page);
    // The reader has gone on: what grows now leaves the page where it is.
    await page.evaluate(() => document.querySelector('main')?.append('More.'));
    await settled(page);
    assert.ok((await top()) < -200);
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('ways to parts of the page leave what the address says', async () => {
  const hash = '#v=1&text=She+sat.';
  const { page, complaints, close } = await openPage({ ...place, url: `${place.url}${hash}` });
  await pictured(page);
  for (const [link, id] of [
    ['.skip', 'lab'],
    ['.lesson a[href="#cost"]', 'cost'],
    ['.lesson a[href="#train"]', 'train'],
  ]) {
    await page.locator(link).press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), id);
    assert.equal(await page.evaluate(() => location.hash), hash);
  }
  assert.deepEqual(complaints, []);
  await close();
});

for (const [name, query, hash] of [
  ['in English', '', ''],
  ['in Chinese', '?lang=zh', ''],
  ['under three masks', '', '#v=1&mask=causal,padding:10,window:2'],
  ['in Chinese, under three masks', '?lang=zh', '#v=1&mask=causal,padding:10,window:2'],
]) {
  test(`the list lies within the screen at every width, ${name}`, async () => {
    const { page, close } = await openPage(
      { ...place, url: place.url + query + hash },
      { stir: false },
    );
    await page.locator('.more-links summary').click();
    const beyond = [];
    for (let width = 320; width <= 1280; width += 40) {
      await page.setViewportSize({ width, height: 800 });
      const { left, right } = await page
        .locator('.more-links ul')
        .evaluate((list) => list.getBoundingClientRect());
      if (left < 0 || right > width) beyond.push({ width, left, right });
    }
    assert.deepEqual(beyond, []);
    await close();
  });
}
