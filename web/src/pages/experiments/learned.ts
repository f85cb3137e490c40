// What a run has learned, as lines and numbers: in pawns, where it has a pawn to count in.

import type { Line } from '../../parts/chart';
import type { NamedValue, PieceEstimate, PieceEstimates, RunWeights } from '../../wire';

/** What values are counted in. */
export function unitOf(run: Pick<RunWeights, 'pawn'>): string {
  return run.pawn === null ? 'the net’s own unit' : 'pawns';
}

/** Piece values, in pawns if there is a pawn to count in. */
export function pieceValuesIn(run: Pick<RunWeights, 'pieces' | 'pawn'>): NamedValue[] {
  return run.pieces.map(({ name, value }) => ({ name, value: value / (run.pawn ?? 1) }));
}

/** The same after so many games. */
export function pieceLines(run: Pick<RunWeights, 'piece_series' | 'series_games' | 'pawn'>): Line[] {
  return run.piece_series.map(({ name, values }) => ({
    name,
    points: values.flatMap((value, index): [number, number][] => {
      const games = run.series_games[index];
      return value === null || games === undefined ? [] : [[games, value / (run.pawn ?? 1)]];
    }),
  }));
}

export function weightLines(run: Pick<RunWeights, 'series' | 'series_games'>): Line[] {
  return run.series.map(({ name, values }) => ({
    name,
    points: values.map((value, index): [number, number] => [run.series_games[index] ?? index, value]),
  }));
}

/** What estimates and their intervals reach over, zero included. */
export function rangeOf(pieces: readonly PieceEstimate[]): { min: number; max: number } {
  const ends = pieces.flatMap(({ mean, half_width }) => [mean - (half_width ?? 0), mean + (half_width ?? 0)]);
  return { min: Math.min(0, ...ends), max: Math.max(0, ...ends) };
}

/** What the runs can tell of the order of the pieces, in words. */
export function howSure({ pieces, runs, games }: PieceEstimates): string {
  if (runs < 2) {
    return 'One run cannot say how sure these values are: another seed may end elsewhere. Give it more runs.';
  }
  const order = pieces
    .map(({ name, is_above_next }) => name + (is_above_next === null ? '' : is_above_next ? ' > ' : ' ≈ '))
    .join('');
  return (
    `After ${games} games in each run, with intervals of 95 %, the runs can tell: ${order}. ` +
    'Pieces beside ≈ cannot be told apart yet.'
  );
}
