// The board, to play at and to watch learning. Analysis is the same board under another name.

import { definePage } from '../../app/page';
import { icons } from '../../parts/icons';
import { readPlace, type BoardPlace } from './place';

export const page = definePage<BoardPlace>({
  path: 'play',
  paths: ['board', 'learning'],
  title: 'Play',
  purpose: 'Play what it has learned, or anybody, in any variant',
  order: 1,
  icon: icons.play,
  key: '1',
  read: readPlace,
  load: () => import('./BoardPage.svelte'),
});
