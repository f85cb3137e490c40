// Presets by work, series and row.

import { groupBy } from '../../format/group';
import type { Compared, Preset, PublishedRow } from '../../wire';
import { gridOf, type Grid } from './grid';

export interface Series {
  name: string;
  title: string;
  place: string;
  rows: RowPreset[];
  /** Where the rows are a grid of a few numbers. */
  grid: Grid<RowPreset> | null;
}

export interface Work {
  title: string;
  authors: string | null;
  year: string;
  series: Series[];
}

/** A preset that repeats a row. */
export type RowPreset = Preset & { row: PublishedRow };

export function isRow(preset: Preset): preset is RowPreset {
  return preset.row !== null;
}

/** Works with their series, as the catalogue has them. */
export function worksOf(presets: readonly Preset[]): Work[] {
  const rows = presets.filter(isRow);
  return [...groupBy(rows, ({ row }) => row.work)].flatMap(([title, found]) => {
    const first = found[0]?.row;
    if (!first) return [];
    return [{ title, authors: first.authors, year: first.year, series: seriesOf(found) }];
  });
}

function seriesOf(rows: readonly RowPreset[]): Series[] {
  return [...groupBy(rows, ({ row }) => row.series)].map(([name, found]) => ({
    name,
    title: found[0]?.row.series_title ?? name,
    place: found[0]?.row.place ?? '',
    rows: found,
    grid: found.length >= SMALLEST_GRID ? gridOf(found, ({ settings }) => settings) : null,
  }));
}

/** Fewer rows are read more easily in a table. */
const SMALLEST_GRID = 8;

/** Those of which every word is somewhere. */
export function found(presets: readonly Preset[], text: string): Preset[] {
  const words = text.toLowerCase().split(/\s+/);
  return presets.filter((preset) => {
    const { row } = preset;
    const place = row
      ? [row.work, row.authors, row.year, row.series_title, row.place, row.what, row.series]
      : [];
    const all = [preset.name, preset.title, preset.variant, ...place].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** How many of the printed numbers come out again here. */
export function counted(rows: readonly RowPreset[]): { agree: number; differ: number; all: number } {
  const verdicts = rows.flatMap(({ row }) => row.compared.map(({ verdict }) => verdict));
  const count = (word: string): number => verdicts.filter((verdict) => verdict === word).length;
  return { agree: count('agrees'), differ: count('differs'), all: verdicts.length };
}

/** The number of a row that a reader asks for first. */
export function headline({ row }: RowPreset): Compared | undefined {
  return row.compared.find(({ published }) => published !== '-') ?? row.compared[0];
}

/** About how long all of them take, where that was measured. */
export function secondsOf(presets: readonly Preset[]): number | null {
  const known = presets.flatMap(({ seconds }) => seconds ?? []);
  return known.length === presets.length ? known.reduce((sum, seconds) => sum + seconds, 0) : null;
}
