// The page of endgames: exact tables, and what is learned from them.

import { definePage } from '../../app/page';
import { linkTo } from '../../app/route.svelte';
import { icons } from '../../parts/icons';

/** All endings, or one with the position that is looked at and the lesson that is asked about it. */
export type EndgamesPlace =
  { kind: 'list' } | { kind: 'one'; material: string; fen: string | null; lesson: string | null };

export function linkToEnding(material: string, fen: string | null, lesson: string | null): string {
  return linkTo('endgames', [material], {
    ...(fen === null ? {} : { fen }),
    ...(lesson === null ? {} : { lesson }),
  });
}

export const page = definePage<EndgamesPlace>({
  path: 'endgames',
  title: 'Endgames',
  purpose: 'Exact tables of small endings, rules learned from them, and play against best defence',
  order: 6,
  icon: icons.endgames,
  key: '6',
  read: ({ rest: [material, ...more], query }) => {
    if (more.length > 0) return null;
    if (material === undefined) return { kind: 'list' };
    return { kind: 'one', material, fen: query.get('fen'), lesson: query.get('lesson') };
  },
  load: () => import('./Endgames.svelte'),
});
