/**
 * Headscope for MyST and Jupyter Book 2. Their builds copy the one file that `{anywidget}` names into
 * the site, without what it imports; so this file imports nothing before it runs, and then from where
 * Headscope is: the address `from`, beside the scene in the directive.
 */

/**
 * @param {Parameters<typeof import('./anywidget.js').default.render>[0]} place
 * @returns {Promise<() => void>} takes it away
 */
async function render({ model, el }) {
  const from = String(model.get('from') ?? import.meta.url);
  const { default: widget } = await import(new URL('anywidget.js', from).href);
  return widget.render({ model, el });
}

export default { render };
