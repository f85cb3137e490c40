// The page of what is kept.

import type { Page } from '../../app/pages';
import { icons } from '../../parts/icons';

export const page: Page = {
  path: 'library',
  title: 'Library',
  purpose: 'Nets, games and suites that are kept',
  order: 5,
  icon: icons.library,
  key: '5',
  load: () => import('./Library.svelte'),
};
