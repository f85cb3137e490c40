// Moves tried on the page.

import { describe, expect, it } from 'vitest';
import { legalOf, playOn } from './playOn';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

describe('trying moves', () => {
  it('plays a move', () => {
    expect(playOn('chess', START, 'e2e4')).toEqual({
      uci: 'e2e4',
      san: 'e4',
      fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    });
  });
  it('castles both ways of writing it', () => {
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
    const castled = { san: 'O-O', fen: '4k3/8/8/8/8/8/8/5RK1 b - - 1 1' };
    expect(playOn('chess', fen, 'e1g1')).toMatchObject(castled);
    expect(playOn('chess', fen, 'e1h1')).toMatchObject(castled);
  });
  it('explodes in atomic', () => {
    const fen = 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    expect(playOn('atomic', fen, 'e4d5')?.fen).toContain('rnbqkbnr/ppp1pppp/8/8/8/8/');
  });
  it('refuses what it does not understand', () => {
    expect(playOn('chess', START, 'e2e5')).toBeNull();
    expect(playOn('go', START, 'e2e4')).toBeNull();
    expect(playOn('chess', 'nonsense', 'e2e4')).toBeNull();
  });
});

describe('moves that are worked out here', () => {
  const countOf = (variant: string, fen: string): number =>
    (legalOf(variant, fen)?.moves ?? []).reduce((sum, { to }) => sum + to.length, 0);
  it('are those that can be played', () => {
    expect(countOf('chess', START)).toBe(20);
    for (const { from, to } of legalOf('chess', START)?.moves ?? [])
      for (const square of to) expect(playOn('chess', START, from + square)).not.toBeNull();
  });
  it('name what a pawn may become', () => {
    const fen = '8/4P3/8/8/8/8/8/k6K w - - 0 1';
    const pawn = (variant: string): unknown => legalOf(variant, fen)?.moves.find(({ from }) => from === 'e7');
    expect(pawn('chess')).toEqual({ from: 'e7', to: ['e8'], promotions: ['e8'], promotion_roles: 'qrbn' });
    expect(pawn('antichess')).toMatchObject({ promotion_roles: 'qrbnk' });
  });
  it('drop pawns nowhere on the first and the last rank', () => {
    const drops = legalOf('crazyhouse', '4k3/8/8/8/8/8/8/4K3[QP] w - - 0 1')?.drops ?? [];
    expect(drops.map(({ role, to }) => [role, to.length])).toEqual([
      ['P', 48],
      ['Q', 62],
    ]);
  });
  it('are unknown where the position is not understood', () => {
    expect(legalOf('chess', 'nonsense')).toBeNull();
    expect(legalOf('go', START)).toBeNull();
  });
});
