// What eslint looks for: mistakes, not style (prettier does that).

import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default typescript.config(
  { ignores: ['dist/', 'node_modules/', 'screenshots/', 'src/wire/'] },
  ...typescript.configs.strict,
  ...svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Links are hash routes of this page, for which there is no resolver.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/app/route.svelte.ts'],
    rules: {
      // The router alone owns the address.
      'no-restricted-globals': ['error', 'history', 'location'],
      'no-restricted-properties': [
        'error',
        { object: 'window', property: 'history' },
        { property: 'hash' },
        { property: 'pushState' },
        { property: 'replaceState' },
      ],
    },
  },
  { files: ['scripts/**', 'tests/**', 'bench/**'], rules: { 'no-console': 'off' } },
);
