// Names that follow parameters.

import { describe, expect, it } from 'vitest';
import { changesOf, derivedName } from './names';

const settings = {
  name: 'series-2-a0.5-l0.9',
  'learning.lambda': 0.9,
  'learning.step.plain.rate': 0.5,
  games: 200,
};

describe('names', () => {
  it('drop values that changed, and tell the new ones', () => {
    const changed = { ...settings, 'learning.step.plain.rate': 0.05 };
    expect(derivedName(settings, changed, [])).toBe('series-2-rate-0.05');
    expect(derivedName(settings, { ...changed, games: 10 }, [])).toBe('series-2-rate-0.05-games-10');
  });
  it('tell copies apart by a number', () => {
    expect(derivedName({ name: 'values' }, { name: 'x' }, ['values'])).toBe('values-2');
    expect(derivedName({ name: 'values-2' }, {}, ['values-2', 'values', 'values-3'])).toBe('values-4');
    expect(derivedName({ name: 'values' }, {}, [])).toBe('values');
  });
  it('stay letters, digits, dots and dashes', () => {
    const name = derivedName(settings, { ...settings, 'play.opponent': 'net:experiment-1,depth=2' }, []);
    expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });
  it('notice what was left out', () => {
    expect(changesOf({ a: 1, name: 'x' }, { name: 'y' })).toEqual([['a', undefined]]);
  });
});
