// Curves over several runs: their mean, and how far the runs lie apart.

/** A place, mostly a number of games, and the value there. */
export type Point = readonly [number, number];

export interface MeanCurve {
  points: [number, number][];
  /** The standard deviation of single runs at each point; without it where there is one run. */
  spread?: number[];
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of single values, not of their mean. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

/** At each place of the longest curve, the mean of those that came so far. */
export function meanCurve(curves: readonly (readonly Point[])[]): MeanCurve {
  const longest = curves.reduce((most, curve) => (curve.length > most.length ? curve : most), []);
  const cursors = curves.map(() => 0);
  const points: [number, number][] = [];
  const spread: number[] = [];
  for (const [place] of longest) {
    const values = curves.flatMap((curve, index) => valueAt(curve, place, cursors, index) ?? []);
    if (values.length === 0) continue;
    points.push([place, mean(values)]);
    spread.push(deviation(values));
  }
  return curves.length > 1 ? { points, spread } : { points };
}

/** The value at or before a place, if the curve has come so far; `cursors` remember where it was found last. */
function valueAt(curve: readonly Point[], place: number, cursors: number[], index: number): number | null {
  if ((curve.at(-1)?.[0] ?? -1) < place) return null;
  let cursor = cursors[index] ?? 0;
  while ((curve[cursor + 1]?.[0] ?? Infinity) <= place) cursor += 1;
  cursors[index] = cursor;
  const found = curve[cursor];
  return found && found[0] <= place ? found[1] : null;
}
