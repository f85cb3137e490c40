// The page on which one plays.

import type { Page } from '../../app/pages';
import { icons } from '../../parts/icons';

export const page: Page = {
  path: 'play',
  title: 'Play',
  purpose: 'Play anybody, in any variant',
  order: 1,
  icon: icons.play,
  key: '1',
  load: () => import('./Play.svelte'),
};
