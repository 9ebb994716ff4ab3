/** @file Renews docs/performance.md from tests/bench/results without measuring. */
import { writeDocs } from './report/docs.mjs';

await writeDocs();
