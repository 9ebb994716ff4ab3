/** The way of a trained model into every view of the lab, and the way back. */
import { trainedSource } from './trained-source.js';
import { TrainBanner } from './views/train-banner.js';

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {ReturnType<typeof import('./engine-switch.js').switchable>} options.engine of the lab
 * @param {ReturnType<typeof import('./train-place.js').createTrainPlace>} options.place
 */
export function createTrainLab({ store, engine, place }) {
  const { actions } = store;
  /** What the lab showed before. @type {{layer: number, head: number} | null} */
  let before = null;

  const banner = new TrainBanner();
  banner.addEventListener('hs-train-close', close);
  document.querySelector('main')?.prepend(banner);
  banner.store = store;

  function open() {
    const { train, text, layer, heads } = store.state;
    if (!train) return;
    const labText = before ? train.labText : text;
    before ??= { layer, head: heads[0] };
    engine.use(trainedSource(place, train.chosen));
    actions.setTrain({ opened: train.chosen, labText });
    actions.setModel({ text: train.text });
    scrollTo({ top: 0 });
    banner.reach();
  }

  function close() {
    if (!before) return;
    const { layer, head } = before;
    before = null;
    engine.use(null);
    actions.setTrain({ opened: 0 });
    const { snapshot: old, train } = store.state;
    // Only the model itself has that layer.
    const stop = store.subscribe(({ snapshot }) => {
      if (snapshot === old) return;
      stop();
      actions.selectHead({ layer, head });
    });
    actions.setModel({ text: train?.labText ?? '' });
  }

  // A scene may bring another recipe, and with it other models.
  store.subscribe(({ train }) => {
    if (before && !train?.opened) close();
  });

  return { open, close };
}
