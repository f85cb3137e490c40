// Piece values in pawns, where a pawn is worth something.

import type { NamedValue } from '../../wire';

/** As a share of the largest, what a pawn must be worth to be counted in. */
const LEAST_PAWN = 0.02;

export function inPawns(pieces: readonly NamedValue[]): NamedValue[] {
  const largest = Math.max(0, ...pieces.map(({ value }) => Math.abs(value)));
  const pawn = pieces.find(({ name }) => name === 'pawn')?.value ?? 0;
  if (pawn <= LEAST_PAWN * largest) return [...pieces];
  return pieces.map(({ name, value }) => ({ name, value: value / pawn }));
}
