// The board, to look into lines, positions and games. Games of the library and positions of old addresses are here too.

import { definePage } from '../../app/page';
import { icons } from '../../parts/icons';
import { readPlace, type BoardPlace } from '../board/place';

export const page = definePage<BoardPlace>({
  path: 'analysis',
  paths: ['position', 'library'],
  title: 'Analysis',
  purpose: 'Look into a game or a position, and see what it is made of',
  order: 2,
  icon: icons.position,
  key: '2',
  read: readPlace,
  load: () => import('../board/BoardPage.svelte'),
});
