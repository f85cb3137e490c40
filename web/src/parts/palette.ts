// A diverging palette with zero in the middle: orange below, blue above, as in the reports, safe for the colour-blind.

type Rgb = [number, number, number];

const LOW: Rgb = [200, 85, 0];
const MIDDLE: Rgb = [245, 243, 238];
const HIGH: Rgb = [5, 90, 160];

/** The colour of a value between -largest and largest. */
export function diverging(value: number, largest: number): string {
  const share = largest === 0 ? 0 : Math.max(-1, Math.min(1, value / largest));
  return mix(MIDDLE, share < 0 ? LOW : HIGH, Math.abs(share));
}

/** The colour of a share between 0 and 1: pale to blue. */
export function sequential(share: number): string {
  return mix(MIDDLE, HIGH, 0.08 + 0.92 * Math.max(0, Math.min(1, share)));
}

function mix(from: Rgb, to: Rgb, share: number): string {
  const channel = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return `rgb(${channel(0)}, ${channel(1)}, ${channel(2)})`;
}

/** Ink that can be read on the colour of a value. */
export function inkOn(value: number, largest: number): string {
  return largest !== 0 && Math.abs(value / largest) > 0.6 ? '#ffffff' : '#1d1f21';
}

export function largestOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
}

/** How many times as long a bar must be as the next to be cut off. */
const MOST_TIMES = 4;

/** What bars reach over: a few that are very much longer than the others are cut off, so that they do not flatten them. */
export function cutAt(sizes: readonly number[]): number {
  const ranked = sizes.filter((size) => size > 0).sort((one, other) => other - one);
  const most = Math.ceil(ranked.length / 6);
  const next = ranked.slice(1, most + 1).find((size, index) => (ranked[index] ?? 0) > MOST_TIMES * size);
  return next === undefined ? (ranked[0] ?? 0) : 1.25 * next;
}
