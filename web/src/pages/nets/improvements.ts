// Lineages as the page keeps them, and in words.

import { fixed, signed } from '../../format/numbers';
import type { Line } from '../../parts/chart';
import type { Event as LiveEvent, Improvement, ImprovementChild, ImprovementList } from '../../wire';

export function applyToList(list: ImprovementList, event: LiveEvent): ImprovementList {
  if (event.kind === 'improvement-deleted')
    return { ...list, improvements: list.improvements.filter(({ id }) => id !== event.id) };
  if (event.kind !== 'improvement') return list;
  const { kind: _, ...lineage } = event;
  const known = list.improvements.findIndex(({ id }) => id === lineage.id);
  const improvements =
    known === -1 ? [lineage, ...list.improvements] : list.improvements.with(known, lineage);
  return { ...list, improvements };
}

/** How strong each generation is over the start: what was kept adds up, what was dropped stands beside its parent. */
export function strengths(children: readonly ImprovementChild[]): [number, number][] {
  let best = 0;
  const points: [number, number][] = [[0, 0]];
  for (const { generation, elo, is_kept: isKept } of children) {
    if (elo === null) continue;
    points.push([generation, best + elo]);
    if (isKept) best += elo;
  }
  return points;
}

export function strengthLines(lineage: Improvement): Line[] {
  return [{ name: 'Elo over the start', points: strengths(lineage.children) }];
}

export function lossLines({ children }: Improvement): Line[] {
  const points = (error: (child: ImprovementChild) => number | null): [number, number][] =>
    children.flatMap((child): [number, number][] => {
      const value = error(child);
      return value === null ? [] : [[child.generation, value]];
    });
  return [
    { name: 'games learned from', points: points((child) => child.training_error) },
    { name: 'games held out', points: points((child) => child.held_out_error) },
  ];
}

/** "+37 Elo (12 to 63)". */
export function gainOf({ elo, elo_low: low, elo_high: high }: ImprovementChild): string {
  return `${signed(elo, 0)} Elo (${fixed(low, 0)} to ${fixed(high, 0)})`;
}

export function parentOf({ parent }: ImprovementChild): string {
  return parent === null ? 'the start' : String(parent);
}
