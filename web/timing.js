/**
 * How long a reader waits for a picture, readable as `performance.getEntriesByName(…)`:
 * `headscope:key-to-picture`, from a change of the text to its picture, the model's run included;
 * `headscope:mixer-to-picture`, the same for a move of a fader;
 * `headscope:hover-to-picture`, from a change of what is pointed at to the picture that shows it.
 * The picture is every view that is on the screen, painted and handed to the browser, which then takes
 * some ms more to raster and present it; views out of sight follow when the page rests and are not
 * waited for.
 */

const KEY = 'headscope:key-to-picture';
const MIXER = 'headscope:mixer-to-picture';
const HOVER = 'headscope:hover-to-picture';
/** Older measures are forgotten, so that a long visit does not fill the memory. */
const MOST = 1000;

/** @param {import('./state/store.js').Store} store */
export function createTiming(store) {
  const texts = waits(KEY);
  const mixers = waits(MIXER);
  let pointed = false;

  store.subscribe((state, previous) => {
    const now = performance.now();
    if (state.text !== previous.text) texts.begin(state.text, now);
    if (state.mixer !== previous.mixer) mixers.begin(state.mixer, now);
    if (state.hover === previous.hover || pointed) return;
    pointed = true;
    afterPaint(() => {
      pointed = false;
      measure(HOVER, now);
    });
  });

  return {
    /**
     * To be called when a picture has been given to the views.
     * @param {Pick<import('./state/store.js').State, 'text' | 'mixer'>} what it was made with
     */
    shown({ text, mixer }) {
      texts.end(text);
      mixers.end(mixer);
    },
  };
}

/** @param {string} name of the measure of how long something waits for its picture */
function waits(name) {
  /** @type {Map<unknown, number>} when each that has no picture yet was asked for, ms */
  const asked = new Map();
  return {
    /** @param {unknown} what @param {number} now */
    begin: (what, now) => void asked.set(what, now),
    /** @param {unknown} what */
    end(what) {
      const start = asked.get(what);
      if (start === undefined) return;
      // Earlier ones were skipped; later ones still wait.
      for (const [other, time] of asked) if (time <= start) asked.delete(other);
      afterPaint(() => measure(name, start));
    },
  };
}

/** @param {string} name @param {number} start */
function measure(name, start) {
  if (performance.getEntriesByName(name).length >= MOST) performance.clearMeasures(name);
  performance.measure(name, { start });
}

/** Runs after the next frame is painted. @param {() => void} callback */
function afterPaint(callback) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = callback;
    port2.postMessage(null);
  });
}
