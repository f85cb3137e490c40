// Endings in words, their bars, and what a move gives away.

import { describe, expect, it } from 'vitest';
import type { EndgameMove, EndgameResult, EndgameTable } from '../../wire';
import { applyToTables, barsOf, inWords, wasteOf } from './endings';
import { randomPosition } from './random';

function move(result: EndgameResult, moves: number | null, is_best = false): EndgameMove {
  const verdict = { result, moves, words: '' };
  return { uci: '', san: '', fen: '', verdict, is_best, is_learned: false, learned: null };
}

describe('endings', () => {
  it('are told in words', () => {
    expect(inWords('KRK')).toBe('King and rook against king');
    expect(inWords('KBNK')).toBe('King, bishop and knight against king');
    expect(inWords('KQKR')).toBe('King and queen against king and rook');
  });

  it('have a bar for each number of moves', () => {
    const side = { turn: 'white' as const, positions: 6, draws: 1, wins: [0, 2], losses: [1, 1, 1] };
    expect(barsOf(side)).toEqual([
      { moves: 0, wins: 0, losses: 1 },
      { moves: 1, wins: 2, losses: 1 },
      { moves: 2, wins: 0, losses: 1 },
    ]);
  });

  it('tell what a move gives away', () => {
    const best = move('win', 5, true);
    expect(wasteOf(best, best)).toBe('');
    expect(wasteOf(move('win', 8), best)).toBe('3 moves later');
    expect(wasteOf(move('draw', null), best)).toBe('throws the win away');
    expect(wasteOf(move('loss', 3), move('loss', 9, true))).toBe('6 moves sooner');
    expect(wasteOf(move('loss', 3), move('draw', null, true))).toBe('loses the draw');
  });

  it('are kept up to date by what happens', () => {
    const table = { id: '1', material: 'KRK', state: 'running' } as EndgameTable;
    const list = { tables: [table], suggested: [], as_of: '' };
    const event = { kind: 'endgame-table' as const, ...table, state: 'finished' as const };
    expect(applyToTables(list, event).tables.map(({ state }) => state)).toEqual(['finished']);
    expect(applyToTables(list, { kind: 'endgame-table-deleted', id: '1' }).tables).toEqual([]);
  });
});

describe('a random position', () => {
  it('has the pieces of its ending, and something to play', () => {
    for (const material of ['KRK', 'KPKP', 'KBNK']) {
      const placement = randomPosition(material)?.split(' ')[0] ?? '';
      const pieces = [...placement].filter((letter) => /[a-z]/i.test(letter)).length;
      expect(pieces).toBe(material.length);
    }
  });
});
