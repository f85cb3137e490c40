// The page of what is kept.

import { definePage } from '../../app/page';
import { icons } from '../../parts/icons';

export const SHELVES = ['nets', 'games', 'suites', 'engines', 'sharing'] as const;
export type Shelf = (typeof SHELVES)[number];

/** A shelf, or one thing that stands on it; the games are filtered and paged. */
export type LibraryPlace =
  { kind: 'shelf'; shelf: Shelf; query: Record<string, string> } | { kind: 'one'; shelf: 'nets'; id: string };

function isShelf(name: string): name is Shelf {
  return SHELVES.some((shelf) => shelf === name);
}

export const page = definePage<LibraryPlace>({
  path: 'library',
  title: 'Library',
  purpose: 'Nets, games, suites and engines',
  order: 5,
  icon: icons.library,
  key: '5',
  read: ({ rest: [shelf = 'nets', id, ...more], query }) => {
    if (more.length > 0 || !isShelf(shelf)) return null;
    if (id === undefined) return { kind: 'shelf', shelf, query: Object.fromEntries(query) };
    // One game is the board's.
    return shelf === 'nets' ? { kind: 'one', shelf, id } : null;
  },
  load: () => import('./Library.svelte'),
});
