// The page on which a position is looked into.

import type { Page } from '../../app/pages';
import { icons } from '../../parts/icons';

export const page: Page = {
  path: 'position',
  title: 'Position',
  purpose: 'Set up a position and see what it is made of',
  order: 2,
  icon: icons.position,
  key: '2',
  load: () => import('./Position.svelte'),
};
