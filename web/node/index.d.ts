export * from '../headscope.js';
