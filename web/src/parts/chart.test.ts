// The data behind charts.

import { describe, expect, it } from 'vitest';
import { aligned, bands, dashOf, lineColour, outliers, smoothed, summary, tableRows } from './chart';

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
  it('smooths without bending the beginning towards zero', () => {
    const line = { name: 'a', points: [0, 1, 2].map((place): [number, number] => [place, 4]) };
    expect(smoothed(line, 0.9).points.map(([, value]) => Number(value.toFixed(9)))).toEqual([4, 4, 4]);
    const step = {
      name: 'b',
      points: [
        [0, 0],
        [1, 1],
      ] as [number, number][],
    };
    expect(smoothed(step, 0.5).points[1]?.[1]).toBeCloseTo(2 / 3);
    expect(smoothed(step, 0)).toBe(step);
  });
  it('finds the lines that would flatten the others', () => {
    const flat = (name: string, value: number) => ({
      name,
      points: [
        [0, 0],
        [1, value],
      ] as [number, number][],
    });
    const lines = [flat('pawn', 1), flat('queen', -9), flat('check', 0.5), flat('mate', 73)];
    expect(outliers(lines).map(({ name }) => name)).toEqual(['mate']);
    expect(outliers(lines.slice(0, 3))).toEqual([]);
    expect(outliers([flat('one', 1), flat('other', 100)])).toEqual([]);
    expect(outliers([])).toEqual([]);
  });
  it('draws bands where there is a spread', () => {
    const lines = [
      LINES[1],
      {
        name: 'mean',
        points: [
          [1, 5],
          [3, 7],
        ] as [number, number][],
        spread: [1, 2],
      },
    ];
    const found = bands(lines as never, aligned(lines as never));
    expect(found).toEqual([{ line: 1, low: [4, null, 5], high: [6, null, 9] }]);
  });
});
