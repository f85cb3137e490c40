// Models and steps as choices.

import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../wire';
import { fields, withChoices, withoutChoices } from './families';

const parameter = (key: string, group: string) => ({ key, group, title: key }) as Parameter;
const SCHEMA = [
  parameter('name', 'Experiment'),
  parameter('evaluation.model.linear.omega', 'Linear model'),
  parameter('evaluation.model.network.hidden', 'Network'),
  parameter('evaluation.model.network.slope', 'Network'),
  parameter('learning.lambda', 'Learning'),
];

describe('families', () => {
  it('are a choice, with the fields of what was chosen', () => {
    const keys = (values: Record<string, string>) => fields(SCHEMA, values).map(({ key }) => key);
    expect(keys({ 'evaluation.model.network.hidden': '[3]' })).toEqual([
      'name',
      'evaluation.model',
      'evaluation.model.network.hidden',
      'evaluation.model.network.slope',
      'learning.lambda',
    ]);
    expect(keys({ 'evaluation.model.linear': '{}' })).toContain('evaluation.model.linear.omega');
    expect(keys({})).toEqual(['name', 'evaluation.model', 'learning.lambda']);
  });
  it('go there and back', () => {
    for (const values of [
      { name: 'x', 'evaluation.model.linear': '{}' },
      { name: 'x', 'evaluation.model.network.hidden': '[3]' },
      { name: 'x' },
    ]) {
      expect(withoutChoices(withChoices(values as never))).toEqual(values);
    }
  });
  it('drop what belongs to another member', () => {
    const shown = {
      ...withChoices({ 'evaluation.model.network.hidden': '[3]' }),
      'evaluation.model': 'linear',
    };
    expect(withoutChoices(shown)).toEqual({ 'evaluation.model.linear': '{}' });
    const filled = {
      'evaluation.model': 'linear',
      'evaluation.model.linear': '{}',
      'evaluation.model.linear.omega': 1,
    };
    expect(withoutChoices(filled)).toEqual({ 'evaluation.model.linear.omega': 1 });
  });
});
