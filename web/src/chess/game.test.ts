// Games as the pages keep them.

import { describe, expect, it } from 'vitest';
import type { Game, GameHead, PlayedMove } from '../wire';
import { applyChange, movesPlayed, scoreText } from './game';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function played(san: string): PlayedMove {
  return {
    uci: 'e2e4',
    san,
    fen: `after ${san}`,
    is_check: false,
    score: null,
    depth: null,
    elapsed_ms: 0,
    clock_ms: null,
  };
}

const head = (version: number, cursor: number): GameHead =>
  ({ version, cursor, fen: `at ${cursor}` }) as GameHead;
const game = { id: '1', start_fen: START, moves: [played('e4'), played('e5')], ...head(3, 2) } as Game;

describe('games', () => {
  it('applies changes', () => {
    const next = applyChange(game, { keep: 1, added: [played('c5'), played('Nf3')], head: head(4, 3) });
    expect(next.moves.map((move) => move.san)).toEqual(['e4', 'c5', 'Nf3']);
    expect(next.cursor).toBe(3);
    expect(next.id).toBe('1');
  });
  it('leaves out changes it already has', () => {
    expect(applyChange(game, { keep: 0, added: [], head: head(3, 0) })).toBe(game);
  });
  it('writes scores', () => {
    expect(scoreText({ kind: 'centipawns', value: 34 })).toBe('+0.34');
    expect(scoreText({ kind: 'mate', value: -2 })).toBe('#\u22122');
    expect(scoreText(null)).toBe('–');
  });
  it('counts moves as the program of 2006 did', () => {
    expect([movesPlayed(1), movesPlayed(2)]).toEqual(['0.5', '1']);
  });
});
