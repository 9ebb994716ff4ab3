/** Keeps the free shapes computed: the newest choice, while the dimension trace shows it. */
import { messageOf } from './core/error.js';
import { refusal, requestOf, resultOf, START } from './state/shapes.js';

/**
 * @param {object} options
 * @param {import('./state/store.js').Store} options.store
 * @param {import('./engine.js').Engine} options.engine
 */
export function createLiveShapes({ store, engine }) {
  const { actions } = store;
  let busy = false;

  /** The choice that has to be computed now, or null. */
  function due() {
    const { shapes } = store.state;
    return shapes?.on && shapes.result?.config !== shapes.config ? shapes.config : null;
  }

  async function follow() {
    if (busy) return;
    busy = true;
    for (let config = due(); config; config = due()) {
      const result = await engine.attention({ ...requestOf(config), lane: 'shapes' }).then(
        (answer) => resultOf(config, answer),
        (error) => refusal(config, messageOf(error)),
      );
      actions.setShapes({ result });
    }
    busy = false;
  }

  actions.setShapes(START);
  store.subscribe(follow);
}
