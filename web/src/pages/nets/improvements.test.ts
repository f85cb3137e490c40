import { expect, it } from 'vitest';
import type { Improvement, ImprovementChild, ImprovementList } from '../../wire';
import { applyToList, gainOf, lossLines, parentOf, strengths } from './improvements';

function child(generation: number, elo: number | null, isKept: boolean): ImprovementChild {
  return {
    generation,
    parent: generation === 1 ? null : 1,
    games: 10,
    positions: 400,
    training_error: 0.1,
    held_out_error: generation === 2 ? null : 0.2,
    wins: 6,
    draws: 0,
    losses: 4,
    elo,
    elo_low: elo === null ? null : elo - 20,
    elo_high: elo === null ? null : elo + 20,
    is_kept: isKept,
  };
}

const lineage: Improvement = {
  id: '1',
  variant: 'atomic',
  state: 'running',
  message: null,
  progress: null,
  children: [child(1, 200, true), child(2, -30, false), child(3, 50, true)],
  player: null,
  settings: 'variant=atomic',
  created: '2026-01-01T00:00:00Z',
  actions: ['stop'],
};
const list: ImprovementList = { improvements: [lineage], parameters: [], as_of: '1' };

it('adds up what was kept, and shows what was dropped beside its parent', () => {
  expect(strengths(lineage.children)).toEqual([
    [0, 0],
    [1, 200],
    [2, 170],
    [3, 250],
  ]);
});

it('leaves out what has no number', () => {
  expect(strengths([child(1, null, true)])).toEqual([[0, 0]]);
  expect(lossLines(lineage)[1]?.points).toEqual([
    [1, 0.2],
    [3, 0.2],
  ]);
});

it('says gains and parents in words', () => {
  expect(gainOf(child(1, 37, true))).toBe('+37 Elo (17 to 57)');
  expect(gainOf(child(1, null, true))).toBe('– Elo (– to –)');
  expect([parentOf(child(1, 0, true)), parentOf(child(2, 0, true))]).toEqual(['the start', '1']);
});

it('takes up what happens to lineages', () => {
  const other = { ...lineage, id: '2' };
  expect(applyToList(list, { kind: 'improvement', ...other }).improvements).toEqual([other, lineage]);
  const stopped: Improvement = { ...lineage, state: 'stopped' };
  expect(applyToList(list, { kind: 'improvement', ...stopped }).improvements).toEqual([stopped]);
  expect(applyToList(list, { kind: 'improvement-deleted', id: '1' }).improvements).toEqual([]);
});
