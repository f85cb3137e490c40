// How the pages are built. The result is static and is built into the binary; while working on the pages, `npm run dev`
// serves them with `/api` handed on to a studio that runs at HETMAN_STUDIO.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // Images stay in the style sheets (pieces are small drawings), scripts never in the page: the content policy forbids it.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: process.env['HETMAN_STUDIO'] ?? 'http://127.0.0.1:7777' } },
  },
});
