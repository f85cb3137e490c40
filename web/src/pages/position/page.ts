// The page on which a position is looked into.

import { definePage } from '../../app/page';
import { icons } from '../../parts/icons';
import { readPlace, type PositionPlace } from './place';

export const page = definePage<PositionPlace>({
  path: 'position',
  title: 'Position',
  purpose: 'Set up a position and see what it is made of',
  order: 2,
  icon: icons.position,
  key: '2',
  read: readPlace,
  load: () => import('./Position.svelte'),
});
