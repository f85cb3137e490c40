// The table of experiments.

import { describe, expect, it } from 'vitest';
import type { ExperimentLine } from '../../wire';
import { differing, EVERYTHING, shown, valuesOf } from './runTable';

const line = (name: string, share: number | null, settings: ExperimentLine['settings'] = {}) =>
  ({
    name,
    share,
    settings,
    variant: 'chess',
    state: 'new',
    notes: '',
    preset: null,
    sweep: null,
  }) as ExperimentLine;
const LINES = [
  line('b', 0.5, { 'learning.lambda': 0.9 }),
  line('a10', null, { 'learning.lambda': 0.5 }),
  line('a9', 0.75, { 'learning.lambda': 0.9, 'play.depth': 2 }),
];
const names = (lines: ExperimentLine[]) => lines.map(({ name }) => name);

describe('the table of experiments', () => {
  it('is sorted by any column, what is missing last', () => {
    expect(names(shown(LINES, EVERYTHING, { key: 'name', isDescending: false }))).toEqual(['a9', 'a10', 'b']);
    expect(names(shown(LINES, EVERYTHING, { key: 'share', isDescending: true }))).toEqual(['a9', 'b', 'a10']);
    expect(names(shown(LINES, EVERYTHING, { key: 'share', isDescending: false }))).toEqual([
      'b',
      'a9',
      'a10',
    ]);
    expect(names(shown(LINES, EVERYTHING, { key: 'learning.lambda', isDescending: false }))[0]).toBe('a10');
  });
  it('is filtered by words and by values', () => {
    const order = { key: 'name', isDescending: false };
    expect(names(shown(LINES, { ...EVERYTHING, text: 'lambda=0.9 depth' }, order))).toEqual(['a9']);
    expect(names(shown(LINES, { ...EVERYTHING, values: { 'play.depth': '–' } }, order))).toEqual([
      'a10',
      'b',
    ]);
    expect(shown(LINES, { ...EVERYTHING, state: 'running' }, order)).toEqual([]);
  });
  it('knows which parameters tell them apart', () => {
    expect(differing(LINES)).toEqual(['learning.lambda', 'play.depth']);
    expect(differing(LINES.slice(0, 1))).toEqual([]);
    expect(valuesOf(LINES, 'learning.lambda')).toEqual(['0.5', '0.9']);
  });
});
