/** @file `<headscope-view>`, the anywidget module and the single file, on pages as courses have them. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { anywidgetFile, singleFile } from '../../scripts/lib/bundle.mjs';
import { withServer } from '../node/support/server.mjs';
import { coursePages } from './course-page.mjs';
import { assertAccessible } from './page-support.mjs';

const model = fileURLToPath(
  new URL('../../web/models/built/use-lite-f16.safetensors', import.meta.url),
);
const RIVER = 'text="She sat on the river bank." layer="1" heads="3" lock="query:5"';

/** @typedef {import('playwright-core').Page} Page */

const course = coursePages();
const { withPage, script, told } = course;

describe('the element', () => {
  test('several on one page share one module and one model, and come when a reader is near', async () => {
    /** @type {string[]} */
    const fetched = [];
    await withPage(
      `<headscope-view id="a" ${RIVER} view="graph"><p id="fallback">No script</p>
         <b slot="caption">Caption</b></headscope-view>
       <headscope-view id="b" view="matrix" layer="1" heads="2" load="visible"></headscope-view>
       <div style="height: 300vh"></div><headscope-view id="c" view="heads"></headscope-view>
       ${script()}`,
      async (page, complaints) => {
        await told(page, 'ready', 2);
        await page.locator('#a .graph-token[aria-pressed="true"]').first().waitFor();
        assert.equal(await page.locator('#fallback').isVisible(), false);
        assert.equal(await page.locator('b').isVisible(), true);
        assert.equal(await page.locator('#c hs-heads-strip').count(), 0);
        await page.locator('#c').scrollIntoViewIfNeeded();
        await page.locator('#c .head').first().waitFor();
        await told(page, 'ready', 3);
        const heavy = fetched.filter((url) => /\.wasm$|use-lite/.test(url) && !url.endsWith('.js'));
        assert.equal(heavy.length, 2, heavy.join(' '));
        await page.locator('#a .graph-token').nth(2).click();
        const chosen = (await told(page, 'select')).at(-1);
        assert.deepEqual([chosen.id, chosen.detail.lock], ['a', { side: 'query', index: 2 }]);
        await assertAccessible(page);
        assert.deepEqual(complaints, []);
      },
      {
        before: async (page) =>
          page.context().on('request', (request) => fetched.push(request.url())),
      },
    );
  });

  test('knows a mixer of fewer layers, and tells of a sentence that fails', () =>
    withPage(
      `<headscope-view ${RIVER} view="graph" mixer="0:0.5,1,1,1"></headscope-view>${script()}`,
      async (page) => {
        await told(page, 'ready');
        await page.locator('.graph-token').first().waitFor();
        await page.evaluate(() => {
          const post = Worker.prototype.postMessage;
          Worker.prototype.postMessage = function (/** @type {any} */ message) {
            if (message.name === 'trace') message.given.options.gains = [[7]];
            return post.call(this, message);
          };
        });
        const view = page.locator('headscope-view');
        await view.evaluate((element) => element.setAttribute('text', 'He sat.'));
        const [{ detail }] = await told(page, 'error');
        assert.equal(detail.code, 'BadGains');
        await view.getByText('This sentence could not be computed: [').waitFor();
      },
    ));

  test('follows its attributes and its property, and says what it could not take', () =>
    withPage(`<headscope-view ${RIVER} view="graph"></headscope-view>${script()}`, async (page) => {
      await told(page, 'ready');
      const view = page.locator('headscope-view');
      await view.evaluate((element) => element.setAttribute('view', 'matrix'));
      await view.locator('.matrix-readout').waitFor();
      await view.evaluate((element) => element.setAttribute('heads', '1,9'));
      await view.locator('hs-scene-notice li').first().waitFor();
      const heads = await view.evaluate((/** @type {any} */ element) => element.scene.heads);
      assert.deepEqual(heads, [1]);
      await view.evaluate((/** @type {any} */ element) => {
        for (const name of [...element.getAttributeNames()]) element.removeAttribute(name);
        element.scene = { text: 'She sat.', view: 'graph', layer: 0, heads: [2] };
      });
      await view.locator('.graph-token').first().waitFor();
      await page.waitForFunction(() => {
        const { snapshot } = /** @type {any} */ (document.querySelector('headscope-view'));
        return snapshot?.text === 'She sat.';
      });
      await view.getByRole('button', { name: 'Prove it' }).click();
      await view.locator('hs-prove dialog[open]').waitFor();
    }));

  test('walks through the steps of a scene', () => {
    const steps = 'caption=One+head&amp;heads=2;caption=Another&amp;heads=1';
    return withPage(
      `<headscope-view view="graph" layer="1" heads="3" steps="${steps}"></headscope-view>${script()}`,
      async (page) => {
        await told(page, 'ready');
        await page.getByRole('button', { name: 'Next' }).click();
        await page.getByText('One head').waitFor();
        const view = page.locator('headscope-view');
        assert.deepEqual(
          await view.evaluate((/** @type {any} */ element) => element.scene.heads),
          [2],
        );
      },
    );
  });

  test('computes under a strict policy that names its host', () => {
    const { origin } = new URL(course.place.url);
    const policy =
      `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; worker-src blob:; ` +
      `connect-src ${origin}; font-src ${origin}`;
    return withPage(
      `<headscope-view ${RIVER} view="graph"></headscope-view>${script()}`,
      async (page, complaints) => {
        await told(page, 'ready');
        assert.deepEqual(complaints, []);
      },
      { policy },
    );
  });

  test('keeps its colours, and lets the page choose some', () =>
    withPage(
      `<headscope-view ${RIVER} view="graph" theme="dark"></headscope-view>${script()}`,
      async (page) => {
        await told(page, 'ready');
        const colours = await page.locator('headscope-view .panel').evaluate((panel) => {
          const { backgroundColor, borderTopColor } = getComputedStyle(panel);
          return { backgroundColor, borderTopColor };
        });
        assert.deepEqual(colours, {
          backgroundColor: 'rgb(26, 28, 32)',
          borderTopColor: 'rgb(1, 2, 3)',
        });
      },
      {
        head: '<style>* { color: lime !important } headscope-view { --headscope-line: rgb(1 2 3) }</style>',
      },
    ));

  test('runs from left to right in a page that does not; the page’s own words run as they did', () =>
    withPage(
      `<div dir="rtl"><headscope-view ${RIVER} view="graph" layout="columns"><b slot="caption">כיתוב</b>
         </headscope-view><headscope-view ${RIVER} view="matrix"></headscope-view></div>${script()}`,
      async (page) => {
        await told(page, 'ready', 2);
        const at = (/** @type {string} */ part) =>
          page
            .locator(part)
            .first()
            .evaluate((element) => element.getBoundingClientRect());
        const [query, key] = [
          await at('.graph-sides .role-query'),
          await at('.graph-sides .role-key'),
        ];
        assert.ok(query.right < key.left, `query to ${query.right}, key from ${key.left}`);
        const [mark, label] = [
          await at('headscope-view .head-key-item svg'),
          await at('.head-key-item'),
        ];
        assert.ok(mark.left - label.left < 2, 'a head’s mark, then its name');
        const scale = page.locator('.matrix-scale .figure');
        const lefts = await scale.evaluateAll((all) =>
          all.map((element) => element.getBoundingClientRect().left),
        );
        assert.ok(lefts.length > 1 && lefts[0] < lefts[lefts.length - 1], String(lefts));
        const caption = page.locator('b[slot="caption"]');
        assert.equal(await caption.evaluate((e) => getComputedStyle(e).direction), 'rtl');
      },
    ));

  test('prints its numbers and its address, and no controls', () =>
    withPage(
      `<headscope-view ${RIVER} view="matrix"></headscope-view>${script()}`,
      async (page) => {
        await told(page, 'ready');
        await page.emulateMedia({ media: 'print' });
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        const view = page.locator('headscope-view');
        await view.locator('.matrix-table td').first().waitFor();
        assert.equal(await view.getByRole('button').first().isVisible(), false);
        const address = await view
          .locator('[part="link"]')
          .evaluate((link) => getComputedStyle(link, '::after').content);
        assert.match(address, /#v=1&text=She/);
      },
    ));

  test('stands by its own words where no script runs', async () => {
    const context = await course.place.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.setContent('<headscope-view><a href="#x">The scene</a></headscope-view>');
    assert.equal(await page.getByRole('link', { name: 'The scene' }).isVisible(), true);
    await context.close();
  });
});

test('the anywidget module shows its traits and keeps what is chosen', () =>
  withPage(
    `<div id="cell"></div><script type="module">
       import widget from '${course.place.url}anywidget.js';
       const traits = { scene: '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3' };
       const listeners = {};
       const model = {
         get: (name) => traits[name],
         set: (name, value) => { traits[name] = value },
         save_changes: () => { globalThis.saved = { ...traits } },
         on: (name, callback) => { listeners[name] = callback },
         off: (name) => { delete listeners[name] },
       };
       globalThis.change = (scene) => { traits.scene = scene; listeners['change:scene']() };
       globalThis.leave = widget.render({ model, el: document.querySelector('#cell') });
     </script>`,
    async (page) => {
      await told(page, 'ready');
      await page.locator('.graph-token').nth(2).click();
      await page.waitForFunction(() => /** @type {any} */ (globalThis).saved);
      const { scene } = await page.evaluate(() => /** @type {any} */ (globalThis).saved);
      assert.match(scene, /lock=query:2/);
      await page.evaluate(() => /** @type {any} */ (globalThis).change('#v=1&view=heads'));
      await page.locator('hs-heads-strip .head').first().waitFor();
      await page.evaluate(() => /** @type {any} */ (globalThis).leave());
      assert.equal(await page.locator('headscope-view').count(), 0);
    },
  ));

test('the anywidget module as one text fetches nothing of its own', async () => {
  const text = await anywidgetFile();
  await withPage('<div id="cell"></div>', async (page, complaints) => {
    const url = `${course.place.url}models/built/use-lite-f16.safetensors`;
    /** @type {string[]} */
    const fetched = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.evaluate(
      async ([text, url]) => {
        const file = new DataView(await (await fetch(url)).arrayBuffer());
        const blob = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        const { default: widget } = await import(blob);
        URL.revokeObjectURL(blob);
        /** @type {Record<string, unknown>} */
        const traits = {
          scene: '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3',
          load: 'visible',
          model: file,
        };
        const model = { get: (/** @type {string} */ name) => traits[name] };
        widget.render({ model, el: document.querySelector('#cell') });
      },
      [text, url],
    );
    await told(page, 'ready');
    assert.equal(await page.locator('.graph-token').count(), 14);
    const theirs = fetched.filter((from) => !/^(blob|data):/.test(from) && from !== url);
    assert.deepEqual([theirs, complaints], [[], []]);
  });
});

describe('training in an element', () => {
  const TINY = 'tiles:4:7:3:16:0.02:30';

  test('needs no model, goes with its view, and lets the model come for another', async () => {
    /** @type {string[]} */
    const fetched = [];
    await withPage(
      `<headscope-view view="train" train="${TINY}"><p id="fallback">No script</p></headscope-view>
       ${script()}`,
      async (page, complaints) => {
        const view = page.locator('headscope-view');
        await view.locator('.train-matrix tbody tr').nth(2).waitFor();
        assert.equal(await page.locator('#fallback').isVisible(), false);
        assert.equal(await view.locator('hs-model-status').isVisible(), false);
        await view.getByText('step 0 of 30').waitFor();
        assert.equal(await view.getByRole('button', { name: 'Open in the lab' }).count(), 0);
        await view.locator('.train-go').click();
        await view.locator('.train-go[data-phase="done"]').waitFor();
        await view.getByText('step 30 of 30').waitFor();
        await view.locator('.train-mutes tbody b').first().waitFor();
        const shares = await view.locator('.train-score output').allTextContents();
        assert.equal(shares.length, 4);
        for (const share of shares) assert.ok(parseFloat(share) < 100, share);
        const link = String(await view.getByRole('link').getAttribute('href'));
        assert.match(decodeURIComponent(link), new RegExp(`view=train&train=${TINY}$`));
        await assertAccessible(page);
        assert.deepEqual(
          fetched.filter((url) => url.endsWith('.safetensors')),
          [],
        );
        assert.equal(page.workers().length, 1);

        await view.evaluate((element) => element.setAttribute('view', 'graph'));
        await view.locator('.graph-token').first().waitFor();
        await told(page, 'ready');
        assert.equal(fetched.filter((url) => url.endsWith('.safetensors')).length, 1);
        assert.equal(await view.locator('hs-model-status').isVisible(), true);
        await page.waitForFunction(
          () => !document.querySelector('headscope-view')?.shadowRoot?.querySelector('hs-train'),
        );
        await view.evaluate((element) => element.setAttribute('view', 'train'));
        await view.getByText('step 0 of 30').waitFor();
        await view.getByRole('button', { name: 'Step', exact: true }).click();
        await view.getByText('step 10 of 30').waitFor();
        assert.deepEqual(complaints, []);
      },
      {
        before: async (page) => {
          page.setDefaultTimeout(30_000);
          page.context().on('request', (request) => fetched.push(request.url()));
        },
      },
    );
  });
});

describe('the single file', () => {
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'headscope-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** @param {string} html @param {(page: Page) => Promise<void>} use @param {string} [scene] */
  async function fromDisk(
    html,
    use,
    scene = '#v=1&text=She+sat+on+the+river+bank.&view=graph&layer=1&heads=3',
  ) {
    const file = path.join(folder, 'headscope.html');
    await writeFile(file, html);
    const page = await course.place.browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url().slice(0, 200)));
    await page.goto(`${pathToFileURL(file)}${scene}`);
    await use(page);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith('data:')),
      [`${pathToFileURL(file)}`],
    );
    await page.close();
  }

  test('opens from a disk and computes with the model inside', async () =>
    fromDisk(await singleFile({ model: true }), async (page) => {
      await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
      await page.locator('.graph-token').first().waitFor();
    }));

  test('without it asks for its file', async () => {
    const html = await singleFile();
    assert.ok(html.length < 1_200_000, `${html.length}`);
    await fromDisk(html, async (page) => {
      await page.locator('input[type="file"]').setInputFiles(model);
      await page.locator('hs-model-status[data-phase="ready"]').waitFor({ timeout: 30000 });
      await page.locator('.graph-token').first().waitFor();
      assert.equal(await page.locator('input[type="file"]').count(), 0);
    });
  });

  test('trains without any file', async () => {
    const scene = '#v=1&view=train&train=tiles:4:7:3:16:0.02:30';
    await fromDisk(
      await singleFile(),
      async (page) => {
        await page.locator('.train-matrix tbody tr').nth(2).waitFor();
        await page.locator('.train-go').click();
        await page.locator('.train-go[data-phase="done"]').waitFor();
        await page.getByText('step 30 of 30').waitFor();
        assert.equal(await page.locator('.picker').count(), 0);
      },
      scene,
    );
  });

  test('is what a page of Reveal.js or any other host may frame, with nothing beside it', async () => {
    const html = await singleFile();
    await withServer(
      (request, response) => {
        response.setHeader('content-type', 'text/html');
        const isSlide = request.url === '/';
        response.end(isSlide ? '<iframe sandbox="allow-scripts" src="/one.html"></iframe>' : html);
      },
      async (url) => {
        const page = await course.place.browser.newPage();
        await page.goto(url);
        await page.frameLocator('iframe').locator('input[type="file"]').waitFor();
        await page.close();
      },
    );
  });
});

test('custom-elements.json says what the element has', async () => {
  const manifest = JSON.parse(
    await readFile(new URL('../../web/custom-elements.json', import.meta.url), 'utf8'),
  );
  const [declaration] = manifest.modules[0].declarations;
  await withPage(`<headscope-view view="graph"></headscope-view>${script()}`, async (page) => {
    await told(page, 'ready');
    const real = await page.evaluate(() => {
      const View = /** @type {any} */ (customElements.get('headscope-view'));
      const root = document.querySelector('headscope-view')?.shadowRoot;
      return {
        attributes: View.observedAttributes.filter((/** @type {string} */ name) => name !== 'v'),
        members: Object.getOwnPropertyNames(View.prototype).filter(
          (name) => !/^constructor$|Callback$/.test(name),
        ),
        parts: [...(root?.querySelectorAll('[part]') ?? [])].map((part) =>
          part.getAttribute('part'),
        ),
        slots: [...(root?.querySelectorAll('slot') ?? [])].map((slot) => slot.name),
      };
    });
    const names = (/** @type {{name: string}[]} */ list) => list.map(({ name }) => name).sort();
    assert.deepEqual(
      names(declaration.attributes).filter((name) => name !== 'v'),
      real.attributes.sort(),
    );
    assert.deepEqual(names(declaration.members), real.members.sort());
    assert.deepEqual(names(declaration.cssParts), real.parts.sort());
    assert.deepEqual(names(declaration.slots), real.slots.sort());
  });
  const css = await readFile(new URL('../../web/styles/element.css', import.meta.url), 'utf8');
  const used = [...new Set(css.match(/--headscope-[a-z]+/g))].sort();
  assert.deepEqual(declaration.cssProperties.map((/** @type {any} */ p) => p.name).sort(), used);
  const fired = await readFile(new URL('../../web/element-stage.js', import.meta.url), 'utf8');
  const events = [...new Set([...fired.matchAll(/fire\('([a-z]+)'/g)].map(([, name]) => name))];
  assert.deepEqual(
    declaration.events.map((/** @type {any} */ event) => event.name).sort(),
    events.map((name) => `headscope-${name}`).sort(),
  );
});
