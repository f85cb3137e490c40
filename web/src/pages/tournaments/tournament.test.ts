// Tournaments: the form's request, and events applied.

import { describe, expect, it } from 'vitest';
import type { Tournament, TournamentBoard } from '../../wire';
import { PRESETS } from './presets';
import { applyToTournament, gamesOf, INITIAL_CHOICES, wishOf } from './tournament';

const three = ['a', 'b', 'c'].map((player) => ({ player, settings: {} }));

describe('tournaments', () => {
  it('counts games: each pair meets with both colours in each cycle', () => {
    expect(gamesOf({ format: 'round-robin', cycles: 2, players: three })).toBe(12);
    expect(gamesOf({ format: 'gauntlet', cycles: 1, players: three })).toBe(4);
    expect(gamesOf({ format: 'knock-out', cycles: 1, players: three })).toBeNull();
    expect(gamesOf({ format: 'round-robin', cycles: 2, players: [] })).toBe(0);
  });
  it('asks for what was chosen', () => {
    const wish = wishOf({
      ...INITIAL_CHOICES,
      players: three,
      format: 'knock-out',
      hasSprt: true,
      control: ' 10+0.1 ',
    });
    expect(wish.format).toEqual({ kind: 'knock-out', pairs: 2 });
    expect(wish.control).toBe('10+0.1');
    expect(wish.sprt).toBeNull();
    expect(wish.openings).toEqual({ kind: 'random', plies: 4 });
  });
  it('begins games where it was chosen', () => {
    expect(wishOf({ ...INITIAL_CHOICES, openings: 'start' }).openings).toEqual({ kind: 'start' });
    expect(wishOf({ ...INITIAL_CHOICES, openings: 'book', book: 'own-x.epd' }).openings).toEqual({
      kind: 'book',
      book: 'own-x.epd',
      shuffled: true,
      plies: null,
    });
  });
  it('has presets that can be asked for', () => {
    for (const { choices, id } of PRESETS) {
      const wish = wishOf({ ...INITIAL_CHOICES, ...choices, book: 'shipped-chess', players: three.slice(1) });
      expect([wish.openings.kind, wish.adjudication.tables, wish.sprt !== null]).toEqual([
        'book',
        true,
        id === 'sprt',
      ]);
    }
  });
  it('tests sequentially with two players', () => {
    expect(wishOf({ ...INITIAL_CHOICES, players: three.slice(1), hasSprt: true }).sprt?.elo1).toBe(10);
  });
  it('keeps one board for each running game', () => {
    const board = (number: number, ply: number) => ({ number, ply }) as TournamentBoard;
    const tournament = { boards: [board(2, 1)] } as Tournament;
    const next = applyToTournament(tournament, { kind: 'tournament-board', ...board(2, 5) });
    const more = applyToTournament(next, { kind: 'tournament-board', ...board(1, 3) });
    expect(more.boards.map((one) => [one.number, one.ply])).toEqual([
      [1, 3],
      [2, 5],
    ]);
  });
});
