// Experiments as the pages keep them.

import { describe, expect, it } from 'vitest';
import type { CurvePoint, Experiment, ExperimentLine, ExperimentList, Event as LiveEvent } from '../../wire';
import { applyToExperiment, applyToList, scoreLines, shareOf } from './experiment';

const point = (games: number, share: number): CurvePoint => ({ games, share_all: share, share_last: share });
const tally = (won: number, drawn: number, lost: number) => ({ won, drawn, lost });

const experiment = {
  id: '1',
  state: 'running',
  games: 1,
  window: 25,
  runs: [{ run: 1, games_kept: 0, tally: tally(1, 0, 0), points: [point(1, 1)] }],
} as unknown as Experiment;

const progress = (games: number): LiveEvent => ({
  kind: 'progress',
  games,
  games_kept: 0,
  games_total: 10,
  seconds_left: 3,
  tally: tally(1, 1, 0),
  runs: [{ run: 1, point: point(games, 0.75), games_kept: 0, tally: tally(1, 1, 0) }],
});

describe('experiments', () => {
  it('adds points as they come, and none twice', () => {
    const once = applyToExperiment(experiment, progress(2));
    const twice = applyToExperiment(once, progress(2));
    expect(twice.runs[0]?.points.map((one) => one.games)).toEqual([1, 2]);
    expect(twice.games).toBe(2);
    expect(twice.share).toBe(0.75);
  });
  it('keeps curves of bounded length, with their end', () => {
    const end = 5000;
    const long = [...Array(end).keys()].reduce(
      (state, games) => applyToExperiment(state, progress(games + 2)),
      experiment,
    );
    const points = long.runs[0]?.points ?? [];
    expect(points.length).toBeLessThanOrEqual(2000);
    expect([points[0]?.games, points.at(-1)?.games]).toEqual([1, end + 1]);
  });
  it('begins runs it did not know', () => {
    const event = progress(5) as Extract<LiveEvent, { kind: 'progress' }>;
    const runs = event.runs.map((run) => ({ ...run, run: 2 }));
    expect(applyToExperiment(experiment, { ...event, runs }).runs.map((run) => run.run)).toEqual([1, 2]);
  });
  it('changes its state', () => {
    const event = { kind: 'experiment', id: '1', state: 'paused' } as unknown as LiveEvent;
    expect(applyToExperiment(experiment, event).state).toBe('paused');
  });
  it('keeps the list', () => {
    const line = { id: '2', state: 'running' } as ExperimentLine;
    const list: ExperimentList = { experiments: [{ id: '1' } as ExperimentLine], as_of: '' };
    const more = applyToList(list, { kind: 'experiment', ...line });
    expect(more.experiments.map((one) => one.id)).toEqual(['2', '1']);
    expect(
      applyToList(more, { kind: 'experiment-deleted', id: '2' }).experiments.map((one) => one.id),
    ).toEqual(['1']);
  });
  it('has a curve of all games, and one of the last', () => {
    const runs = [
      { run: 1, games_kept: 0, tally: tally(0, 0, 0), points: [point(1, 0), point(2, 0.5), point(3, 1)] },
      { run: 2, games_kept: 0, tally: tally(0, 0, 0), points: [point(1, 1), point(2, 1)] },
    ];
    const lines = scoreLines({ runs, window: 25 });
    expect(lines.map((line) => line.name)).toEqual(['all games', 'last 25']);
    expect(lines[0]?.points).toEqual([
      [1, 50],
      [2, 75],
      [3, 100],
    ]);
  });
  it('counts points', () => {
    expect(shareOf(tally(1, 2, 1))).toBe(0.5);
    expect(shareOf(tally(0, 0, 0))).toBeNull();
  });
});
