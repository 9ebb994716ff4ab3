/** What the element needs besides scripts; in a single file these things are inside. */

/** @param {string} name of a file in styles/ @returns {Promise<string>} its text */
export async function styleText(name) {
  const response = await fetch(new URL(`./styles/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`styles/${name} did not arrive: ${response.status}`);
  return response.text();
}

/** Where the pages of this copy of Headscope are, for links back to them; null where there are none. */
/** @type {string | null} */
export const pages = new URL('./', import.meta.url).href;

/** Where the typeface is. */
export const fontUrl = new URL('./styles/fonts/inter-latin-variable.woff2', import.meta.url).href;

/** @returns {Parameters<typeof import('./engine.js').createEngine>[0]} how the engine finds its module and model */
export const engineOptions = () => ({});

/** @returns {import('./headscope.d.ts').LoadOptions & {worker?: boolean}} how training finds its module */
export const trainingOptions = () => ({});

/** Whether the engine can load its model without being given a file. */
export const hasModel = () => true;

/** Gives the engine its model's file, where there is no other way to one. @param {Uint8Array<ArrayBuffer>} _ */
export const giveModel = (_) => {};
