// How the pages are built. The result is static and is built into the binary; while working on the pages, `npm run dev`
// serves them with `/api` handed on to a studio that runs at HETMAN_STUDIO.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/**
 * Chessground gives its drawings a style attribute, which the content policy forbids. It is taken out here; the board's
 * style sheet says the same.
 */
function withoutStyleAttribute(): Plugin {
  const ATTRIBUTE = /style: ['"]color-scheme:light only['"],?/;
  return {
    name: 'chessground-without-style-attribute',
    transform(code, id) {
      if (!id.includes('/chessground/dist/wrap.js')) return undefined;
      if (!ATTRIBUTE.test(code))
        throw new Error('chessground has changed: look whether its style attribute is gone');
      return { code: code.replace(ATTRIBUTE, ''), map: null };
    },
  };
}

export default defineConfig({
  plugins: [svelte(), withoutStyleAttribute()],
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
