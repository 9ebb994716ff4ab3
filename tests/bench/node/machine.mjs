/** @file The machine that a measurement belongs to, and whether it had other things to do. */
import { readFileSync } from 'node:fs';
import os from 'node:os';

/**
 * @typedef {{cpu: string, cores: number, memoryGiB: number, system: string, engine: string,
 *   newPageUs?: number, loadBefore: number, date: string}} Machine `newPageUs`: what the first write
 *   to 4 KiB of new memory takes, which results kept from before lack
 */

/** @param {string} engine what ran the code, with its version */
export function describeMachine(engine) {
  const cpus = os.cpus();
  return {
    cpu: (cpus[0]?.model.trim() ?? 'unknown') + generation(),
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    engine,
    newPageUs: timeOfNewPage(),
    loadBefore: os.loadavg()[0],
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Linux alone tells: a virtual machine's name for its processor may be that of a whole family. */
function generation() {
  if (os.platform() !== 'linux') return '';
  const info = readFileSync('/proc/cpuinfo', 'utf8');
  const [family, model] = ['cpu family', 'model'].map(
    (name) => new RegExp(`^${name}\\s*:\\s*(\\d+)$`, 'm').exec(info)?.[1],
  );
  return family && model ? ` (family ${family}, model ${model})` : '';
}

const PAGE_BYTES = 4096;
const PAGES = 4096;

/** Microseconds: from a fraction of one to ten and more where the machine is a virtual one. */
function timeOfNewPage() {
  const memory = new Uint8Array(PAGES * PAGE_BYTES);
  const start = performance.now();
  for (let page = 0; page < PAGES; ++page) memory[page * PAGE_BYTES] = 1;
  return (1000 * (performance.now() - start)) / PAGES;
}

export const nodeEngine = () => `Node ${process.versions.node}, V8 ${process.versions.v8}`;

/** A machine on which something else already takes half a core or more. @param {Machine} machine */
export const isBusy = ({ loadBefore }) => loadBefore > 0.5;

/** @param {Machine} machine */
export const machineLine = (machine) => {
  const { cpu, cores, memoryGiB, system, engine, newPageUs, loadBefore, date } = machine;
  const newPage =
    newPageUs === undefined ? '' : `a new page of memory ${newPageUs.toFixed(1)} µs; `;
  return (
    `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; ${engine}; ${newPage}` +
    `load ${loadBefore.toFixed(2)} before; ${date}`
  );
};
