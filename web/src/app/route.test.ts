// Routes survive the way to the address bar and back.

import { describe, expect, it } from 'vitest';
import { linkTo, parseRoute } from './route.svelte';

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
