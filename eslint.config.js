import js from '@eslint/js';
import globals from 'globals';

export default [
  {
    ignores: ['build/', 'dist/', '.toolchain/', '.cache/', '**/built/'],
  },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['web/**/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.worker } },
    rules: { 'no-console': 'error' },
  },
  {
    files: ['web/node/**/*.js', 'scripts/**/*.mjs', 'tests/**/*.{js,mjs}', 'eslint.config.js'],
    languageOptions: { globals: { ...globals.node } },
    rules: { 'no-console': 'off' },
  },
  {
    // Browser tests hand functions to the page; some files of tests are pages themselves.
    files: ['tests/browser/**/*.{js,mjs}', 'tests/package/fixtures/*.js'],
    languageOptions: { globals: { ...globals.browser } },
  },
];
