// A game judged: what moves give away, and how accurate that makes a side.

import { describe, expect, it } from 'vitest';
import type { Score } from '../wire';
import { accuracyOf, expectationOf, judged } from './review';
import { MoveTree } from './tree';

const FENS = ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/4K3 b - - 0 1'];

function lineOf(scores: number[]): MoveTree {
  const score = (value: number): Score => ({ kind: 'centipawns', value });
  const tree = MoveTree.build(FENS[0] ?? '', (play) => {
    let path = '';
    for (const [index, value] of scores.slice(1).entries())
      path = play(
        path,
        { uci: `m${index}`, san: `M${index}`, fen: FENS[(index + 1) % 2] ?? '' },
        { score: score(value) },
      );
  });
  return tree.noted('', { score: score(scores[0] ?? 0) });
}

describe('a judged game', () => {
  it('expects half of an even position and all of a won one', () => {
    expect(expectationOf({ kind: 'centipawns', value: 0 })).toBe(0.5);
    expect(expectationOf({ kind: 'mate', value: -3 })).toBe(0);
    expect(expectationOf({ kind: 'centipawns', value: 400 })).toBeCloseTo(10 / 11);
  });
  it('grades what a move gives away, each side from its own view', () => {
    const moves = judged(lineOf([0, -400, -400, 0]).mainLine());
    expect(moves.map(({ grade }) => grade)).toEqual(['blunder', null, null]);
    expect(moves[0]?.words).toBe('1.M0');
    const black = judged(lineOf([0, 0, 120]).mainLine());
    expect(black[1]).toMatchObject({ side: 'black', grade: 'inaccuracy' });
  });
  it('is the more accurate the less was given away', () => {
    const moves = judged(lineOf([0, -400, 0]).mainLine());
    expect(accuracyOf(moves, 'white')).toBeCloseTo(1 - (0.5 - 1 / 11));
    expect(accuracyOf(moves, 'black')).toBeCloseTo(1 - (0.5 - 1 / 11));
    expect(accuracyOf([], 'white')).toBeNull();
  });
});
