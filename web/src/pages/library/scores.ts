// What the players thought, as points of a chart.

import type { PlayedMove } from '../../wire';

const MOST_PAWNS = 10;

/** White's view in pawns after each half-move that has a score; wins count as the largest score. */
export function scorePoints(moves: readonly PlayedMove[]): [number, number][] {
  return moves.flatMap(({ score }, index) => {
    if (!score) return [];
    const pawns = score.kind === 'mate' ? Math.sign(score.value) * MOST_PAWNS : score.value / 100;
    return [[index + 1, Math.max(-MOST_PAWNS, Math.min(MOST_PAWNS, pawns))] as [number, number]];
  });
}
