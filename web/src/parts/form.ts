// Forms from parameter declarations: what a field shows, and what its text means. The last word on a value is the
// server's; what can be seen here is said here.

import type { Parameter, Setting } from '../wire';
import { groupBy } from '../format/group';
import { count } from '../format/numbers';
import { numbersProblem, readNumbers, writeNumbers } from './written';

export type Values = Record<string, Setting>;

export type Reading = { setting: Setting | undefined } | { problem: string };

/** What a field shows: the value that was set, or else the default. */
export function shown(parameter: Parameter, values: Values): string {
  const value = values[parameter.key] ?? parameter.default;
  const text = value === null || value === undefined ? '' : String(value);
  return parameter.kind.kind === 'numbers' ? readNumbers(text) : text;
}

export function isChecked(parameter: Parameter, values: Values): boolean {
  return (values[parameter.key] ?? parameter.default) === true;
}

/** What a field's text means; nothing means the default. */
export function readField(parameter: Parameter, text: string): Reading {
  const trimmed = text.trim();
  if (trimmed === '')
    return parameter.required ? { problem: 'Please fill this in.' } : { setting: undefined };
  const { kind } = parameter;
  if (kind.kind === 'integer' || kind.kind === 'number') return readNumber(kind, trimmed);
  if (kind.kind === 'flag') return { setting: trimmed === 'true' };
  if (kind.kind === 'numbers') {
    const problem = numbersProblem(trimmed, kind.min, kind.max, kind.most);
    return problem === '' ? { setting: writeNumbers(trimmed) } : { problem };
  }
  return { setting: trimmed };
}

/** What is wrong with a field's text; nothing if it can be taken. */
export function problemOf(parameter: Parameter, text: string): string {
  const reading = readField(parameter, text);
  return 'problem' in reading ? reading.problem : '';
}

type Bounded = Extract<Parameter['kind'], { kind: 'integer' | 'number' }>;

function readNumber(kind: Bounded, text: string): Reading {
  const value = Number(text.replace(',', '.'));
  if (!Number.isFinite(value)) return { problem: 'This is not a number.' };
  if (kind.kind === 'integer' && !Number.isInteger(value)) return { problem: 'This must be a whole number.' };
  if (value < kind.min || value > kind.max)
    return { problem: `From ${limit(kind.min)} to ${limit(kind.max)}.` };
  return { setting: value };
}

function limit(value: number): string {
  return Number.isInteger(value) ? count(value) : String(value);
}

/** The values with one of them changed; what equals the default is left out, so that defaults stay defaults. */
export function changed(values: Values, parameter: Parameter, setting: Setting | undefined): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => key !== parameter.key));
  if (setting === undefined || setting === parameter.default) return rest;
  return { ...rest, [parameter.key]: setting };
}

/** Whether a slider helps: a number whose range is small enough to slide over. */
export function hasSlider(parameter: Parameter): boolean {
  const { kind } = parameter;
  return kind.kind === 'number' && kind.max - kind.min <= 10 && parameter.default !== null;
}

/** The parameters by group, in the order of their declaration. */
export function grouped(parameters: readonly Parameter[]): [string, Parameter[]][] {
  return [...groupBy(parameters, (parameter) => parameter.group)];
}
