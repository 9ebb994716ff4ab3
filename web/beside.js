/**
 * What lies beside this copy of Headscope's page besides its scripts, styles and models; null where
 * nothing does, as in the npm package, so that nobody asks for what is not there.
 */

/** The first ready sentence, computed when the page was built. @type {URL | null} */
export const firstSnapshotUrl = new URL('./snapshots/built/first.safetensors', import.meta.url);

/** The page in one file. @type {URL | null} */
export const singleUrl = new URL('./built/single.html', import.meta.url);

/** The documentation; its pages lie in this folder. @type {URL | null} */
export const docsUrl = new URL('./docs/', import.meta.url);
