// What a page is.

import type { Component } from 'svelte';
import type { Route } from './route.svelte';

export interface Page<Place = unknown> {
  /** The first part of its route. */
  path: string;
  /** Further first parts of addresses that may name a place of it; asked after those whose own it is. */
  paths?: readonly string[];
  title: string;
  /** One line for the guide and for screen readers. */
  purpose: string;
  /** Its place in the rail. */
  order: number;
  /** Path data of a 24-pixel icon. */
  icon: string;
  /** The key that goes there. */
  key: string;
  /** What an address means to this page; `null` where it has no such place. */
  read: (route: Route) => Place | null;
  load: () => Promise<{ default: Component<{ place: Place }> }>;
}

/** Declares a page. What kind of places it has is between its `read` and its component; nobody else looks into them. */
export function definePage<Place>(page: Page<Place>): Page {
  return page as unknown as Page;
}

/** Whether a part of a route can be the number that the server gives to experiments and tournaments. */
export function isNumber(part: string): boolean {
  return /^\d+$/.test(part);
}
