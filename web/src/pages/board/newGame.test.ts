// What the form of a new game asks for.

import { describe, expect, it } from 'vitest';
import { INITIAL_CHOICES, wishOf } from './newGame';

describe('a new game', () => {
  it('seats a person against a player, without clocks', () => {
    const wish = wishOf(INITIAL_CHOICES);
    expect(wish.seats).toEqual([
      { kind: 'human', name: null },
      { kind: 'player', player: 'hetman', settings: {} },
    ]);
    expect(wish.start).toEqual({ kind: 'standard' });
    expect(wish.clock).toBeNull();
    expect(wish.delay_ms).toBe(0);
  });
  it('turns minutes and seconds into milliseconds', () => {
    const wish = wishOf({ ...INITIAL_CHOICES, hasClock: true, minutes: 1.5, increment: 2 });
    expect(wish.clock).toEqual({ initial_ms: 90_000, increment_ms: 2000 });
  });
  it('gives starts what they need', () => {
    expect(wishOf({ ...INITIAL_CHOICES, start: 'random', pieces: 7 }).start).toEqual({
      kind: 'random',
      pieces: 7,
    });
    expect(wishOf({ ...INITIAL_CHOICES, start: 'fen', fen: ' x ' }).start).toEqual({ kind: 'fen', fen: 'x' });
    expect(wishOf({ ...INITIAL_CHOICES, start: 'krk' }).start).toEqual({ kind: 'krk' });
  });
  it('seats two people, or two players with a delay', () => {
    expect(wishOf({ ...INITIAL_CHOICES, opposition: 'person' }).seats.map((seat) => seat.kind)).toEqual([
      'human',
      'human',
    ]);
    const watch = wishOf({ ...INITIAL_CHOICES, opposition: 'watch' });
    expect(watch.seats.map((seat) => seat.kind)).toEqual(['player', 'player']);
    expect(watch.delay_ms).toBe(500);
  });
});
