// Colours of heat maps.

import { describe, expect, it } from 'vitest';
import { cutAt, diverging, inkOn, largestOf } from './palette';

describe('the diverging palette', () => {
  it('has zero in the middle', () => {
    expect(diverging(0, 1)).toBe('rgb(245, 243, 238)');
    expect(diverging(0, 0)).toBe('rgb(245, 243, 238)');
  });
  it('is orange below and blue above', () => {
    expect(diverging(-2, 1)).toBe('rgb(200, 85, 0)');
    expect(diverging(1, 1)).toBe('rgb(5, 90, 160)');
  });
  it('writes readably', () => {
    expect(inkOn(0.9, 1)).toBe('#ffffff');
    expect(inkOn(0.1, 1)).toBe('#1d1f21');
  });
  it('cuts off what would flatten the rest', () => {
    expect(cutAt([1, 73, 2, 1.5, 1, 1])).toBe(2.5);
    expect(cutAt([1, 3, 2])).toBe(3);
    expect(cutAt([])).toBe(0);
  });
  it('finds the largest', () => expect(largestOf([1, -3, 2])).toBe(3));
});
