/**
 * @file The code that the dialog hands out, on pages made by the tools that courses are made with, and
 * opened in Chromium. MyST and MDX, which Docusaurus compiles its pages with, run here as they are;
 * Docusaurus itself would bring a thousand packages to put the same page into a frame of menus. Hugo
 * and pandoc, which Quarto hands its raw blocks to, are no npm packages: they run where they are
 * installed, and elsewhere their pages are made by the rules that they state.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { findCommand } from '../../scripts/lib/process.mjs';
import { loadHeadscope } from '../../web/node/index.js';
import { serveFolder } from '../../web/node/static-server.js';
import { parseScene } from '../../web/scene.js';
import { embedCode, TARGETS } from '../../web/state/embed-code.js';
import { snapshotToText } from '../../web/state/scene-snapshot.js';
import { packed, tool, tools } from './support.mjs';

/** What Markdown, JSX, Go, Python and HTML would each take for something of theirs. */
const text = 'Say “hi” & <b> 9%: {{x}} \\ `$';
const title = `Attention in “${text}”`;

/** @type {import('playwright-core').Browser} */
let browser;
/** All pages share what they fetched. @type {import('playwright-core').BrowserContext} */
let context;
/** Headscope's own host. @type {{url: string, close: () => Promise<void>}} */
let host;
/** @type {import('../../web/state/embed-code.js').Wanted} */
let wanted;
let tokens = 0;

before(async () => {
  const root = fileURLToPath(new URL('../../web', import.meta.url));
  const server = await serveFolder({ root, ports: [0] });
  if (!server) throw new Error('no port is free');
  host = server;
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  // What is drawn comes from the code alone: the model never arrives.
  await context.route(/\.(safetensors|wasm)$/, () => {});
  const hash = `#v=1&text=${encodeURIComponent(text)}&view=graph&layer=1&heads=3&lock=query:2`;
  const { scene } = parseScene(hash);
  const headscope = await loadHeadscope();
  const model = await headscope.loadModel();
  const trace = model.trace(text);
  const snapshot = snapshotToText(trace.snapshot(), scene);
  tokens = model.tokenize(text).length;
  assert.notEqual(snapshot, '', 'short enough for a link');
  trace.dispose();
  model.dispose();
  const more = { title, width: '700', height: 520, linkText: 'See it' };
  wanted = { base: host.url, scene, snapshot, ...more };
});
after(async () => {
  await browser.close();
  await host.close();
});

/** An empty folder. @param {string} name */
function folderFor(name) {
  const folder = path.join(packed, 'courses', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,"><main>${body}</main>`;

/**
 * The page of a folder, on another site than Headscope's.
 * @param {string} folder
 * @param {(page: import('playwright-core').Page) => Promise<void>} use
 */
async function open(folder, use) {
  const server = await serveFolder({ root: folder, ports: [0] });
  if (!server) throw new Error('no port is free');
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  try {
    await page.goto(server.url.replace('127.0.0.1', 'localhost'));
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
    await server.close();
  }
}

/** Opens a page with the frame and waits for the picture in it. @param {string} name @param {string} body */
async function paintsAFrame(name, body) {
  const folder = folderFor(name);
  writeFileSync(path.join(folder, 'index.html'), html(body));
  await open(folder, async (page) => {
    const frame = page.locator('iframe');
    assert.equal(await frame.getAttribute('title'), title);
    assert.equal(await frame.getAttribute('height'), '520');
    const src = (await frame.getAttribute('src')) ?? (await frame.getAttribute('data-src')) ?? '';
    assert.deepEqual(parseScene(new URL(src).hash).scene, wanted.scene);
    if (await frame.getAttribute('data-src')) {
      await frame.evaluate((element) => element.setAttribute('src', element.dataset.src ?? ''));
    }
    await drawn(page.frameLocator('iframe'));
  });
}

/** @param {import('playwright-core').FrameLocator | import('playwright-core').Page} place */
async function drawn(place) {
  const words = place.locator('.graph-token[data-side="query"]');
  await words.nth(tokens - 1).waitFor({ timeout: 30_000 });
  assert.equal(await words.count(), tokens);
  await place.locator('.graph-token[aria-pressed="true"]').first().waitFor();
}

/** @type {Record<import('../../web/state/embed-code.js').Target, (code: string) => Promise<void>>} */
const OPEN = {
  async link(code) {
    const { scene, ignored } = parseScene(new URL(code).hash);
    assert.deepEqual([scene, ignored], [{ ...wanted.scene, view: 'lab' }, []]);
    assert.ok(code.startsWith(`${host.url}#`));
  },
  frame: (code) => paintsAFrame('frame', code),
  async element(code) {
    const folder = folderFor('element');
    writeFileSync(path.join(folder, 'index.html'), html(code));
    await open(folder, async (page) => {
      const link = page.locator('headscope-view > a');
      assert.equal(await link.textContent(), 'See it');
      await drawn(page);
    });
  },
  async notebook(code) {
    const read = `
import ast, json, sys
tree = ast.parse(sys.stdin.read())
widget = next(node for node in tree.body if isinstance(node, ast.ClassDef))
call = tree.body[-1].value
print(json.dumps({'esm': widget.body[0].value.value, 'name': call.func.id == widget.name,
  'scene': {word.arg: word.value.value for word in call.keywords}['scene']}))`;
    const { stdout, stderr } = spawnSync('python3', ['-c', read], {
      input: code,
      encoding: 'utf8',
    });
    assert.equal(stderr, '');
    const { esm, name, scene } = JSON.parse(stdout);
    assert.deepEqual([esm, name], [`${host.url}anywidget.js`, true]);
    assert.deepEqual(parseScene(scene).scene, wanted.scene);
    assert.ok(scene.endsWith(`&snapshot=${wanted.snapshot}`));
  },
  async myst(code) {
    const folder = folderFor('myst');
    const write = (/** @type {string} */ name, /** @type {string} */ content) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    };
    write('index.md', `# Heads\n\nBefore.\n\n${code}\n\nAfter.\n`);
    write('myst.yml', 'version: 1\nproject: {title: Course}\nsite: {template: ./theme}\n');
    // The themes are fetched from a host of their own; a site is built without what draws it.
    write('theme/template.yml', 'myst: v1\ntitle: T\nversion: 1.0.0\nlicense: MIT\nkind: site\n');
    const home = path.join(tools, 'node_modules/mystmd');
    const { bin } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
    const program = path.join(home, bin.myst);
    // Not one that waits: it fetches the module from this very process.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'build', '--site', '--ci'],
      { cwd: folder, timeout: 60_000 },
    );
    assert.doesNotMatch(stdout, /⛔|⚠/);
    const site = path.join(folder, '_build/site');
    cpSync(path.join(site, 'public'), path.join(folder, 'out'), { recursive: true });
    cpSync(path.join(site, 'content/index.json'), path.join(folder, 'out/page.json'));
    // What its themes draw a widget with.
    const source = `
      import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import { ANY_RENDERERS } from '@myst-theme/anywidget';
      const { mdast } = await (await fetch('./page.json')).json();
      const widgets = (node) =>
        node.type === 'anywidget' ? [node] : (node.children ?? []).flatMap(widgets);
      const drawn = widgets(mdast).map((node) =>
        createElement(ANY_RENDERERS.anywidget, { node, key: node.key }));
      createRoot(document.querySelector('main')).render(drawn);`;
    const { build } = await tool('esbuild');
    await build({
      stdin: { contents: source, resolveDir: tools },
      ...{ bundle: true, format: 'esm', outfile: path.join(folder, 'out/page.js') },
      ...{ logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' } },
    });
    write('out/index.html', `${html('')}<script type="module" src="./page.js"></script>`);
    await open(path.join(folder, 'out'), async (page) => {
      await drawn(page);
      const word = page.locator('.graph-token[data-side="query"]').nth(1);
      await word.click();
      await word.and(page.locator('[aria-pressed="true"]')).waitFor();
    });
  },
  async quarto(code) {
    const markdown = `# Heads\n\n${code}\n\nEnd.\n`;
    const pandoc = findCommand('pandoc');
    if (pandoc) {
      const args = ['-f', 'markdown', '-t', 'html'];
      const { stdout } = spawnSync(pandoc, args, { input: markdown, encoding: 'utf8' });
      return paintsAFrame('quarto', stdout);
    }
    // A fence whose only word is {=html} is handed through as it is: pandoc's raw_attribute.
    const { fromMarkdown } = await tool('mdast-util-from-markdown');
    const [, raw, end] = fromMarkdown(markdown).children;
    assert.deepEqual(
      [raw.type, raw.lang, raw.meta, end.type],
      ['code', '{=html}', null, 'paragraph'],
    );
    return paintsAFrame('quarto', raw.value);
  },
  async docusaurus(code) {
    const { compile, run } = await tool('@mdx-js/mdx');
    const { default: runtime } = await tool('react/jsx-runtime');
    const { default: react } = await tool('react');
    const { default: server } = await tool('react-dom/server');
    const page = `# Heads\n\nBefore, *softly*.\n\n${code}\n\nAfter.\n`;
    const { default: Content } = await run(await compile(page, { outputFormat: 'function-body' }), {
      ...runtime,
      baseUrl: import.meta.url,
    });
    await paintsAFrame('docusaurus', server.renderToStaticMarkup(react.createElement(Content)));
  },
  async hugo(code) {
    const [shortcode, call] = code.split('\n\n');
    const hugo = findCommand('hugo');
    if (hugo) {
      const folder = folderFor('hugo-site');
      for (const [name, content] of Object.entries({
        'hugo.toml': 'disableKinds = ["taxonomy", "term", "home", "section", "rss", "sitemap"]\n',
        'layouts/shortcodes/headscope.html': shortcode,
        'layouts/_default/single.html': '{{ .Content }}',
        'content/course.md': `---\ntitle: Course\n---\n# Heads\n\n${call}\n`,
      })) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
      const config = path.join(folder, 'hugo.toml');
      const { status, stderr } = spawnSync(hugo, ['--config', config], { cwd: folder });
      assert.equal(status, 0, String(stderr));
      const made = readFileSync(path.join(folder, 'public/course/index.html'), 'utf8');
      return paintsAFrame('hugo', made);
    }
    // Quoted arguments, put into attributes and escaped there, as Go's templates do.
    const given = /^\{\{< headscope "([^"]*)" "([^"]*)" "(\d+)" >\}\}$/.exec(call);
    assert.ok(given, call);
    const escape = (/** @type {string} */ word) =>
      word.replace(/[&"<>+]/g, (sign) => `&#${sign.codePointAt(0)};`);
    const made = shortcode
      .replace(/^\{\{\/\*.*\*\/\}\}\n/, '')
      .replace(/\{\{ printf "([^"%]*)%s" \(\.Get 0\) \| safeURL \}\}/, (_, base) =>
        escape(base + given[1]),
      )
      .replace(/\{\{ \.Get (\d) \}\}/g, (_, index) => escape(given[Number(index) + 1]));
    assert.doesNotMatch(made.replaceAll(escape(title), ''), /\{\{ /);
    return paintsAFrame('hugo', made);
  },
  // A real deck opens it in tests/browser.
  async reveal(code) {
    assert.match(code, /^<section>\n {2}<iframe data-src="[^"]*" data-preload\n[^]*<\/section>$/);
    await paintsAFrame('reveal', code);
  },
};

describe('the code for', () => {
  for (const target of TARGETS) {
    test(target, { timeout: 120_000 }, async () => {
      await OPEN[target](embedCode(target, wanted));
    });
  }
});
