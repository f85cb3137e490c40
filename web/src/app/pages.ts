// The list of pages. A page is a folder in `pages/` whose `page.ts` says what it is; adding one touches nothing else.
// Each is loaded when first visited.

import type { Component } from 'svelte';

export interface Page {
  /** The first part of its route. */
  path: string;
  title: string;
  /** One line for the guide and for screen readers. */
  purpose: string;
  /** Its place in the rail. */
  order: number;
  /** Path data of a 24-pixel icon. */
  icon: string;
  /** The key that goes there. */
  key: string;
  load: () => Promise<{ default: Component }>;
}

const found = import.meta.glob<{ page: Page }>('../pages/*/page.ts', { eager: true });

export const pages: Page[] = Object.values(found)
  .map((module) => module.page)
  .sort((one, other) => one.order - other.order);
