/** @file docs/, README.md and CONTRIBUTING.md as pages, with links that lead somewhere. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { modulePage, publicTypes } from './docs-api.mjs';
import { filesBelow } from './files.mjs';
import { SetupError } from './process.mjs';
import { kRoot } from './toolchain.mjs';

/**
 * @typedef {object} Source
 * @property {string} name of the page's file
 * @property {string} label in the navigation
 * @property {string} [file] in Markdown; without, the page is made elsewhere
 */

/** In the order of the navigation. @type {readonly Source[]} */
export const kPages = Object.freeze([
  { name: 'index.html', label: 'Overview', file: 'README.md' },
  { name: 'embedding.html', label: 'Embedding', file: 'docs/embedding.md' },
  { name: 'scenes.html', label: 'Scenes', file: 'docs/scenes.md' },
  { name: 'package.html', label: 'Package and command', file: 'docs/package.md' },
  { name: 'api/index.html', label: 'API' },
  { name: 'performance.html', label: 'Performance', file: 'docs/performance.md' },
  { name: 'contributing.html', label: 'Inside', file: 'CONTRIBUTING.md' },
]);

/** What is handed over as it is: its name among the pages by its file. @type {Record<string, string>} */
const kCopied = { LICENSE: 'LICENSE.txt', 'scripts/docs/docs.css': 'docs.css' };

/** By the language of a block: where a remark begins. Colour is for remarks alone. */
const kRemarks = Object.freeze({
  js: /(^|\s)(\/\/.*)$/gm,
  sh: /(^|\s)(#\s.*)$/gm,
  python: /(^|\s)(#\s.*)$/gm,
});

/**
 * Every page and what it shows.
 *
 * @param {(file: string) => Buffer | string} [read] a file of the checkout
 * @returns {Promise<Map<string, string | Buffer>>} contents by name
 * @throws {SetupError} for a link, an anchor or a picture that is not there
 */
export async function docsPages(read = readFile) {
  const { default: MarkdownIt } = await import('markdown-it');
  const template = readFileSync(path.join(kRoot, 'scripts/docs/page.html'), 'utf8');
  /** @type {Map<string, string | Buffer>} */
  const files = new Map();
  for (const [file, name] of Object.entries(kCopied)) files.set(name, readFile(file));
  for (const file of filesBelow('docs').filter((name) => !name.endsWith('.md'))) {
    files.set(path.basename(file), readFile(file));
  }
  /** @type {Map<string, Set<string>>} */
  const anchors = new Map();
  /** @type {{from: string, name: string, anchor: string}[]} */
  const links = [];
  for (const page of kPages) {
    if (!page.file) continue;
    const { file } = page;
    const md = new MarkdownIt({ html: true });
    const text = String(read(file));
    const { html, parts, title } = render(md, text, (href) => {
      const [name, anchor = ''] = addressOf(href, file).split('#');
      if (!/^\w+:/.test(href)) links.push({ from: file, name: name || page.name, anchor });
      return anchor ? `${name}#${anchor}` : name;
    });
    anchors.set(page.name, new Set(parts.map(({ id }) => id)));
    files.set(page.name, filled(template, { page, title, html, parts }));
  }
  for (const { from, name, anchor } of links) {
    const isThere = files.has(name) || name.startsWith('api/');
    if (!isThere || (anchor && !anchors.get(name)?.has(anchor))) {
      throw new SetupError(`${from} links to ${name}${anchor && `#${anchor}`}, which is not there`);
    }
  }
  return files;
}

/** @typedef {{id: string, text: string, level: number}} Part a heading */

/**
 * @param {import('markdown-it').default} md
 * @param {string} text
 * @param {(href: string) => string} linked an address as the page has it
 * @returns {{html: string, parts: Part[], title: string}}
 */
function render(md, text, linked) {
  const { escapeHtml } = md.utils;
  const tokens = md.parse(text, {});
  /** @type {Part[]} */
  const parts = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { children, content } = tokens[i + 1];
      const plain = (children ?? []).map((child) => child.content).join('');
      const part = { id: unique(slugOf(plain), parts), text: plain, level: Number(token.tag[1]) };
      parts.push(part);
      token.attrSet('id', part.id);
      if (part.level > 1 && !content.includes('](')) token.meta = part;
    }
    if (token.type === 'table_open') token.meta = parts.at(-1);
    // A policy may forbid styles in attributes.
    const aligned = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
    if (aligned) token.attrs = [['class', aligned]];
    for (const child of token.children ?? []) {
      for (const name of ['href', 'src']) {
        const address = child.attrGet(name);
        if (address !== null) child.attrSet(name, linked(address));
      }
    }
  }
  /** @type {import('markdown-it').default['renderer']['rules']} */
  const rules = {
    heading_open: (all, i, options, _, self) =>
      self.renderToken(all, i, options) + (all[i].meta ? `<a href="#${all[i].meta.id}">` : ''),
    heading_close: (all, i, options, _, self) =>
      (all[i - 2].meta ? '</a>' : '') + self.renderToken(all, i, options),
    // What is wider than the page moves by itself, for the keyboard too.
    table_open: (all, i) =>
      `<div class="wide" role="region" tabindex="0" aria-label="Table: ${escapeHtml(all[i].meta?.text ?? '')}"><table>`,
    table_close: () => '</table></div>',
    fence: (all, i) => {
      const remark = kRemarks[/** @type {keyof typeof kRemarks} */ (all[i].info)];
      const code = escapeHtml(all[i].content);
      const shown = remark ? code.replace(remark, '$1<span class="remark">$2</span>') : code;
      return `<pre tabindex="0"><code>${shown}</code></pre>\n`;
    },
    html_block: (all, i) => withoutHtml(all[i].content),
    html_inline: (all, i) => withoutHtml(all[i].content),
  };
  Object.assign(md.renderer.rules, rules);
  const html = md.renderer.render(tokens, md.options, {});
  return { html, parts, title: parts[0]?.text ?? '' };
}

/**
 * @param {string} template
 * @param {{page: Source, title: string, html: string, parts: Part[]}} made
 */
function filled(template, { page, title, html, parts }) {
  const link = (/** @type {string} */ href, /** @type {string} */ text, current = false) =>
    `<a href="${href}"${current ? ' aria-current="page"' : ''}>${escaped(text)}</a>`;
  const list = (/** @type {string[]} */ items) =>
    `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
  const pages = kPages.map(({ name, label }) => link(name, label, name === page.name));
  const second = parts.filter(({ level }) => level === 2);
  const own = second.map(({ id, text }) => link(`#${id}`, text));
  const whole = title === 'Headscope' ? 'Headscope: documentation' : `${title}: Headscope`;
  return template
    .replace('<!-- title -->', () => escaped(whole))
    .replace('<!-- pages -->', () => list(pages))
    .replace('<!-- parts -->', () => list(own))
    .replace('<!-- text -->', () => html);
}

/**
 * @param {string} href as a file in Markdown has it
 * @param {string} from that file
 * @returns {string} as the pages have it
 */
function addressOf(href, from) {
  if (/^(\w+:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = path.posix.join(path.posix.dirname(from), file);
  const types = Object.entries(publicTypes()).find(([, declared]) => declared === target);
  const page =
    kPages.find((other) => other.file === target)?.name ??
    (types ? `api/${modulePage(types[0])}` : undefined) ??
    kCopied[target] ??
    (target.startsWith('docs/') ? path.posix.basename(target) : undefined);
  if (!page)
    throw new SetupError(`${from} links to ${href}; expected a page or a picture of docs/`);
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/** @param {string} html @returns {string} nothing for a remark; HTML has no place in the documentation */
function withoutHtml(html) {
  if (/^\s*<!--[^]*-->\s*$/.test(html)) return '';
  throw new SetupError(`the documentation holds HTML: ${html}`);
}

/** As other renderers of Markdown name headings. @param {string} text */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** @param {string} id @param {readonly Part[]} parts */
function unique(id, parts) {
  const used = new Set(parts.map((part) => part.id));
  for (let n = 0; ; n++) {
    const name = n === 0 ? id : `${id}-${n}`;
    if (!used.has(name)) return name;
  }
}

/** @param {string} file */
const readFile = (file) => readFileSync(path.join(kRoot, file));

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
