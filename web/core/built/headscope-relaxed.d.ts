export { default } from './headscope.js';
