// Sweeps as grids.

import { describe, expect, it } from 'vitest';
import { combinations, gridOf } from './grid';

const axes = [
  { key: 'lambda', values: [0.1, 0.9] },
  { key: 'rate', values: [1, 2, 3] },
];

describe('grids', () => {
  it('are found where every combination is there once', () => {
    const made = combinations({ name: 'x', depth: 2 }, axes).map((one, seed) => ({
      ...one,
      seed,
      name: `x${seed}`,
    }));
    const grid = gridOf(made, (one) => one);
    expect(grid?.axes).toEqual(axes);
    expect(grid?.at([0.9, 2])).toMatchObject({ lambda: 0.9, rate: 2 });
    expect(grid?.at([0.9, 7])).toBeUndefined();
    expect(gridOf(made.slice(1), (one) => one)).toBeNull();
  });
  it('are made of numbers only, and of few', () => {
    expect(gridOf([{ a: 'x' }, { a: 'y' }], (one) => one)).toBeNull();
    expect(gridOf([{ a: 1 }], (one) => one)).toBeNull();
    expect(gridOf([{ a: 1 }, {} as { a: number }], (one) => one)).toBeNull();
    expect(gridOf([{ a: 1 }, { a: 2 }], (one) => one)?.axes).toHaveLength(1);
  });
});
