/** What the cost is counted by; see web/state/cost.js, which computes the same. */

/** @typedef {import('./dimension-trace-steps.js').Term} Term */

const n = 'n';
const h = 'h';
const dModel = { symbol: 'd', sub: 'model' };
const dHead = { symbol: 'd', sub: 'head' };
const square = { symbol: 'n', sup: '2' };

/** Rows that share tiles. @param {Term} rows @returns {Term[]} */
const tiled = (rows) => ['6', '·', '⌈', rows, '/', '5', '⌉'];

/**
 * @param {{bytes: string, packed: string, workspace: string}} words
 * @returns {Record<'parameters' | 'flops' | 'weights' | 'pass' | 'packed', Term[]>}
 */
export const formulas = ({ bytes, packed, workspace }) => ({
  parameters: ['4', '·', dModel, '·', h, '·', dHead],
  flops: [
    '2',
    '·',
    { fenced: ['4', '·', n, '·', dModel, '+', '2', '·', square] },
    '·',
    h,
    '·',
    dHead,
  ],
  weights: ['4', '·', bytes, '·', h, '·', square],
  pass: [
    '4',
    '·',
    bytes,
    '·',
    {
      fenced: [
        n,
        '·',
        { fenced: ['3', '·', h, '·', dHead, '+', dModel] },
        '+',
        packed,
        '+',
        workspace,
      ],
    },
  ],
  packed: [...tiled(n), '·', dHead, '+', ...tiled(dHead), '·', n],
});
