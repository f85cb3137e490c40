// The data behind a chart: lines brought onto common places, their look, and what they say in words.

import { fixed } from '../format/numbers';

export interface Line {
  name: string;
  points: readonly (readonly [number, number])[];
  /** Drawn thin, as one of many. */
  isFaint?: boolean;
  /** How far single runs lie from it at each of its points, to either side. */
  spread?: readonly number[];
}

/** How a chart is looked at: what the person may change of it. */
export interface View {
  /** How much of the past each point keeps, from 0 to below 1. */
  smoothing: number;
  isLogX: boolean;
  isLogY: boolean;
  /** Lines far beyond all others are not drawn, so that they do not flatten them. */
  hasOutliers: boolean;
}

export const PLAIN_VIEW: View = { smoothing: 0, isLogX: false, isLogY: false, hasOutliers: false };

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

/** Exponential moving average, its beginning corrected as if the past had been like what came since. */
export function smoothed(line: Line, weight: number): Line {
  if (weight === 0) return line;
  let [average, sum] = [0, 0];
  const points = line.points.map(([place, value]): [number, number] => {
    average = weight * average + (1 - weight) * value;
    sum = weight * sum + (1 - weight);
    return [place, average / sum];
  });
  return { ...line, points };
}

/** How far from zero a line gets. */
function reach(line: Line): number {
  return line.points.reduce((most, [, value]) => Math.max(most, Math.abs(value)), 0);
}

/** How many times as far a line must get as the next to be beyond the others. */
const BEYOND = 4;

/** The lines that would flatten the others, if there are any: a few that get much further from zero than all others. */
export function outliers(lines: readonly Line[]): Line[] {
  const ranked = [...lines].sort((one, other) => reach(other) - reach(one));
  const most = Math.floor((ranked.length - 1) / 3);
  for (let count = most; count > 0; count -= 1) {
    const [last, next] = [ranked[count - 1], ranked[count]];
    if (last && next && reach(next) > 0 && reach(last) > BEYOND * reach(next)) return ranked.slice(0, count);
  }
  return [];
}

/** The bounds of every line's band on the places of the chart: a row of lows and one of highs for each line that has one. */
export function bands(
  lines: readonly Line[],
  data: readonly (readonly (number | null)[])[],
): { line: number; low: (number | null)[]; high: (number | null)[] }[] {
  const places = data[0] ?? [];
  return lines.flatMap(({ points, spread }, line) => {
    if (!spread) return [];
    const known = new Map(points.map(([place], index) => [place, spread[index] ?? 0]));
    const edge = (side: number): (number | null)[] =>
      places.map((place, index) => {
        const [middle, half] = [data[line + 1]?.[index] ?? null, known.get(place ?? NaN)];
        return middle === null || half === undefined ? null : middle + side * half;
      });
    return [{ line, low: edge(-1), high: edge(1) }];
  });
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
