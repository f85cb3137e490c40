// The table of experiments: which of them are shown, by which columns, in which order.

import type { ExperimentLine, Setting } from '../../wire';

/** A column: something of every experiment, or a parameter by its key. */
export interface Column {
  key: string;
  title: string;
  isNumber: boolean;
  valueOf: (line: ExperimentLine) => Setting | null;
}

const parameter = (key: string): Column => ({
  key,
  title: key.split('.').slice(-2).join(' '),
  isNumber: false,
  valueOf: (line) => line.settings[key] ?? null,
});

const FIXED: Column[] = [
  { key: 'name', title: 'Name', isNumber: false, valueOf: (line) => line.name },
  { key: 'state', title: 'State', isNumber: false, valueOf: (line) => line.state },
  {
    key: 'games',
    title: 'Games',
    isNumber: true,
    valueOf: (line) => line.games,
  },
  { key: 'share', title: 'Points', isNumber: true, valueOf: (line) => line.share },
  { key: 'created', title: 'Made', isNumber: false, valueOf: (line) => line.created },
];

/** By its key; those that are no columns of their own are parameters. */
export function columnOf(key: string): Column {
  return FIXED.find((column) => column.key === key) ?? parameter(key);
}

export interface Order {
  key: string;
  isDescending: boolean;
}

export interface Wanted {
  text: string;
  state: string;
  /** Parameters that must have these values, as they are written. */
  values: Record<string, string>;
}

export const EVERYTHING: Wanted = { text: '', state: '', values: {} };

/** The parameters that some of them have with other values than others, or alone. */
export function differing(lines: readonly ExperimentLine[]): string[] {
  const keys = new Set(lines.flatMap((line) => Object.keys(line.settings)));
  keys.delete('name');
  return [...keys].filter((key) => valuesOf(lines, key).length > 1).sort();
}

/** What a parameter is set to, somewhere; '–' where it is not set. */
export function valuesOf(lines: readonly ExperimentLine[], key: string): string[] {
  const values = new Set(lines.map((line) => written(line.settings[key] ?? null)));
  return [...values].sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
}

export function written(value: Setting | null): string {
  return value === null ? '–' : String(value);
}

/** Every word of the text must occur somewhere in what an experiment is called, noted, or set to. */
function has(line: ExperimentLine, text: string): boolean {
  const settings = Object.entries(line.settings).map(([key, value]) => `${key}=${String(value)}`);
  const all = [line.name, line.variant, line.preset, line.sweep?.name, line.notes, ...settings];
  const known = all.join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word));
}

export function shown(lines: readonly ExperimentLine[], wanted: Wanted, order: Order): ExperimentLine[] {
  const { valueOf } = columnOf(order.key);
  const sign = order.isDescending ? -1 : 1;
  return lines
    .filter((line) => wanted.state === '' || line.state === wanted.state)
    .filter((line) =>
      Object.entries(wanted.values).every(([key, value]) => written(line.settings[key] ?? null) === value),
    )
    .filter((line) => has(line, wanted.text))
    .sort((one, other) => sign * compared(valueOf(one), valueOf(other), sign));
}

/** What is not there comes last, whichever way the others are ordered. */
function compared(one: Setting | null, other: Setting | null, sign: number): number {
  if (one === null || other === null) return sign * (Number(one === null) - Number(other === null));
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}
