/**
 * Trains while somebody watches: one slice of batches after another, so that every slice is drawn and
 * a pause holds at once. A worker that is lost is replaced, and goes on from the last snapshot.
 */
import { messageOf } from './core/error.js';
import { shortest } from './proof/shown.js';
import {
  configOf,
  cutBack,
  gainsOf,
  HEAD_COUNTS,
  isThrough,
  NO_SPREAD,
  RECIPES,
  SEEDS_OF_SPREAD,
  SPEEDS,
  untrained,
  withLearner,
  withMoved,
  withOpened,
  withRecipe,
} from './state/train.js';
import { createTrainEngine } from './train-engine.js';
import { createTrainPlace } from './train-place.js';
import { createTrainLab } from './train-lab.js';
import { saveFile } from './views/save-file.js';

/** @typedef {import('./state/train.js').Train} Train */

/** Nothing went wrong since. */
const SAYS_NOTHING = { message: '', unread: '', restarted: false };
/** ms of one slice: in a worker, and on the page's own thread. */
const SLICE = { worker: 40, page: 8 };
/** ms between two looks at the chosen model, and between two snapshots. */
const LOOK = 120;
const KEEP = 700;
/** A slice has so many batches at most. */
const MOST = 400;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves while the page is seen. */
async function seen() {
  while (document.hidden) {
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true }),
    );
  }
}

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {ReturnType<typeof import('./engine-switch.js').switchable> | null} options.engine of the
 *   lab; null where there is none that could show a trained model
 * @param {Parameters<typeof createTrainEngine>[0]} [options.options] how training finds its module
 */
export function createLiveTrain({ store, engine, options }) {
  const { actions } = store;
  const place = createTrainPlace({ onLost: lost, create: () => createTrainEngine(options) });
  const lab = engine && createTrainLab({ store, engine, place });
  /** Which training it is: what belongs to an older one is dropped. */
  let era = 0;
  let looping = false;
  /** Counts the runs over seeds, so that one that was cancelled writes no more. */
  let spreads = 0;

  const train = () => /** @type {Readonly<Train>} */ (store.state.train);
  const set = (/** @type {Partial<Train>} */ changes) => actions.setTrain(changes);

  /** @param {readonly {heads: number, step: number}[]} places where it goes on from */
  function lost(places) {
    set({ restarted: true, learners: cutBack(train().learners, places) });
  }

  /** @param {unknown} error */
  const fail = (error) => set({ phase: 'failed', message: messageOf(error) });

  /**
   * Does it unless another training has begun meanwhile.
   * @param {(mine: () => boolean) => Promise<void>} work
   * @param {(error: unknown) => void} [failed]
   */
  async function within(work, failed = fail) {
    const own = era;
    try {
      await work(() => own === era);
    } catch (error) {
      if (own === era) failed(error);
    }
  }

  async function open() {
    if (train().learners.length) return;
    const own = era;
    set({ phase: 'loading' });
    const config = configOf(train(), HEAD_COUNTS[0]);
    const opened = await place.open({ config, heads: [...HEAD_COUNTS] });
    if (own === era) set({ ...withOpened(opened, HEAD_COUNTS), phase: 'paused' });
  }

  async function look() {
    const { chosen, text, muted, learners } = train();
    if (!learners.length) return;
    const own = era;
    const seen = await place.look({ heads: chosen, text, gains: gainsOf(muted, chosen) });
    if (own === era && train().chosen === chosen) set({ look: seen });
  }

  /** @param {number} batches @param {number} budget */
  async function advance(batches, budget) {
    const own = era;
    const { stride } = RECIPES[train().task];
    const moved = await place.advance({ batches: Math.max(stride, batches), stride, budget });
    if (own === era) set({ learners: withMoved(train().learners, moved) });
  }

  const run = () =>
    within(async (mine) => {
      if (looping) return;
      looping = true;
      try {
        let [looked, kept] = [0, 0];
        while (mine() && train().phase === 'running' && !isThrough(train())) {
          const now = performance.now();
          const rate = SPEEDS[train().speed];
          const { stride } = RECIPES[train().task];
          const slice = place.threaded ? SLICE.worker : SLICE.page;
          await advance(rate === Infinity ? MOST : stride, slice);
          if (mine() && performance.now() - looked > LOOK) {
            await look();
            looked = performance.now();
          }
          if (mine() && performance.now() - kept > KEEP) {
            await place.keep();
            kept = performance.now();
          }
          const due = rate === Infinity ? 0 : (1000 * stride) / rate;
          const rest = due - (performance.now() - now);
          if (rest > 0 || !place.threaded) await wait(Math.max(0, rest));
        }
      } finally {
        looping = false;
      }
      if (mine() && isThrough(train())) set({ phase: 'done' });
      if (mine() && train().phase !== 'running') await measure(mine);
      else if (train().phase === 'running') run();
    });

  /** What the models can do as they stand. @param {() => boolean} mine */
  async function measure(mine) {
    await place.keep();
    for (const { heads, score } of train().learners) {
      if (!score) await learn(heads, { score: await place.evaluate({ heads }) }, mine);
    }
    if (mine()) await look();
    for (const { heads, costs } of train().learners) {
      const still = () => mine() && train().phase !== 'running';
      if (!costs && still()) await learn(heads, { costs: await place.muteCosts({ heads }) }, still);
    }
  }

  /** @param {number} heads @param {Partial<import('./state/train.js').Learner>} news @param {() => boolean} mine */
  async function learn(heads, news, mine) {
    if (mine()) set({ learners: withLearner(train().learners, heads, news) });
  }

  /** @param {Partial<Train>} changes */
  function begin(changes) {
    era++;
    lab?.close();
    set(changes);
  }

  const commands = {
    train() {
      if (train().phase === 'loading') return;
      if (train().phase === 'done' || train().phase === 'failed') begin(untrained());
      return within(async (mine) => {
        await open();
        if (!mine()) return;
        set({ phase: document.hidden ? 'hidden' : 'running', ...SAYS_NOTHING });
        if (train().phase === 'running') run();
      });
    },

    pause: () => set({ phase: 'paused' }),

    step: () =>
      within(async (mine) => {
        if (train().phase === 'loading' || train().phase === 'running') return;
        set(SAYS_NOTHING);
        await open();
        if (mine()) await advance(1, 0);
        if (mine()) set({ phase: isThrough(train()) ? 'done' : 'paused' });
        if (mine()) await measure(mine);
      }),

    /** @param {import('./state/train.js').Speed} speed */
    speed: (speed) => set({ speed }),

    reset() {
      begin(untrained());
      commands.prepare();
    },

    /** Shows the task before anything is learned. */
    prepare: () =>
      within(async (mine) => {
        if (train().learners.length || train().phase === 'loading') return;
        await open();
        if (mine()) set({ phase: 'idle' });
        if (mine()) await look();
      }),

    /** @param {Partial<import('./state/train.js').Recipe>} changes */
    recipe(changes) {
      begin(withRecipe(changes));
      commands.prepare();
    },

    /** @param {number} heads */
    choose(heads) {
      set({ chosen: heads, muted: Object.freeze([]), mutedScore: null, look: null });
      return within(() => look());
    },

    /** @param {string} text */
    text(text) {
      set({ text });
      return within(() => look());
    },

    /** @param {readonly number[]} muted */
    mute: (muted) =>
      within(async (mine) => {
        set({ muted: Object.freeze([...muted]), mutedScore: null });
        const { chosen } = train();
        const gains = gainsOf(muted, chosen);
        const score = gains && (await place.evaluate({ heads: chosen, gains }));
        if (mine() && train().muted.join() === muted.join()) set({ mutedScore: score });
        if (mine()) await look();
      }),

    spread() {
      const own = ++spreads;
      const running = () => own === spreads && train().spread.phase === 'running';
      const work = async (/** @type {() => boolean} */ mine) => {
        const total = SEEDS_OF_SPREAD * HEAD_COUNTS.length;
        const recipe = train();
        /** @type {Record<number, readonly number[]>} */
        let results = {};
        set({ spread: Object.freeze({ ...NO_SPREAD, phase: 'running', total }) });
        for (let done = 0; done < total && mine() && running();) {
          const heads = HEAD_COUNTS[done % HEAD_COUNTS.length];
          const seed = recipe.seed + Math.floor(done / HEAD_COUNTS.length);
          const config = configOf({ ...recipe, seed }, heads);
          await seen();
          if (!mine() || !running()) return;
          const { allRight } = await place.runThrough({ config });
          if (!mine() || !running()) return;
          results = { ...results, [heads]: [...(results[heads] ?? []), allRight] };
          done++;
          const phase = done === total ? 'done' : 'running';
          set({ spread: Object.freeze({ ...NO_SPREAD, phase, done, total, results }) });
        }
      };
      // What becomes of other seeds says nothing of the training itself.
      return within(work, (error) => {
        const { spread } = train();
        const message = messageOf(error);
        if (running()) set({ spread: Object.freeze({ ...spread, phase: 'failed', message }) });
      });
    },

    /** The lab shows the chosen model. */
    open: () => lab?.open(),
    close: () => lab?.close(),

    cancelSpread: () => set({ spread: NO_SPREAD }),

    save: () =>
      within(async () => {
        const { chosen, task, seed } = train();
        const bytes = await place.toFile({ heads: chosen });
        const name = `${task}-${chosen}-heads-seed-${seed}.safetensors`;
        saveFile(name, new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)]));
      }),

    /** The page is hidden, or seen again. */
    visibility() {
      const { phase } = train();
      if (document.hidden && phase === 'running') set({ phase: 'hidden' });
      if (!document.hidden && phase === 'hidden') {
        set({ phase: 'running' });
        run();
      }
    },

    /** Nobody looks any more: what was learned goes, and so does the worker. */
    end() {
      begin({ ...untrained(), spread: NO_SPREAD });
      place.end();
    },

    /** @param {Uint8Array} bytes of a file that `save` made */
    async load(bytes) {
      const own = era;
      const before = train().phase;
      set({ ...SAYS_NOTHING, phase: 'loading' });
      // Until it is read nothing is given up: the file may be a bad one.
      const read = await place.fromFile({ bytes }).catch((error) => {
        const stopped = before === 'running' || before === 'hidden';
        const phase = train().phase === 'loading' ? (stopped ? 'paused' : before) : train().phase;
        if (own === era) set({ phase, unread: messageOf(error) });
      });
      if (!read || own !== era) return;
      begin({});
      const { steps: step, ...opened } = read;
      const { task, places, dModel, seed, steps, heads } = opened.config;
      // The core keeps it as a float32, whose own digits nobody typed.
      const learningRate = Number(shortest(opened.config.learningRate));
      const recipe = { task, places, dModel, seed, learningRate, steps };
      const { learners, ...rest } = withOpened(opened, [heads]);
      const at = withLearner(learners ?? [], heads, { step });
      // One that has not learned to its end can go on.
      const phase = step >= steps ? 'done' : 'paused';
      set({ ...withRecipe(recipe), ...rest, learners: at, chosen: heads, phase });
      await within(measure);
    },
  };

  /** @param {{name: keyof typeof commands, given?: any}} what */
  return ({ name, given }) => /** @type {(given: any) => unknown} */ (commands[name])(given);
}
