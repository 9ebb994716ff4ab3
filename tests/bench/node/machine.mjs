/** @file The machine that a measurement belongs to, and whether it had other things to do. */
import os from 'node:os';

/**
 * @typedef {{cpu: string, cores: number, memoryGiB: number, system: string, engine: string,
 *   loadBefore: number, date: string}} Machine
 */

/** @param {string} engine what ran the code, with its version */
export function describeMachine(engine) {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    engine,
    loadBefore: os.loadavg()[0],
    date: new Date().toISOString().slice(0, 10),
  };
}

export const nodeEngine = () => `Node ${process.versions.node}, V8 ${process.versions.v8}`;

/** A machine on which something else already takes half a core or more. @param {Machine} machine */
export const isBusy = ({ loadBefore }) => loadBefore > 0.5;

/** @param {Machine} machine */
export const machineLine = ({ cpu, cores, memoryGiB, system, engine, loadBefore, date }) =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${engine}; ` +
  `load ${loadBefore.toFixed(2)} before; ${date}`;
