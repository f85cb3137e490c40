// The catalogue of presets.

import { describe, expect, it } from 'vitest';
import type { Preset } from '../../wire';
import { counted, found, headline, isRow, secondsOf, worksOf } from './catalogue';

const compared = (published: string, verdict: string) => ({ published, verdict, quantity: 'score, %' });
const row = (series: string, name: string, settings: Preset['settings'], verdict = 'agrees') =>
  ({
    name,
    title: name,
    variant: 'chess',
    seconds: 60,
    settings,
    row: {
      series,
      series_title: `about ${series}`,
      work: '2007 thesis',
      authors: null,
      year: '2007',
      place: 'part',
      what: name,
      compared: [compared('-', 'not comparable'), compared('70', verdict)],
    },
  }) as unknown as Preset;
const GRID = [0.1, 0.5].flatMap((a) =>
  [1, 2, 3, 4].map((b) =>
    row('grid', `g${a}-${b}`, { a, b, name: `g${a}-${b}` }, b > 1 ? 'agrees' : 'differs'),
  ),
);
const PRESETS = [
  { name: 'own', title: 'Own', variant: 'atomic', seconds: null, row: null } as unknown as Preset,
  ...GRID,
  row('few', 'I', { a: 1 }),
];

describe('the catalogue', () => {
  it('has works, series and rows', () => {
    const works = worksOf(PRESETS);
    expect(works.map(({ title, series }) => [title, series.map(({ name }) => name)])).toEqual([
      ['2007 thesis', ['grid', 'few']],
    ]);
    expect(works[0]?.series.map(({ grid }) => grid?.axes.length ?? 0)).toEqual([2, 0]);
  });
  it('is searched by every word', () => {
    expect(found(PRESETS, 'atomic').map(({ name }) => name)).toEqual(['own']);
    expect(found(PRESETS, '2007 few')).toHaveLength(1);
    expect(found(PRESETS, '')).toHaveLength(PRESETS.length);
  });
  it('counts what comes out again', () => {
    const rows = GRID.filter(isRow);
    expect(counted(rows)).toEqual({ agree: 6, differ: 2, all: 16 });
    expect(rows[0] && headline(rows[0])?.published).toBe('70');
    expect([secondsOf(GRID), secondsOf(PRESETS)]).toEqual([480, null]);
  });
});
