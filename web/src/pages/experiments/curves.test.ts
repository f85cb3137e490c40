// Means over runs.

import { describe, expect, it } from 'vitest';
import { meanCurve, type Point } from './curves';

describe('curves over runs', () => {
  it('are averaged as far as the runs came', () => {
    const runs: Point[][] = [
      [
        [0, 1],
        [2, 3],
        [4, 5],
      ],
      [
        [0, 3],
        [1, 9],
        [2, 3],
      ],
    ];
    const found = meanCurve(runs);
    expect(found.points).toEqual([
      [0, 2],
      [2, 3],
      [4, 5],
    ]);
    expect(found.spread?.map((value) => Number(value.toFixed(6)))).toEqual([1.414214, 0, 0]);
  });
  it('of one run have no spread', () => {
    expect(meanCurve([[[0, 1]]])).toEqual({ points: [[0, 1]] });
    expect(meanCurve([])).toEqual({ points: [] });
  });
});
