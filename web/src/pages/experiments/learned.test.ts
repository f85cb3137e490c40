// What was learned, from before the first game on.

import { describe, expect, it } from 'vitest';
import { pieceValuesIn, pieceLines, unitOf, weightLines } from './learned';

const run = {
  pieces: [
    { name: 'pawn', value: 0.5 },
    { name: 'queen', value: 4 },
  ],
  piece_series: [
    { name: 'pawn', values: [1, 0.5] },
    { name: 'queen', values: [null, 4] },
  ],
  series: [{ name: 'check', values: [0, 0.25] }],
  series_games: [0, 100],
  pawn: 0.5,
};

describe('what was learned', () => {
  it('is told in pawns, from the start on', () => {
    expect(unitOf(run)).toBe('pawns');
    expect(pieceValuesIn(run).map(({ value }) => value)).toEqual([1, 8]);
    expect(pieceLines(run)).toEqual([
      {
        name: 'pawn',
        points: [
          [0, 2],
          [100, 1],
        ],
      },
      { name: 'queen', points: [[100, 8]] },
    ]);
  });
  it('is told as it is where a pawn is no unit', () => {
    expect(unitOf({ pawn: null })).toBe('the net’s own unit');
    expect(pieceValuesIn({ ...run, pawn: null }).map(({ value }) => value)).toEqual([0.5, 4]);
  });
  it('has its weights after so many games', () => {
    expect(weightLines(run)).toEqual([
      {
        name: 'check',
        points: [
          [0, 0],
          [100, 0.25],
        ],
      },
    ]);
  });
});
