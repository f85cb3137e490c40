// Checks what the first visit loads: everything in dist, compressed, must stay under 300 KB.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_BYTES = 300_000;
const FOLDER = new URL('../dist/', import.meta.url).pathname;

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const total = filesUnder(FOLDER)
  .map((file) => gzipSync(readFileSync(file)).length)
  .reduce((sum, size) => sum + size, 0);

console.log(`All pages: ${(total / 1000).toFixed(1)} KB compressed (limit ${LIMIT_BYTES / 1000} KB).`);
if (total > LIMIT_BYTES) {
  console.error(
    'Too large: find what grew with `npx vite build --debug`, or load it only where it is needed.',
  );
  process.exit(1);
}
