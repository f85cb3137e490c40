// The order of nets.

import { describe, expect, it } from 'vitest';
import type { Net } from '../../wire';
import { learnOnFrom, lineages } from './lineage';

const net = (id: string, parent: string | null) => ({ id, parent }) as Net;
const order = (nets: Net[]) => lineages(nets).map(({ net: one, depth }) => [one.id, depth]);

describe('lineages', () => {
  it('puts children after their parent', () => {
    expect(
      order([net('grandchild', 'child'), net('other', null), net('root', null), net('child', 'root')]),
    ).toEqual([
      ['other', 0],
      ['root', 0],
      ['child', 1],
      ['grandchild', 2],
    ]);
  });
  it('lists nets whose parent is elsewhere, and those that claim each other', () => {
    expect(order([net('a', 'gone')])).toEqual([['a', 0]]);
    expect(order([net('a', 'b'), net('b', 'a'), net('c', 'c')]).map(([id]) => id)).toEqual(['c', 'a', 'b']);
  });
});

describe('learning on', () => {
  it('takes the experiment along that a net came from', () => {
    const made = { id: 'experiment-3-run-1', variant: 'chess', experiment: '3', is_shipped: false };
    expect(learnOnFrom(made)).toEqual({ copy: '3', net: 'experiment-3-run-1' });
    expect(learnOnFrom({ ...made, experiment: null })).toBeNull();
    expect(learnOnFrom({ ...made, id: 'shipped-chess', experiment: null, is_shipped: true })).toEqual({
      preset: 'shipped-chess',
      net: 'shipped-chess',
    });
  });
});
