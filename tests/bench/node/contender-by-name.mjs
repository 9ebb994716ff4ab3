/** @file One contender alone, for the measurements that need a process of their own. */
import { headscopeAttention } from '../contenders/headscope.js';
import { attentionGraph, onnxSession, plainGraph } from '../contenders/onnxruntime.js';
import { tensorflowAttention } from '../contenders/tensorflow.js';
import { enableFlavours, loadOnnxRuntime, loadTensorFlow } from './libraries.mjs';

/**
 * From nothing loaded to a layer that can run.
 * @param {string} name
 * @param {import('../suite/problem.js').Problem} problem
 * @returns {Promise<() => unknown>}
 */
export async function openContender(name, problem) {
  switch (name) {
    case 'simd':
    case 'relaxed': {
      if (name === 'relaxed') enableFlavours();
      const { loadHeadscope } = await import('../../../web/node/index.js');
      return headscopeAttention(await loadHeadscope({ module: name }), problem).forward;
    }
    case 'ort plain':
      return (await onnxSession(await loadOnnxRuntime(), plainGraph(problem), problem.x)).run;
    case 'ort Attention':
      return (await onnxSession(await loadOnnxRuntime(), attentionGraph(problem), problem.x)).run;
    case 'tfjs':
      return tensorflowAttention(await loadTensorFlow(), problem).perHead;
    default:
      throw new Error(`no contender "${name}"`);
  }
}
