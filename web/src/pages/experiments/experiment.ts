// An experiment as the pages keep it: events applied, curves drawn over all of its runs.

import type {
  CurvePoint,
  Event as LiveEvent,
  Experiment,
  ExperimentLine,
  ExperimentList,
  ExperimentProgress,
  RunCurve,
  RunProgress,
  Tally,
} from '../../wire';
import type { Line } from '../../parts/chart';
import { meanCurve, type Point } from './curves';

export function applyToExperiment(experiment: Experiment, event: LiveEvent): Experiment {
  switch (event.kind) {
    case 'progress':
      return applyProgress(experiment, event);
    case 'board':
      return { ...experiment, board: event };
    case 'experiment':
      return { ...experiment, ...lineOf(event) };
    default:
      return experiment;
  }
}

/** A line without the word that marks its event. */
function lineOf(event: ExperimentLine & { kind: string }): ExperimentLine {
  const { kind: _, ...line } = event;
  return line;
}

function applyProgress(experiment: Experiment, progress: ExperimentProgress): Experiment {
  const { games, games_kept, games_total, seconds_left, tally } = progress;
  const runs = progress.runs.reduce(withPoint, experiment.runs);
  return { ...experiment, games, games_kept, games_total, seconds_left, tally, share: shareOf(tally), runs };
}

function withPoint(runs: RunCurve[], progress: RunProgress): RunCurve[] {
  const { run, point, games_kept, tally } = progress;
  const index = runs.findIndex((known) => known.run === run);
  const known = runs[index];
  if (!known) return [...runs, { run, games_kept, tally, points: [point] }];
  // A point that is part of the state already is not added twice.
  const isNew = point.games > (known.points.at(-1)?.games ?? 0);
  const points = isNew ? thinned([...known.points, point]) : known.points;
  return runs.with(index, { run, games_kept, tally, points });
}

const MOST_POINTS = 2000;

/** A page that is left open for days keeps a curve of bounded length: when it is full, every other point goes. */
function thinned(points: CurvePoint[]): CurvePoint[] {
  if (points.length <= MOST_POINTS) return points;
  return points.filter((_, index) => index % 2 === 0 || index === points.length - 1);
}

export function applyToList(list: ExperimentList, event: LiveEvent): ExperimentList {
  if (event.kind === 'experiment-deleted') {
    return { ...list, experiments: list.experiments.filter((line) => line.id !== event.id) };
  }
  if (event.kind !== 'experiment') return list;
  const line = lineOf(event);
  const index = list.experiments.findIndex((known) => known.id === line.id);
  const experiments = index === -1 ? [line, ...list.experiments] : list.experiments.with(index, line);
  return { ...list, experiments };
}

export function gamesOf(tally: Tally): number {
  return tally.won + tally.drawn + tally.lost;
}

export function shareOf(tally: Tally): number | null {
  const games = gamesOf(tally);
  return games === 0 ? null : (tally.won + tally.drawn / 2) / games;
}

/** The two curves of the published works: all games, and the last ones; in per cent. */
export function scoreLines(experiment: Pick<Experiment, 'runs' | 'window'>, name = ''): Line[] {
  const prefix = name === '' ? '' : `${name}: `;
  const over = (value: (point: CurvePoint) => number) =>
    meanCurve(experiment.runs.map((run) => run.points.map((point): Point => [point.games, value(point)])));
  return [
    { name: `${prefix}all games`, ...over((point) => point.share_all * 100) },
    { name: `${prefix}last ${experiment.window}`, ...over((point) => point.share_last * 100), isFaint: true },
  ];
}

/** A file that an experiment leaves. */
export interface Leaving {
  file: string;
  title: string;
  needsGames: boolean;
}

/** What can be saved of an experiment, and of one of its runs. */
export function filesOf(run: number): Leaving[] {
  return [
    { file: 'report/index.html', title: 'Report', needsGames: true },
    {
      file: `report/tensorboard/run-${run}/events.out.tfevents.0000000000.hetman`,
      title: 'TensorBoard',
      needsGames: true,
    },
    { file: `net?run=${run}`, title: 'Net', needsGames: true },
    { file: 'csv', title: 'Games as CSV', needsGames: true },
    { file: 'toml', title: 'TOML', needsGames: false },
  ];
}
