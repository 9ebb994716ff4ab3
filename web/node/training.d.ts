export * from '../training.js';
