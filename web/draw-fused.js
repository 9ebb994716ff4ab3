/** Wrapper and fused on the core, for a figure: the same check that the page makes. */
import { bothSides, compareConcat } from './state/fuse.js';
import { maskSpec } from './scene-trace.js';
import { attentionInput, attentionName } from './state/store.js';

/** @type {typeof import('./draw.d.ts').fusedCheck} */
export function fusedCheck(headscope, { snapshot, scene, weights }) {
  const { layer, mask } = scene;
  const info = /** @type {NonNullable<typeof snapshot.model>} */ (snapshot.model).layers[layer];
  const role = (/** @type {string} */ name) => {
    const of = attentionName(layer, name);
    return { weight: weights(`${of}.weight`), bias: weights(`${of}.bias`) };
  };
  const projections = {
    ...{ query: role('query'), key: role('key') },
    ...{ value: role('value'), output: role('output') },
  };
  const seqLen = snapshot.tokens.length;
  const x = attentionInput(snapshot, layer).data;
  const [wrapper, fused] = bothSides(projections, info, { concat: true }).map(({ layers }) =>
    layers.map(({ config, weights: own }) => {
      const attention = headscope.createAttention(config, own);
      try {
        return attention.forward(x, { seqLen, mask: maskSpec(mask, seqLen) });
      } finally {
        attention.dispose();
      }
    }),
  );
  return compareConcat(wrapper, fused[0], info);
}
