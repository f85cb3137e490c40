// Sweeps: the experiments that belong together.

import { groupBy } from '../../format/group';
import type { ExperimentLine } from '../../wire';
import { gridOf, type Grid } from './grid';

export interface Sweep {
  id: string;
  name: string;
  /** The oldest first. */
  lines: ExperimentLine[];
  /** Where they are a grid of a few numbers. */
  grid: Grid<ExperimentLine> | null;
}

/** The newest first, as the experiments are. */
export function sweepsOf(lines: readonly ExperimentLine[]): Sweep[] {
  const members = lines.filter((line) => line.sweep !== null);
  return [...groupBy(members, (line) => line.sweep?.id ?? '')].map(([id, found]) => ({
    id,
    name: found[0]?.sweep?.name ?? '',
    lines: found.toReversed(),
    grid: gridOf(found, (line) => line.settings),
  }));
}

/** What can be asked of it now. */
export function actionOf({ lines }: Sweep): 'stop' | 'resume' | null {
  if (lines.some(({ state }) => state === 'running' || state === 'waiting')) {
    const isHeld = lines.some(({ state }) => state === 'paused' || state === 'interrupted');
    return isHeld && !lines.some(({ state }) => state === 'running') ? 'resume' : 'stop';
  }
  const isLeft = lines.some(({ state }) => ['new', 'paused', 'interrupted'].includes(state));
  return isLeft ? 'resume' : null;
}

export function gamesOf(lines: readonly ExperimentLine[]): { done: number; total: number } {
  const sum = (value: (line: ExperimentLine) => number): number =>
    lines.reduce((all, line) => all + value(line), 0);
  return { done: sum((line) => line.games), total: sum((line) => line.games_total) };
}
