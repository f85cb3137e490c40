// The data behind a chart: lines brought onto common places, their look, and what they say in words.

import { fixed } from '../format/numbers';

export interface Line {
  name: string;
  points: readonly (readonly [number, number])[];
  /** Drawn thin, as one of many. */
  isFaint?: boolean;
}

/** The Okabe-Ito palette, in an order in which neighbours differ also in lightness. */
const COLOURS = ['--line-1', '--okabe-2', '--okabe-3', '--okabe-4', '--okabe-5', '--okabe-6', '--line-7'];
const DASHES: number[][] = [[], [8, 4], [2, 3], [8, 3, 2, 3]];

export function lineColour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '--ink';
}

/** The first lines are solid; when colours repeat, dashes tell them apart. */
export function dashOf(index: number): number[] {
  return DASHES[Math.floor(index / COLOURS.length) % DASHES.length] ?? [];
}

/** All lines on the union of their places: places first, then a row for each line, null where a line has no point. */
export function aligned(lines: readonly Line[]): (number | null)[][] {
  const places = [...new Set(lines.flatMap((line) => line.points.map(([place]) => place)))].sort(
    (a, b) => a - b,
  );
  const rows = lines.map((line) => {
    const known = new Map(line.points);
    return places.map((place) => known.get(place) ?? null);
  });
  return [places, ...rows];
}

const MOST_ROWS = 100;

/** The same as rows of a table, thinned to what a person may read. */
export function tableRows(data: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const length = data[0]?.length ?? 0;
  const step = Math.max(1, Math.ceil(length / MOST_ROWS));
  const chosen = [...Array(length).keys()].filter((index) => index % step === 0 || index === length - 1);
  return chosen.map((index) => data.map((column) => column[index] ?? null));
}

/** Each line's beginning, end and extremes, for those who do not see it. */
export function summary(lines: readonly Line[], decimals: number): string {
  if (lines.every((line) => line.points.length === 0)) return 'No data yet.';
  return lines.map((line) => lineInWords(line, decimals)).join(' ');
}

function lineInWords(line: Line, decimals: number): string {
  const values = line.points.map(([, value]) => value);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined) return `${line.name}: no data yet.`;
  const low = fixed(Math.min(...values), decimals);
  const high = fixed(Math.max(...values), decimals);
  return `${line.name}: from ${fixed(first, decimals)} to ${fixed(last, decimals)}, lowest ${low}, highest ${high}.`;
}
