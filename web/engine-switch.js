/** An engine whose model can be exchanged for another while those who use it keep what they have. */

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {Pick<Engine, 'trace' | 'weight'>} Source */

/**
 * @param {Engine} engine
 * @returns {Engine & {use: (source: Source | null) => void}} `use` answers about texts and weights from
 *   that source from then on; null brings the engine's own model back
 */
export function switchable(engine) {
  /** @type {Source | null} */
  let other = null;
  return {
    get threaded() {
      return engine.threaded;
    },
    load: engine.load,
    attention: engine.attention,
    measure: engine.measure,
    dispose: engine.dispose,
    trace: (text, options) => (other ?? engine).trace(text, options),
    weight: (name) => (other ?? engine).weight(name),
    use(source) {
      other = source;
    },
  };
}
