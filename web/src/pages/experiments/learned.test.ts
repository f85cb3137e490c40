// What was learned, from before the first game on.

import { describe, expect, it } from 'vitest';
import { howSure, pieceLines, pieceValuesIn, rangeOf, unitOf, weightLines } from './learned';

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

describe('how sure it is', () => {
  const piece = (name: string, mean: number, half_width: number | null, is_above_next: boolean | null) => ({
    name,
    mean,
    half_width,
    is_above_next,
  });
  const pieces = [
    piece('queen', 9, 1, true),
    piece('bishop', 3.2, 0.3, false),
    piece('knight', 3, 0.4, true),
    piece('pawn', 1, 0, null),
  ];
  it('is told as the order that the runs can tell', () => {
    const sentence = howSure({ pieces, runs: 5, games: 400, in_pawns: true });
    expect(sentence).toContain('After 400 games in each run');
    expect(sentence).toContain('queen > bishop ≈ knight > pawn.');
  });
  it('is not known from one run', () => {
    const alone = [piece('queen', 9, null, null), piece('pawn', 1, null, null)];
    expect(howSure({ pieces: alone, runs: 1, games: 400, in_pawns: true })).toContain('One run cannot say');
  });
  it('is drawn over a range that holds all intervals and zero', () => {
    expect(rangeOf(pieces)).toEqual({ min: 0, max: 10 });
    expect(rangeOf([piece('rook', -5, 2, null)])).toEqual({ min: -7, max: 0 });
  });
});
