// How Svelte compiles components: runes everywhere, styles always in files (the content policy forbids inline ones).

import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true, css: 'external' },
};
