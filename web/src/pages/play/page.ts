// The page on which one plays.

import { definePage, isNumber } from '../../app/page';
import { icons } from '../../parts/icons';

/** A game, or where one begins: with what another page wants to be played from, or whom to play against. */
export type PlayPlace =
  | { kind: 'home'; variant: string | null; fen: string | null; against: string | null }
  | { kind: 'game'; id: string; seat: string | null };

export const page = definePage<PlayPlace>({
  path: 'play',
  title: 'Play',
  purpose: 'Play anybody, in any variant',
  order: 1,
  icon: icons.play,
  key: '1',
  read: ({ rest: [id, ...more], query }) => {
    if (more.length > 0) return null;
    if (id !== undefined) return isNumber(id) ? { kind: 'game', id, seat: query.get('seat') } : null;
    return {
      kind: 'home',
      variant: query.get('variant'),
      fen: query.get('fen'),
      against: query.get('against'),
    };
  },
  load: () => import('./Play.svelte'),
});
