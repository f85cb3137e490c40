// Printed numbers beside ours: which of them are levels on the chart of the score.

import type { Number as Printed } from '../../wire';

/** Scores in per cent become level lines; other quantities stay in the table. */
export function levelsOf(published: readonly Printed[]): { name: string; value: number }[] {
  return published.flatMap((number) =>
    /score|points/i.test(number.quantity) && number.value !== null
      ? [{ name: `published: ${number.quantity}`, value: number.value }]
      : [],
  );
}
