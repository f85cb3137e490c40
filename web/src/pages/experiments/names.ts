// Names that follow parameters: what is called after a value must not keep the name when the value changes.

import type { Setting } from '../../wire';
import type { Values } from '../../parts/form';

/** What is not told in a name: the name itself. */
const UNTOLD = 'name';
const MOST_TOLD = 4;
const LONGEST_VALUE = 20;

/** The parameters that differ, by their keys. */
export function changesOf(before: Values, after: Values): [string, Setting | undefined][] {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return keys
    .filter((key) => key !== UNTOLD && String(before[key] ?? '') !== String(after[key] ?? ''))
    .map((key) => [key, after[key]]);
}

/** `learning.step.plain.rate` with 0.05 is told as `rate-0.05`. */
function told([key, value]: [string, Setting | undefined]): string {
  const short = key.split('.').at(-1) ?? key;
  const text = value === undefined ? 'unset' : String(value);
  return `${short}-${text.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-|-$/g, '')}`.slice(0, LONGEST_VALUE);
}

/** A name without the number that tells copies apart. */
function withoutCopyNumber(name: string): string {
  return name.replace(/-\d{1,2}$/, '');
}

/** A name without the values that stand at its end: `series-a0.5-b0.5-l0.9` is `series`. */
function withoutValues(name: string): string {
  return name.replace(/(-[A-Za-z]+-?\d+(\.\d+)?)+$/, '') || name;
}

/** What an experiment is called that was made from another by some changes; never as one that there is. */
export function derivedName(from: Values, to: Values, taken: readonly string[]): string {
  const base = String(from[UNTOLD] ?? '');
  const changes = changesOf(from, to);
  if (changes.length === 0) return taken.includes(base) ? numbered(withoutCopyNumber(base), taken) : base;
  const stem = withoutValues(withoutCopyNumber(base));
  const name = [stem, ...changes.slice(0, MOST_TOLD).map(told)].join('-');
  return taken.includes(name) ? numbered(name, taken) : name;
}

function numbered(stem: string, taken: readonly string[]): string {
  let number = 2;
  while (taken.includes(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
