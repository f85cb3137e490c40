// What differs between experiments.

import { describe, expect, it } from 'vitest';
import type { Experiment, Parameter, Weights } from '../../wire';
import { differences, named } from './compare';

const one = (id: string, name: string, settings: Experiment['settings']) => ({
  experiment: { id, name, settings } as Experiment,
  weights: { runs: [] } as unknown as Weights,
});
const SCHEMA = [{ key: 'runs', title: 'Runs', default: 1 }] as Parameter[];

describe('compared experiments', () => {
  it('differ in what is written otherwise, defaults filled in', () => {
    const all = named([
      one('1', 'a', { name: 'a', games: 5, runs: 1, 'play.depth': 2 }),
      one('2', 'b', { name: 'b', games: 5, 'play.depth': 3 }),
    ]);
    expect(differences(all, SCHEMA)).toEqual([{ key: 'play.depth', title: 'play.depth', values: [2, 3] }]);
  });
  it('are told apart', () => {
    const all = named([one('1', 'a', {}), one('2', 'a', {}), one('3', 'b', {})]);
    expect(all.map(({ name }) => name)).toEqual(['a (1)', 'a (2)', 'b']);
  });
});
