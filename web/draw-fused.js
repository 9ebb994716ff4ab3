/** Wrapper and fused on the core, for a figure: the same check that the page makes. */
import { bothSides, compareConcat } from './state/fuse.js';
import { maskSpec } from './scene-trace.js';
import { attentionInput, attentionName } from './state/store.js';

/** @typedef {import('./state/fuse.js').LayerProjections} LayerProjections */

/** @type {typeof import('./draw.d.ts').fusedCheck} */
export function fusedCheck(headscope, { snapshot, scene, weights }) {
  const { layer, mask } = scene;
  const info = /** @type {NonNullable<typeof snapshot.model>} */ (snapshot.model).layers[layer];
  const roles = /** @type {const} */ (['query', 'key', 'value', 'output']);
  const projections = /** @type {LayerProjections} */ (
    Object.fromEntries(
      roles.map((role) => {
        const name = attentionName(layer, role);
        return [role, { weight: weights(`${name}.weight`), bias: weights(`${name}.bias`) }];
      }),
    )
  );
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
