// The page on which it learns.

import { definePage, isNumber } from '../../app/page';
import { icons } from '../../parts/icons';

/** The list, a new experiment from something there is, several compared, a sweep, or one. */
export type ExperimentsPlace =
  | { kind: 'list' }
  | { kind: 'new'; from: string | null; copy: string | null; net: string | null; games: string | null }
  | { kind: 'compare'; ids: string[] }
  | { kind: 'sweep'; id: string }
  | { kind: 'one'; id: string };

export const page = definePage<ExperimentsPlace>({
  path: 'experiments',
  title: 'Experiments',
  purpose: 'Let it learn, and watch what it learns',
  order: 3,
  icon: icons.experiments,
  key: '3',
  read: ({ rest: [part, ...more], query }) => {
    const [id, ...rest] = more;
    if (part === 'sweep')
      return id !== undefined && isNumber(id) && rest.length === 0 ? { kind: 'sweep', id } : null;
    if (more.length > 0) return null;
    if (part === undefined) return { kind: 'list' };
    if (part === 'compare')
      return { kind: 'compare', ids: (query.get('ids') ?? '').split(',').filter(isNumber) };
    if (part === 'new') {
      return {
        kind: 'new',
        from: query.get('preset'),
        copy: query.get('copy'),
        net: query.get('net'),
        games: query.get('games'),
      };
    }
    return isNumber(part) ? { kind: 'one', id: part } : null;
  },
  load: () => import('./Experiments.svelte'),
});
