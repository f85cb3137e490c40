// Three decimals, cut.

import { describe, expect, it } from 'vitest';
import { cut } from './cut';

describe('values of features', () => {
  it('are cut, not rounded', () => {
    expect(cut(0.6669)).toBe('0.666');
    expect(cut(-0.6669)).toBe('\u22120.666');
  });
  it('keep what a sum of decimals means', () => expect(cut(0.1 + 0.2)).toBe('0.300'));
  it('have no negative zero', () => expect(cut(-0.0001)).toBe('0.000'));
});
