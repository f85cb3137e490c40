// What a run has learned, as lines and numbers: in pawns, where it has a pawn to count in.

import type { Line } from '../../parts/chart';
import { mean, meanCurve } from './curves';
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

/** The runs that are shown: one by its number, or all. */
export function runsShown(runs: readonly RunWeights[], wanted: number): readonly RunWeights[] {
  const chosen = runs.filter(({ run }) => run === wanted);
  return chosen.length > 0 ? chosen : runs;
}

/** What is learned by all runs: the same numbers, as means. */
export function overRuns(runs: readonly RunWeights[]): RunWeights | undefined {
  const [first] = runs;
  if (first === undefined || runs.length === 1) return first;
  const named = (valuesOf: (run: RunWeights) => readonly NamedValue[]): NamedValue[] =>
    valuesOf(first).flatMap(({ name }) => {
      const values = runs.flatMap((run) => valuesOf(run).find((one) => one.name === name)?.value ?? []);
      return values.length === runs.length ? [{ name, value: mean(values) }] : [];
    });
  const pawns = runs.flatMap((run) => run.pawn ?? []);
  const maps = first.heat_maps.map(({ piece, values }) => ({
    piece,
    values: values.map((_, square) =>
      mean(runs.map((run) => run.heat_maps.find((map) => map.piece === piece)?.values[square] ?? 0)),
    ),
  }));
  const strongest = named((run) => run.strongest).sort(
    (one, other) => Math.abs(other.value) - Math.abs(one.value),
  );
  return {
    ...first,
    games: Math.min(...runs.map((run) => run.games)),
    pieces: named((run) => run.pieces),
    pawn: pawns.length === runs.length ? mean(pawns) : null,
    strongest,
    heat_maps: maps,
  };
}

/** Lines of several runs as their means, with how far single runs lie from them. */
export function meanLines(runs: readonly RunWeights[], linesOf: (run: RunWeights) => Line[]): Line[] {
  const all = runs.map(linesOf);
  return (all[0] ?? []).map(({ name }) => ({
    name,
    ...meanCurve(all.map((lines) => lines.find((line) => line.name === name)?.points ?? [])),
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
