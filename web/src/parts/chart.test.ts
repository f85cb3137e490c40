// The data behind charts.

import { describe, expect, it } from 'vitest';
import { aligned, dashOf, lineColour, summary, tableRows } from './chart';

const LINES = [
  {
    name: 'all',
    points: [
      [1, 0.5],
      [3, 0.25],
    ] as [number, number][],
  },
  { name: 'last', points: [[2, 1]] as [number, number][] },
];

describe('charts', () => {
  it('brings lines onto common places', () => {
    expect(aligned(LINES)).toEqual([
      [1, 2, 3],
      [0.5, null, 0.25],
      [null, 1, null],
    ]);
    expect(aligned([])).toEqual([[]]);
  });
  it('says what it shows', () => {
    expect(summary(LINES, 2)).toBe(
      'all: from 0.50 to 0.25, lowest 0.25, highest 0.50. last: from 1.00 to 1.00, lowest 1.00, highest 1.00.',
    );
    expect(summary([], 2)).toBe('No data yet.');
  });
  it('thins long tables but keeps their end', () => {
    const places = [...Array(1000).keys()];
    const rows = tableRows([places]);
    expect(rows.length).toBeLessThanOrEqual(102);
    expect(rows.at(-1)).toEqual([999]);
  });
  it('tells lines apart by colour and dash', () => {
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map(lineColour)).size).toBe(7);
    expect(dashOf(0)).not.toEqual(dashOf(7));
  });
});
