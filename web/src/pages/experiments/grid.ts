// Experiments that differ in a few numbers only, as one object: a grid with a place for every combination.

import type { Setting } from '../../wire';

export type Settings = Record<string, Setting>;

export interface Axis {
  key: string;
  values: number[];
}

export interface Grid<Item> {
  /** At most three: columns, rows, and one grid for each value of the last. */
  axes: Axis[];
  /** What stands at these values of the axes, in their order. */
  at: (values: readonly number[]) => Item | undefined;
}

const MOST_AXES = 3;
/** What tells experiments apart without being what they are about. */
const ASIDE = ['name', 'seed'];

function valuesAt(items: readonly Settings[], key: string): Set<Setting | undefined> {
  return new Set(items.map((settings) => settings[key]));
}

/** The grid that the settings of some things form, if they do: every combination of the numbers in which they differ, once. */
export function gridOf<Item>(
  items: readonly Item[],
  settingsOf: (item: Item) => Settings,
): Grid<Item> | null {
  const all = items.map(settingsOf);
  const keys = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  const differing = keys.filter((key) => !ASIDE.includes(key) && valuesAt(all, key).size > 1);
  if (differing.length === 0 || differing.length > MOST_AXES) return null;
  const axes: Axis[] = [];
  for (const key of differing.sort()) {
    const values = [...valuesAt(all, key)];
    if (!values.every((value) => typeof value === 'number')) return null;
    axes.push({ key, values: values.sort((one, other) => one - other) });
  }
  const name = (values: readonly (Setting | undefined)[]): string => values.map(String).join(' ');
  const places = new Map(items.map((item, index) => [name(axes.map(({ key }) => all[index]?.[key])), item]));
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (places.size !== items.length || size !== items.length) return null;
  return { axes, at: (values) => places.get(name(values)) };
}

/** Every combination of some values of some parameters, put into settings. */
export function combinations(base: Settings, axes: readonly Axis[]): Settings[] {
  return axes.reduce<Settings[]>(
    (made, { key, values }) =>
      made.flatMap((settings) => values.map((value) => ({ ...settings, [key]: value }))),
    [base],
  );
}
