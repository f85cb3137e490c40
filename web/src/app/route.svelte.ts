// Where the person is: `#/page/rest?key=value`. Hash routes need nothing from the server, and secrets in them (a seat's
// link) are never sent to it by the browser. The router alone reads and writes the address: an address is read once,
// into a place of one page, and a page that is being left cannot change it any more.

import { getContext, setContext, untrack, type Component } from 'svelte';
import type { Page } from './page';

export interface Route {
  page: string;
  rest: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
  return { page: parts[0] ?? '', rest: parts.slice(1), query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function linkTo(page: string, rest: string[] = [], query: Record<string, string> = {}): string {
  const path = [page, ...rest].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

/** What the browser does for the router; tests have their own. */
export interface AddressBar {
  /** What follows the `#`, with it. */
  read: () => string;
  push: (link: string) => void;
  replace: (link: string) => void;
  /** Calls when the person goes back, on, or somewhere by a link; returns how to stop. */
  follow: (update: () => void) => () => void;
}

/** One stay on a page: its place, which changes while the person stays, and the right to change the address. */
export class Visit {
  readonly page: Page;
  readonly #router: Router;
  #place: unknown;

  constructor(page: Page, place: unknown, router: Router) {
    this.page = page;
    this.#place = $state.raw(place);
    this.#router = router;
  }

  get place(): unknown {
    return this.#place;
  }

  /** Told by the router alone. */
  moveTo(place: unknown): void {
    this.#place = place;
  }

  /** Goes to another address; nothing happens if the person has left this page meanwhile. */
  go(link: string): void {
    this.#router.goFrom(this, link);
  }

  /** Says the present address differently; nothing happens if the person has left this page meanwhile. */
  replace(link: string): void {
    this.#router.replaceFrom(this, link);
  }
}

/** What is on screen. */
export type Shown =
  | { kind: 'loading'; title: string }
  | { kind: 'page'; visit: Visit; component: Component<{ place: unknown }> }
  | { kind: 'failed'; title: string }
  | { kind: 'unknown'; address: string };

export class Router {
  #pages: readonly Page[] = [];
  readonly #bar: AddressBar;
  /** The address as it was when it was looked at last. */
  #address = '';
  #route = $state.raw<Route>(parseRoute(''));
  #shown = $state.raw<Shown>({ kind: 'loading', title: '' });
  #shownAddress = $state.raw<string | null>(null);
  /** The page whose address this is; what is on screen follows as soon as it is loaded. */
  #visit = $state.raw<Visit | null>(null);

  constructor(bar: AddressBar) {
    this.#bar = bar;
  }

  get route(): Route {
    return this.#route;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** The address of what is on screen: behind the address bar while a page is loaded, null before the first. */
  get shownAddress(): string | null {
    return this.#shownAddress;
  }

  /** The page that the address names. */
  get page(): Page | null {
    return this.#visit?.page ?? null;
  }

  /** Follows the address bar over these pages, of which the first is where one begins; returns how to stop. */
  follow(pages: readonly Page[]): () => void {
    this.#pages = pages;
    // Followers of the address do not depend on what it names.
    untrack(() => this.#update());
    return this.#bar.follow(() => this.#update());
  }

  #update(): void {
    const address = this.#bar.read();
    const route = parseRoute(address);
    this.#address = address;
    this.#route = route;
    const found = this.#find(route);
    if (found === null) this.#show(this.#leave({ kind: 'unknown', address }));
    else if (this.#visit?.page === found.page) this.#move(this.#visit, found.place);
    else void this.#enter(found.page, found.place);
  }

  /** The page that knows the place which a route names. */
  #find(route: Route): { page: Page; place: unknown } | null {
    const own = this.#pages.filter(({ path }) => path === route.page);
    const others = this.#pages.filter(({ paths }) => paths?.includes(route.page));
    const asked = route.page === '' ? this.#pages.slice(0, 1) : [...own, ...others];
    for (const page of asked) {
      const place = page.read(route);
      if (place !== null) return { page, place };
    }
    return null;
  }

  /** Goes to an address because the person says so. */
  go(link: string): void {
    if (link === this.#bar.read()) return;
    this.#bar.push(link);
    this.#update();
  }

  goFrom(visit: Visit, link: string): void {
    if (this.#isHere(visit)) this.go(link);
  }

  replaceFrom(visit: Visit, link: string): void {
    if (!this.#isHere(visit)) return;
    this.#bar.replace(link);
    this.#update();
  }

  #isHere(visit: Visit): boolean {
    // The bar may be ahead of what is known here: the browser tells of a step back a moment later.
    return this.#visit === visit && this.#bar.read() === this.#address;
  }

  #leave(next: Shown): Shown {
    this.#visit = null;
    return next;
  }

  /** What was on screen stays there until the page is loaded, with the place that it had. */
  async #enter(page: Page, place: unknown): Promise<void> {
    const visit = new Visit(page, place, this);
    this.#visit = visit;
    const shown = await load(visit);
    if (this.#visit === visit) this.#show(shown);
  }

  #move(visit: Visit, place: unknown): void {
    visit.moveTo(place);
    // While the page is being loaded something else is on screen.
    if (this.#shown.kind === 'page' && this.#shown.visit === visit) this.#shownAddress = this.#address;
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#shownAddress = this.#address;
  }
}

async function load(visit: Visit): Promise<Shown> {
  try {
    const { default: component } = await visit.page.load();
    return { kind: 'page', visit, component };
  } catch {
    return { kind: 'failed', title: visit.page.title };
  }
}

export const router = new Router({
  read: () => window.location.hash,
  push: (link) => history.pushState(null, '', link),
  replace: (link) => history.replaceState(null, '', link),
  follow: (update) => {
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  },
});

/** Goes where the person just pointed; what comes of an answer that took its time goes through the visit. */
export function go(link: string): void {
  router.go(link);
}

const VISIT = Symbol('visit');

export function provideVisit(visit: Visit): void {
  setContext(VISIT, visit);
}

/** The stay on a page that a component is part of; asked while the component is made. */
export function useVisit(): Visit {
  return getContext<Visit>(VISIT);
}
