// The page on which it is measured who is stronger.

import { definePage, isNumber } from '../../app/page';
import { icons } from '../../parts/icons';

/** The list, a new tournament with a preset, or one with a page of its games, perhaps those of two players. */
export type TournamentsPlace =
  | { kind: 'list' }
  | { kind: 'new'; preset: string | null }
  | { kind: 'one'; id: string; pair: [number, number] | null; page: number };

function readPair(text: string | null): [number, number] | null {
  const [first, second] = (text ?? '').split('-').map((part) => (isNumber(part) ? Number(part) : null));
  return first === null || second === null || first === undefined || second === undefined
    ? null
    : [first, second];
}

export const page = definePage<TournamentsPlace>({
  path: 'tournaments',
  title: 'Tournaments',
  purpose: 'Measure who is stronger',
  order: 4,
  icon: icons.tournaments,
  key: '4',
  read: ({ rest: [part, ...more], query }) => {
    if (more.length > 0) return null;
    if (part === undefined) return { kind: 'list' };
    if (part === 'new') return { kind: 'new', preset: query.get('preset') };
    const page = query.get('page') ?? '0';
    return isNumber(part)
      ? { kind: 'one', id: part, pair: readPair(query.get('pair')), page: isNumber(page) ? Number(page) : 0 }
      : null;
  },
  load: () => import('./Tournaments.svelte'),
});
