// Shelves of nets.

import { expect, it } from 'vitest';
import type { Net } from '../../wire';
import { SHELVES } from './nets';

it('puts every net on one shelf', () => {
  for (const is_starred of [true, false])
    for (const experiment of ['3', null])
      for (const is_shipped of [true, false]) {
        const net = { is_starred, experiment, is_shipped } as Net;
        if (experiment !== null && is_shipped) continue;
        expect(SHELVES.filter(({ isOn }) => isOn(net))).toHaveLength(1);
      }
});
