// The page on which it is measured who is stronger.

import type { Page } from '../../app/pages';
import { icons } from '../../parts/icons';

export const page: Page = {
  path: 'tournaments',
  title: 'Tournaments',
  purpose: 'Measure who is stronger',
  order: 4,
  icon: icons.tournaments,
  key: '4',
  load: () => import('./Tournaments.svelte'),
};
