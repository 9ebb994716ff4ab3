export { default } from './headscope-train.js';
