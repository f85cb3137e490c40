// The list of pages. A page is a folder in `pages/` whose `page.ts` says what it is; adding one touches nothing else.
// Each is loaded when first visited.

import type { Page } from './page';

const found = import.meta.glob<{ page: Page }>('../pages/*/page.ts', { eager: true });

export const pages: Page[] = Object.values(found)
  .map((module) => module.page)
  .sort((one, other) => one.order - other.order);
