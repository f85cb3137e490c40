// The page of networks that teach themselves.

import { definePage, isNumber } from '../../app/page';
import { icons } from '../../parts/icons';

/** All lineages and the form that begins another, or one of them. */
export interface NetsPlace {
  id: string | null;
}

export const page = definePage<NetsPlace>({
  path: 'nets',
  title: 'Self-taught',
  purpose: 'Networks that teach themselves a game by playing it, generation after generation',
  order: 7,
  icon: icons.nets,
  key: '7',
  read: ({ rest: [id, ...more] }) => {
    if (more.length > 0) return null;
    return id === undefined || isNumber(id) ? { id: id ?? null } : null;
  },
  load: () => import('./Nets.svelte'),
});
