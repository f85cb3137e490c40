// Fields and what their text means.

import { describe, expect, it } from 'vitest';
import type { Parameter } from '../wire';
import { changed, hasSlider, isChecked, readField, shown } from './form';

function parameter(kind: Parameter['kind'], more: Partial<Parameter> = {}): Parameter {
  return {
    key: 'key',
    title: 'Title',
    help: '',
    unit: null,
    group: '',
    kind,
    default: null,
    required: false,
    ...more,
  };
}

const depth = parameter({ kind: 'integer', min: 1, max: 64 }, { key: 'depth', default: 3 });
const rate = parameter({ kind: 'number', min: 0, max: 1, step: 0.01 }, { default: 0.5 });

describe('forms', () => {
  it('shows what was set, else the default', () => {
    expect(shown(depth, {})).toBe('3');
    expect(shown(depth, { depth: 5 })).toBe('5');
    expect(shown(parameter({ kind: 'text' }), {})).toBe('');
    expect(isChecked(parameter({ kind: 'flag' }, { default: true }), {})).toBe(true);
  });
  it('reads numbers within their range', () => {
    expect(readField(depth, ' 4 ')).toEqual({ setting: 4 });
    expect(readField(rate, '0,25')).toEqual({ setting: 0.25 });
    expect(readField(depth, '4.5')).toEqual({ problem: 'This must be a whole number.' });
    expect(readField(depth, '65')).toEqual({ problem: 'From 1 to 64.' });
    expect(readField(depth, 'deep')).toEqual({ problem: 'This is not a number.' });
  });
  it('takes nothing as the default, unless it must be given', () => {
    expect(readField(depth, '')).toEqual({ setting: undefined });
    expect(readField(parameter({ kind: 'text' }, { required: true }), ' ')).toEqual({
      problem: 'Please fill this in.',
    });
  });
  it('leaves defaults out of the values', () => {
    expect(changed({ depth: 5, other: 'x' }, depth, 3)).toEqual({ other: 'x' });
    expect(changed({}, depth, 4)).toEqual({ depth: 4 });
    expect(changed({ depth: 5 }, depth, undefined)).toEqual({});
  });
  it('offers sliders for small ranges', () => {
    expect(hasSlider(rate)).toBe(true);
    expect(hasSlider(depth)).toBe(false);
  });
});
