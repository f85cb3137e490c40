// Scores as points of a chart.

import { describe, expect, it } from 'vitest';
import type { PlayedMove } from '../../wire';
import { scorePoints } from './scores';

const move = (score: PlayedMove['score']) => ({ score }) as PlayedMove;

describe('scores of a game', () => {
  it('leaves out what was not said and bounds the rest', () => {
    const moves = [
      move({ kind: 'centipawns', value: 50 }),
      move(null),
      move({ kind: 'centipawns', value: 4000 }),
      move({ kind: 'mate', value: -3 }),
    ];
    expect(scorePoints(moves)).toEqual([
      [1, 0.5],
      [3, 10],
      [4, -10],
    ]);
  });
});
