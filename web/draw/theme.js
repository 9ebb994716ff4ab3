/**
 * The colours of the design tokens as values, for pictures that leave the page: they must look right
 * where no style sheet is. A test keeps them equal to styles/tokens.css.
 */

/** @typedef {import('./matrix.js').Rgb} Rgb */
/** @typedef {'light' | 'dark'} ThemeName */

/** @type {Readonly<Record<ThemeName, Readonly<Record<string, string>>>>} */
export const THEMES = Object.freeze({
  light: Object.freeze({
    ground: '#f6f6f3',
    panel: '#ffffff',
    sunken: '#eeeeea',
    line: '#e1e1db',
    'line-strong': '#84847c',
    ghost: '#e1e1db',
    ink: '#1b1c1e',
    'ink-soft': '#55565a',
    'ink-faint': '#66676b',
    'ink-on-strong': '#ffffff',
    focus: '#1b1c1e',
    warn: '#8a4b00',
    'warn-ground': '#fdf3e2',
    mark: '#fff1b8',
    'role-query': '#1f62b8',
    'role-key': '#b5402a',
    'role-value': '#2a7a3d',
    'role-output': '#7a3fa8',
    'head-0': '#3a3ad5',
    'head-1': '#c67913',
    'head-2': '#0698a7',
    'head-3': '#8a0064',
    'head-4': '#375408',
    'head-5': '#fa3d85',
    'head-6': '#b657e9',
    'head-7': '#88650e',
    negative: '#b3471d',
    positive: '#2457a6',
    'token-0': '#f5cf6b',
    'token-1': '#93cdec',
    'token-2': '#a5d8a9',
    'token-3': '#f6ab95',
    'token-4': '#cdb8ec',
    'token-5': '#d7d7d0',
  }),
  dark: Object.freeze({
    ground: '#121316',
    panel: '#1a1c20',
    sunken: '#0d0e10',
    line: '#2c2f35',
    'line-strong': '#7c818b',
    ghost: '#2c2f35',
    ink: '#ececea',
    'ink-soft': '#b3b5ba',
    'ink-faint': '#92959c',
    'ink-on-strong': '#121316',
    focus: '#ffffff',
    warn: '#f0b866',
    'warn-ground': '#2c2314',
    mark: '#4a3f14',
    'role-query': '#7fb2f5',
    'role-key': '#f2937d',
    'role-value': '#7fc98c',
    'role-output': '#c79bec',
    'head-0': '#539afd',
    'head-1': '#fbbe78',
    'head-2': '#2fe0ea',
    'head-3': '#cb3687',
    'head-4': '#39940a',
    'head-5': '#fe81a1',
    'head-6': '#9758c9',
    'head-7': '#baaa01',
    negative: '#f08a5d',
    positive: '#79aef2',
    'token-0': '#77570a',
    'token-1': '#1d587a',
    'token-2': '#2a6138',
    'token-3': '#8b3a27',
    'token-4': '#5b4487',
    'token-5': '#52555c',
  }),
});

/**
 * @param {ThemeName} name
 * @returns {{paint: import('./display-list.js').Paint, rgb: (token: string) => Rgb}} both throw on a
 *   token that there is not
 */
export function themeOf(name) {
  const paint = (/** @type {string} */ token) => {
    const colour = THEMES[name][token];
    if (!colour) throw new Error(`theme ${name} has no token '${token}'`);
    return colour;
  };
  const rgb = (/** @type {string} */ token) => {
    const value = parseInt(paint(token).slice(1), 16);
    return /** @type {Rgb} */ ([value >> 16, (value >> 8) & 255, value & 255]);
  };
  return { paint, rgb };
}
