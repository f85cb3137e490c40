// Several experiments beside each other: what is drawn of them, and the parameters in which they differ.

import type { Line } from '../../parts/chart';
import type { Experiment, Parameter, Setting, Weights } from '../../wire';
import { scoreLines } from './experiment';
import { meanLines, pieceLines } from './learned';

export interface Compared {
  experiment: Experiment;
  weights: Weights;
  /** Told apart by its number where two have the same name. */
  name: string;
}

/** Two of the same name are told apart by their number. */
export function named(all: readonly { experiment: Experiment; weights: Weights }[]): Compared[] {
  const names = all.map(({ experiment }) => experiment.name);
  return all.map((one) => {
    const { name, id } = one.experiment;
    const isShared = names.filter((other) => other === name).length > 1;
    return { ...one, name: isShared ? `${name} (${id})` : name };
  });
}

/** What can be drawn: the two scores, and each piece value. */
export function drawable(all: readonly Compared[]): string[] {
  const pieces = all.flatMap(({ weights }) => weights.estimates.pieces.map(({ name }) => name));
  return ['all games', 'last games', ...new Set(pieces)];
}

/** One line for each experiment that has it. */
export function linesOf(all: readonly Compared[], what: string): Line[] {
  const score = { 'all games': 0, 'last games': 1 }[what];
  return all.flatMap(({ experiment, weights, name }): Line[] => {
    const lines = score === undefined ? meanLines(weights.runs, pieceLines) : scoreLines(experiment);
    const line = score === undefined ? lines.find((one) => one.name === what) : lines[score];
    return line && line.points.length > 0 ? [{ ...line, name, isFaint: false }] : [];
  });
}

export interface Difference {
  key: string;
  title: string;
  /** In the order of the experiments; `null` where it is not set and has no default. */
  values: (Setting | null)[];
}

/** The parameters in which they differ. What is not written has its default. */
export function differences(all: readonly Compared[], schema: readonly Parameter[]): Difference[] {
  const declared = new Map(schema.map((parameter) => [parameter.key, parameter]));
  const keys = new Set(all.flatMap(({ experiment }) => Object.keys(experiment.settings)));
  keys.delete('name');
  const rows = [...keys].sort().map((key) => ({
    key,
    title: declared.get(key)?.title ?? key,
    values: all.map(({ experiment }) => experiment.settings[key] ?? declared.get(key)?.default ?? null),
  }));
  return rows.filter(({ values }) => new Set(values.map(String)).size > 1);
}
