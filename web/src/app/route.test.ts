// Routes survive the way to the address bar and back, and only the page that is there may change the address.

import { describe, expect, it } from 'vitest';
import { definePage, type Page } from './page';
import { pages } from './pages';
import { linkTo, parseRoute, Router, type AddressBar } from './route.svelte';

describe('routes', () => {
  it('reads page, rest and query', () => {
    const route = parseRoute('#/play/abc?seat=s3cret');
    expect(route.page).toBe('play');
    expect(route.rest).toEqual(['abc']);
    expect(route.query.get('seat')).toBe('s3cret');
  });
  it('reads back what it writes', () => {
    const route = parseRoute(linkTo('position', ['a/b'], { fen: '8/8 w - - 0 1' }));
    expect(route.rest).toEqual(['a/b']);
    expect(route.query.get('fen')).toBe('8/8 w - - 0 1');
  });
  it('takes an empty or broken hash', () => {
    expect(parseRoute('').page).toBe('');
    expect(parseRoute('#/play/%E0%A4%A').rest).toEqual(['%E0%A4%A']);
  });
});

describe('pages', () => {
  const place = (hash: string): unknown => {
    const route = parseRoute(hash);
    const asked = pages.filter(({ path, paths }) => path === route.page || paths?.includes(route.page));
    return asked.map((page) => page.read(route)).find((found) => found !== null) ?? null;
  };
  it('read their own addresses', () => {
    expect(place('#/play/7?seat=x')).toEqual({ kind: 'game', id: '7', seat: 'x', moves: null });
    expect(place('#/experiments/compare?ids=1,2')).toEqual({ kind: 'compare', ids: ['1', '2'] });
    expect(place('#/tournaments/new')).toEqual({ kind: 'new', preset: null });
    expect(place('#/library/nets/shipped-chess')).toEqual({
      kind: 'one',
      shelf: 'nets',
      id: 'shipped-chess',
    });
  });
  it('read addresses of the pages that were here before', () => {
    const source = { kind: 'free', variant: 'atomic', fen: null };
    const line = { kind: 'analysis', source, moves: ['e2e4', 'e7e5'] };
    expect(place('#/position?variant=atomic&moves=e2e4+e7e5')).toEqual(line);
    expect(place('#/analysis?variant=atomic&moves=e2e4+e7e5')).toEqual(line);
    const game = { kind: 'analysis', source: { kind: 'record', id: 'tournament-2-7' }, moves: null };
    expect(place('#/library/games/tournament-2-7')).toEqual(game);
    expect(place('#/library/games')).toEqual({ kind: 'shelf', shelf: 'games', query: {} });
  });
  it.each([
    '#/nowhere',
    '#/play/new',
    '#/experiments/abc',
    '#/tournaments/games',
    '#/library/suites/1',
    '#/position/x',
  ])('have no place for %s', (hash) => expect(place(hash)).toBeNull());
});

/** A browser's history, and pages that load when they are let. */
class Stage implements AddressBar {
  entries = ['#/one'];
  readonly router: Router;
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.router = new Router(this);
    this.router.follow([this.#page('one'), this.#page('two')]);
  }

  #page(path: string): Page {
    return definePage<string>({
      path,
      title: path,
      purpose: '',
      order: 1,
      icon: '',
      key: '',
      read: ({ rest }) => rest[0] ?? 'home',
      load: () => new Promise((resolve) => this.#waiting.push(() => resolve({ default: () => ({}) }))),
    });
  }

  read = (): string => this.entries.at(-1) ?? '';
  push = (link: string): void => void this.entries.push(link);
  replace = (link: string): void => void this.entries.splice(-1, 1, link);

  follow = (): (() => void) => () => undefined;

  async load(): Promise<void> {
    for (const loaded of this.#waiting.splice(0)) loaded();
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Page and place on screen. */
  get screen(): string {
    const { shown } = this.router;
    return shown.kind === 'page' ? `${shown.visit.page.title} ${String(shown.visit.place)}` : shown.kind;
  }
}

describe('the router', () => {
  it('leaves a page its own place until the next one is loaded', async () => {
    const stage = new Stage();
    expect(stage.screen).toBe('loading');
    await stage.load();
    stage.router.go('#/one/here');
    expect(stage.screen).toBe('one here');
    stage.router.go('#/two/there');
    expect(stage.screen).toBe('one here');
    expect(stage.router.shownAddress).toBe('#/one/here');
    await stage.load();
    expect(stage.screen).toBe('two there');
    expect(stage.router.shownAddress).toBe('#/two/there');
  });
  it('does not let a page that was left change the address', async () => {
    const stage = new Stage();
    await stage.load();
    const { shown } = stage.router;
    if (shown.kind !== 'page') throw new Error('a page is shown');
    shown.visit.replace('#/one/still');
    stage.router.go('#/two');
    shown.visit.replace('#/one/late');
    shown.visit.go('#/one/later');
    expect(stage.entries).toEqual(['#/one/still', '#/two']);
  });
  it('does not let a page overwrite an address that it has not been told of yet', async () => {
    const stage = new Stage();
    await stage.load();
    const { shown } = stage.router;
    if (shown.kind !== 'page') throw new Error('a page is shown');
    stage.entries = ['#/two'];
    shown.visit.replace('#/one/late');
    expect(stage.entries).toEqual(['#/two']);
  });
  it('does not show a page that was left before it was loaded', async () => {
    const stage = new Stage();
    stage.router.go('#/two');
    stage.router.go('#/three');
    await stage.load();
    expect(stage.screen).toBe('unknown');
    stage.router.go('#/two/again');
    await stage.load();
    expect(stage.screen).toBe('two again');
  });
});
