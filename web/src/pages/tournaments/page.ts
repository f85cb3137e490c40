// The page on which it is measured who is stronger.

import { definePage, isNumber } from '../../app/page';
import { icons } from '../../parts/icons';

/** The list, a new tournament, or one. */
export type TournamentsPlace = { kind: 'list' } | { kind: 'new' } | { kind: 'one'; id: string };

export const page = definePage<TournamentsPlace>({
  path: 'tournaments',
  title: 'Tournaments',
  purpose: 'Measure who is stronger',
  order: 4,
  icon: icons.tournaments,
  key: '4',
  read: ({ rest: [part, ...more] }) => {
    if (more.length > 0) return null;
    if (part === undefined) return { kind: 'list' };
    if (part === 'new') return { kind: 'new' };
    return isNumber(part) ? { kind: 'one', id: part } : null;
  },
  load: () => import('./Tournaments.svelte'),
});
