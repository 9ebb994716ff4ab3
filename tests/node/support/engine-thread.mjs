/** @file A thread of Node that serves the engine, as the page's worker does. */
import { workerData } from 'node:worker_threads';
import { serve } from '../../../web/engine/worker.js';

const { port } = workerData;
serve(port);
port.start();
