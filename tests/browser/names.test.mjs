/** What a screen reader hears: every control has a name of its own, and little speaks unasked. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { arrived, bringUp, openBrowser, openPage, settled } from './page-support.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof openBrowser>>} */
let place;
before(async () => {
  place = await openBrowser();
});
after(() => place.close());

/** Roles of what can be used or is a picture. */
const NAMED =
  /^(button|link|textbox|checkbox|radio|slider|combobox|spinbutton|switch|menuitem|gridcell|application|image|table|grid|progressbar|region|navigation|toolbar|radiogroup)$/;

/** @param {Page} page @returns {Promise<{role: string, name: string, under: string}[]>} */
async function heard(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const text = (/** @type {typeof nodes[number] | undefined} */ node) =>
    String(node?.name?.value ?? '');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({
      role: String(node.role?.value),
      name: text(node).trim(),
      under: text(byId.get(node.parentId ?? '')),
    }));
}

for (const lang of ['en', 'zh']) {
  test(`every control has a name; those of the same kind differ: ${lang}`, async () => {
    const { page, complaints, close } = await openPage(place, {
      before: (opened) =>
        opened.addInitScript((language) => {
          if (!location.search) history.replaceState(null, '', `?lang=${language}`);
        }, lang),
    });
    await arrived(page);
    await bringUp(page, 'hs-compare');
    await page.locator('hs-compare [role="switch"]').click();
    await page.locator('hs-arithmetic button:visible').first().click();
    await bringUp(page, 'hs-mask-lab');
    await page.locator('hs-mask-lab input[type="checkbox"]').first().check();
    await bringUp(page, '#contributions');
    await page.locator('.wo-ranking td').first().waitFor();
    await settled(page);
    const all = await heard(page);
    const nameless = all.filter(({ role, name }) => NAMED.test(role) && !name);
    assert.deepEqual(nameless, []);
    assert.ok(all.filter(({ role }) => role === 'button').length > 100);
    const proofs = await page
      .locator('.prove-open:visible')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    assert.equal(proofs.length, 8);
    assert.equal(new Set(proofs).size, 8, String(proofs));
    const lists = await page
      .locator('.compare-tokens')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
    assert.deepEqual(lists, ['A', 'B']);
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('a slider says its value itself, once', async () => {
  const { page, close } = await openPage(place);
  await bringUp(page, '#mixer');
  await page.locator('#mixer input[type="range"]').first().waitFor();
  await bringUp(page, '#train');
  await page.locator('.train-score').first().waitFor();
  const said = await page
    .locator('#graph-mass, #mixer input[type="range"]')
    .evaluateAll((sliders) => sliders.map((slider) => slider.getAttribute('aria-valuetext')));
  assert.ok(said.length > 4);
  for (const value of said) assert.match(String(value), /^\d+\s%$/);
  // What stands beside it, and scores that change while models learn, would speak on their own.
  const speaks = (await heard(page)).filter(
    ({ role, name, under }) => role === 'status' && /%/.test(name + under),
  );
  assert.deepEqual(speaks, []);
  const roles = await page
    .locator('hs-head-graph output, #mixer output, .train-score output')
    .evaluateAll((outputs) => outputs.map((output) => output.getAttribute('role')));
  assert.ok(roles.length > 8 && roles.every((role) => role === 'none'), String(roles));
  await close();
});

test('the badge of the mixer is announced when it comes, and not with every step of a fader', async () => {
  const { page, close } = await openPage(place);
  await bringUp(page, '#mixer');
  const status = page.locator('hs-mixed-badge [role="status"]');
  await page.locator('#mixer input[type="range"]').first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('hs-mixed-badge:not([hidden])').waitFor();
  assert.equal(await status.textContent(), 'Mixed');
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal(await status.textContent(), 'Mixed');
  assert.match((await page.locator('.mixed-what').textContent()) ?? '', /90\s%/);
  await page.locator('hs-mixed-badge button').click();
  await page.locator('hs-mixed-badge').waitFor({ state: 'hidden' });
  assert.equal(await status.textContent(), '', 'so that it is said anew');
  await close();
});
