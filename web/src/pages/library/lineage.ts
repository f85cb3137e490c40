// Nets in the order of their lineage: children right after their parent.

import { groupBy } from '../../format/group';
import type { Net } from '../../wire';

export interface Descendant {
  net: Net;
  /** Generations from the first ancestor in the list. */
  depth: number;
}

export function lineages(nets: readonly Net[]): Descendant[] {
  const known = new Set(nets.map((net) => net.id));
  const childrenOf = groupBy(nets, (net) =>
    net.parent !== null && known.has(net.parent) && net.parent !== net.id ? net.parent : '',
  );
  const seen = new Set<string>();
  const descend = (parent: string, depth: number): Descendant[] =>
    (childrenOf.get(parent) ?? []).flatMap((net) => {
      if (seen.has(net.id)) return [];
      seen.add(net.id);
      return [{ net, depth }, ...descend(net.id, depth + 1)];
    });
  const found = descend('', 0);
  // Nets that name each other as parent have no first one; they are still listed.
  return [...found, ...nets.filter((net) => !seen.has(net.id)).map((net) => ({ net, depth: 0 }))];
}

/** What the form of a new experiment needs to learn on from a net: the experiment it came from, and the net. */
export function learnOnFrom(
  net: Pick<Net, 'id' | 'variant' | 'experiment' | 'is_shipped'>,
): Record<string, string> | null {
  if (net.is_shipped) return { preset: `shipped-${net.variant}`, net: net.id };
  return net.experiment === null ? null : { copy: net.experiment, net: net.id };
}
