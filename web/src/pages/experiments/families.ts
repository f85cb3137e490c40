// Tables of a file of which one is chosen: the model, the step. A form shows the choice as a field, and of the tables only
// the fields of the chosen one.

import type { Values } from '../../parts/form';
import type { Parameter, Pick } from '../../wire';

interface Family {
  /** Before the member's name. */
  prefix: string;
  title: string;
  help: string;
  group: string;
}

const FAMILIES: Family[] = [
  {
    prefix: 'evaluation.model.',
    title: 'Model',
    help: 'What makes a prediction of the features.',
    group: 'Evaluation',
  },
  {
    prefix: 'learning.step.',
    title: 'Step',
    help: 'How weights change by what pulls at them.',
    group: 'Learning',
  },
];

/** A member of which nothing more is said. */
const BARE = '{}';

const memberOf = (family: Family, key: string): string | undefined =>
  key.startsWith(family.prefix) ? key.slice(family.prefix.length).split('.')[0] : undefined;

function members(schema: readonly Parameter[], family: Family): Pick[] {
  const names = new Map<string, string>();
  for (const { key, group } of schema) {
    const member = memberOf(family, key);
    if (member !== undefined) names.set(member, group);
  }
  return [...names].map(([value, title]) => ({ value, title }));
}

function chosen(values: Values, family: Family): string | undefined {
  return Object.keys(values).flatMap((key) => memberOf(family, key) ?? [])[0];
}

const choiceKey = (family: Family): string => family.prefix.slice(0, -1);

/** The fields of the form: each family as a choice, with the fields of its chosen member. */
export function fields(schema: readonly Parameter[], values: Values): Parameter[] {
  const seen = new Set<Family>();
  return schema.flatMap((parameter) => {
    const family = FAMILIES.find((one) => memberOf(one, parameter.key) !== undefined);
    if (!family) return [parameter];
    const choice = seen.has(family) ? [] : [choiceOf(schema, family)];
    seen.add(family);
    const isShown = memberOf(family, parameter.key) === chosen(values, family);
    return [...choice, ...(isShown ? [{ ...parameter, group: family.group }] : [])];
  });
}

function choiceOf(schema: readonly Parameter[], family: Family): Parameter {
  const { title, help, group } = family;
  const kind: Parameter['kind'] = { kind: 'pick', options: members(schema, family) };
  const key = choiceKey(family);
  return { key, title, help, group, kind, unit: null, default: null, required: true };
}

/** Settings as the form shows them: with the choices. */
export function withChoices(values: Values): Values {
  const choices = FAMILIES.flatMap((family): [string, string][] => {
    const member = chosen(values, family);
    return member === undefined ? [] : [[choiceKey(family), member]];
  });
  return { ...values, ...Object.fromEntries(choices) };
}

/** What a changed form means as settings: of each family the chosen member alone, bare if nothing more is said of it. */
export function withoutChoices(shown: Values): Values {
  return FAMILIES.reduce((values, family) => {
    const { [choiceKey(family)]: member, ...others } = values;
    const kept = Object.entries(others).filter(([key]) => {
      const of = memberOf(family, key);
      return of === undefined || (of === member && key !== family.prefix + of);
    });
    const isBare = member !== undefined && !kept.some(([key]) => memberOf(family, key) !== undefined);
    return Object.fromEntries(isBare ? [...kept, [family.prefix + String(member), BARE]] : kept);
  }, shown);
}
