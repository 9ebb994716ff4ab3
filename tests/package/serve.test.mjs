/** @file The lab as the installed command serves it, with and without the modules of training. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { application, packed } from './support.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('node:child_process').ChildProcess[]} */
const servers = [];

before(async () => {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
});
after(async () => {
  for (const server of servers) server.kill('SIGINT');
  await browser.close();
});

/** The lab of an application, at its section on training. @param {string} name @param {string[]} packages */
async function openLab(name, packages) {
  const app = application(name, packages);
  const program = path.join(app, 'node_modules/headscope/web/node/cli.js');
  const model = path.join(packed, 'headscope-model-use-lite/use-lite-f16.safetensors');
  const server = spawn(process.execPath, [program, 'serve', '--json', '--model', model]);
  servers.push(server);
  const line = await new Promise((resolve) => server.stdout.once('data', resolve));
  const tab = await browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('response', (answer) => {
    if (answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`);
  });
  await tab.goto(JSON.parse(String(line)).url);
  const section = tab.locator('hs-train');
  await section.scrollIntoViewIfNeeded();
  await tab.mouse.move(5, 5);
  return { tab, section, complaints };
}

test('with the package of training the lab trains', { timeout: 120_000 }, async () => {
  const { tab, section, complaints } = await openLab('serve', ['headscope', 'headscope-training']);
  await section.locator('.train-question').waitFor({ timeout: 60_000 });
  const losses = await tab.evaluate(async () => {
    const url = '/training.js';
    const training = await (await import(url)).loadTraining();
    const trainer = training.createTrainer({ task: 'tiles', heads: 2, seed: 1, warmup: 0 });
    return [trainer.step().loss, trainer.step(20).loss];
  });
  assert.ok(losses[1] < losses[0], `the loss went from ${losses[0]} to ${losses[1]}`);
  assert.deepEqual(complaints, []);
});

test('without it the lab says in its place what to install', { timeout: 120_000 }, async () => {
  const { tab, section, complaints } = await openLab('serve-bare', ['headscope']);
  const notice = section.locator('.notice');
  await notice.waitFor({ timeout: 60_000 });
  assert.match(String(await notice.textContent()), /npm install headscope-training/);
  assert.equal(await section.locator('button').count(), 0);
  // Nobody is sent to what lies beside a checkout alone.
  assert.equal(await tab.locator('.more-links a[href*="docs"]').count(), 0);
  await tab.getByRole('button', { name: 'Share' }).click();
  assert.equal(await tab.locator('.share-about a').isVisible(), false);
  await tab.locator('[data-format="html"]').click();
  await tab.getByText('does not hold the single file').waitFor();
  assert.deepEqual(complaints, []);
});
