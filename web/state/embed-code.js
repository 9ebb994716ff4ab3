/** The code that puts a scene on a page, for each kind of page that courses are made with. */
import { formatScene, sceneToAttributes } from './scene.js';

/**
 * @typedef {import('./scene-fields.js').Scene} Scene
 * @typedef {object} Wanted
 * @property {string} base address of Headscope's pages, with a slash at its end
 * @property {Scene} scene
 * @property {string} snapshot of the scene, as text; empty for none
 * @property {string} title of the frame
 * @property {string} width CSS, such as `100%`
 * @property {number} height px
 * @property {string} linkText
 */

/** Kinds of pages, in the order in which they are offered. */
export const TARGETS = Object.freeze(
  /** @type {const} */ ([
    ...['link', 'frame', 'element', 'notebook', 'myst', 'quarto', 'docusaurus', 'hugo', 'reveal'],
  ]),
);

/** @typedef {typeof TARGETS[number]} Target */

/**
 * @param {Target} target
 * @param {Wanted} wanted
 * @returns {string}
 */
export function embedCode(target, wanted) {
  const { base, scene, snapshot, title, width, height, linkText } = wanted;
  const hash = formatScene(scene);
  const painted = snapshot ? `${hash}&snapshot=${snapshot}` : hash;
  const source = `${base}embed.html${painted}`;
  const allow = 'allow="clipboard-write; fullscreen"';
  const frame = [
    `<iframe`,
    `  src="${escape(source)}"`,
    `  title="${escape(title)}"`,
    `  width="${escape(width)}" height="${height}" style="border: 0" loading="lazy"`,
    `  ${allow}`,
    `></iframe>`,
  ].join('\n');
  switch (target) {
    case 'link':
      return `${base}${formatScene({ ...scene, view: 'lab' })}`;
    case 'frame':
      return frame;
    case 'element': {
      const fields = Object.entries(sceneToAttributes(scene)).filter(([name]) => name !== 'v');
      const attributes = [...fields, ...(snapshot ? [['snapshot', snapshot]] : [])]
        .map(([name, value]) => `  ${name}="${escape(value)}"`)
        .join('\n');
      return [
        `<script type="module" src="${escape(base)}element.js"></script>`,
        `<headscope-view`,
        attributes,
        `>`,
        `  <a href="${escape(base + hash)}">${escape(linkText)}</a>`,
        `</headscope-view>`,
      ].join('\n');
    }
    case 'notebook':
      return [
        'import anywidget, traitlets',
        '',
        'class Headscope(anywidget.AnyWidget):',
        `    _esm = ${JSON.stringify(`${base}anywidget.js`)}`,
        '    scene = traitlets.Unicode("").tag(sync=True)',
        '',
        `Headscope(scene=${JSON.stringify(painted)})`,
      ].join('\n');
    case 'myst':
      return [
        `:::{anywidget} ${base}myst.js`,
        JSON.stringify({ from: base, scene: painted }),
        ':::',
      ].join('\n');
    case 'quarto':
      return ['```{=html}', frame, '```'].join('\n');
    case 'docusaurus':
      return [
        '<iframe',
        `  src={${JSON.stringify(source)}}`,
        `  title={${JSON.stringify(title)}}`,
        `  width="${escape(width)}" height={${height}} style={{ border: 0 }} loading="lazy"`,
        `  ${allow}`,
        '/>',
      ].join('\n');
    case 'hugo':
      return [
        '{{/* layouts/shortcodes/headscope.html */}}',
        `<iframe src="{{ printf "${base}embed.html%s" (.Get 0) | safeURL }}" title="{{ .Get 1 }}"`,
        `  width="${escape(width)}" height="{{ .Get 2 }}" style="border: 0" loading="lazy" ${allow}></iframe>`,
        '',
        `{{< headscope "${painted}" "${title.replaceAll('"', '”')}" "${height}" >}}`,
      ].join('\n');
    case 'reveal':
      return [
        '<section>',
        `  <iframe data-src="${escape(source)}" data-preload`,
        `    title="${escape(title)}" width="${escape(width)}" height="${height}" style="border: 0"`,
        `    ${allow}></iframe>`,
        '</section>',
      ].join('\n');
  }
}

/** @param {string} text */
const escape = (text) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
