// Numbers and times as text.

import { describe, expect, it } from 'vitest';
import { bytes, count, fixed, games, magnitude, percent, signed } from './numbers';
import { clockFace, dateTime, duration } from './time';

describe('numbers', () => {
  it('aligns decimals and uses a real minus', () => {
    expect(fixed(-0.5)).toBe('\u22120.50');
    expect(signed(0.345, 2)).toBe('+0.34');
    expect(signed(0)).toBe('0.00');
  });
  it('prints a dash where there is no number', () => {
    for (const missing of [null, undefined, NaN, Infinity]) {
      expect([fixed(missing), count(missing), percent(missing), magnitude(missing)]).toEqual([
        '–',
        '–',
        '–',
        '–',
      ]);
    }
  });
  it('groups thousands', () => {
    expect(count(1234567)).toBe('1\u2009234\u2009567');
    expect(count(999)).toBe('999');
    expect(magnitude(1_234_567)).toBe('1.23\u2009M');
    expect([bytes(650), bytes(16_777_216)]).toEqual(['650\u2009B', '16.8\u2009MB']);
    expect([games(1), games(12_000)]).toEqual(['1 game', '12\u2009000 games']);
  });
  it('prints shares as per cent', () => {
    expect(percent(0.715)).toBe('71.5\u2009%');
  });
});

describe('times', () => {
  it('shows clocks', () => {
    expect(clockFace(9_940)).toBe('0:09.9');
    expect(clockFace(65_000)).toBe('1:05');
    expect(clockFace(3_723_000)).toBe('1:02:03');
    expect(clockFace(-5)).toBe('0:00.0');
  });
  it('leaves what is no date as it is', () => {
    expect(dateTime('yesterday')).toBe('yesterday');
    expect(dateTime('1851-06-21')).toBe('1851-06-21');
    expect(dateTime('2026-11-15T17:26:24Z')).toContain('2026');
  });
  it('shows durations', () => {
    expect(duration(7.6)).toBe('8 s');
    expect(duration(180)).toBe('3 min');
    expect(duration(7800)).toBe('2 h 10 min');
  });
});
