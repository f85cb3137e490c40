// The page on which it learns.

import type { Page } from '../../app/pages';
import { icons } from '../../parts/icons';

export const page: Page = {
  path: 'experiments',
  title: 'Experiments',
  purpose: 'Let it learn, and watch what it learns',
  order: 3,
  icon: icons.experiments,
  key: '3',
  load: () => import('./Experiments.svelte'),
};
