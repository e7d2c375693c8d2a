import {
  faultOf,
  type FieldValues,
  requirementOf,
} from '../../../../../shared/platform/provider/eum/registrations/check-field';
import type { FieldDefinition } from '../../../../../shared/platform/provider/eum/registrations/field-definitions';
import { REGISTRATION_TYPES } from '../../../../../shared/platform/provider/eum/registrations/registration-types';
import { SAVED_DEFINITIONS } from '../../../../../shared/platform/provider/eum/registrations/saved-definitions';

const field = (more: Partial<FieldDefinition>): FieldDefinition => ({
  ...{ path: 'a.b', title: 'B', type: 'TEXT', requirement: 'REQUIRED' },
  ...more,
});

describe('a text', () => {
  const definition = field({ minLength: 20, maxLength: 255 });

  it.each([20, 255])('of %i characters is taken', (length) => {
    expect(faultOf(definition, 'x'.repeat(length))).toBeUndefined();
  });

  it.each([
    [0, 'It has 0 characters, and needs 20.'],
    [19, 'It has 19 characters, and needs 20.'],
    [256, 'It has 256 characters, 255 are allowed.'],
  ])('of %i characters is not', (length, fault) => {
    expect(faultOf(definition, 'x'.repeat(length))).toBe(fault);
  });

  it('has the form of a pattern; one that JavaScript cannot read is left to AWS', () => {
    expect(faultOf(field({ pattern: '^\\d+$' }), '12')).toBeUndefined();
    expect(faultOf(field({ pattern: '^\\d+$' }), '12a')).toBe('It does not have the form ^\\d+$.');
    expect(faultOf(field({ pattern: '(?<a' }), '12a')).toBeUndefined();
  });

  it('is no list', () => {
    expect(faultOf(field({}), ['a'])).toBe('It takes one text, not a list.');
  });
});

describe('choices', () => {
  const definition = field({ type: 'SELECT', options: ['A', 'B', 'C'], maxChoices: 2 });

  it.each([[['A']], [['A', 'C']], ['B']])('%j are taken', (value) => {
    expect(faultOf(definition, value)).toBeUndefined();
  });

  it.each([
    [['A', 'D'], '"D" is none of: A, B, C.'],
    [['A', 'B', 'C'], 'At most 2 of: A, B, C.'],
    ['a', '"a" is none of: A, B, C.'],
  ])('%j are not', (value, fault) => {
    expect(faultOf(definition, value)).toBe(fault);
  });
});

describe('a conditional field', () => {
  const conditionOn = (operator: string, values?: string[]) =>
    field({
      requirement: 'CONDITIONAL',
      condition: {
        rules: [
          { behavior: 'REQUIRED', conditions: [{ path: 'x', operator, ...(values && { values }) }] },
          { behavior: 'DISALLOWED', conditions: [{ path: 'y', operator: 'HAS_VALUE' }] },
        ],
        otherwise: 'OPTIONAL',
      },
    });

  it.each<[string, string[] | undefined, FieldValues, string]>([
    ['EQUALS', ['A'], { x: ['A'] }, 'REQUIRED'],
    ['EQUALS', ['A'], { x: ['B'] }, 'OPTIONAL'],
    ['EQUALS', ['A'], {}, 'OPTIONAL'],
    ['IN', ['A', 'B'], { x: 'B' }, 'REQUIRED'],
    ['NOT_EQUALS', ['A'], { x: ['B'] }, 'REQUIRED'],
    ['NOT_EQUALS', ['A'], { x: ['A'] }, 'OPTIONAL'],
    ['NOT_IN', ['A'], {}, 'OPTIONAL'],
    ['HAS_VALUE', undefined, { x: 'a' }, 'REQUIRED'],
    ['NO_VALUE', undefined, {}, 'REQUIRED'],
    ['NEWER', ['A'], { x: ['A'] }, 'OPTIONAL'],
    ['EQUALS', ['A'], { x: ['B'], y: 'z' }, 'DISALLOWED'],
  ])('by %s %j beside %j is %s', (operator, wanted, values, behavior) => {
    expect(requirementOf(conditionOn(operator, wanted), values)).toBe(behavior);
  });

  it('without a condition is optional', () => {
    expect(requirementOf(field({ requirement: 'CONDITIONAL' }), {})).toBe('OPTIONAL');
  });
});

describe('the saved fields', () => {
  it.each(REGISTRATION_TYPES)('of %s have a source, a day, and each path once', (type) => {
    const { source, date, fields } = SAVED_DEFINITIONS[type];
    expect([source, date]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    const paths = fields.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !/^[A-Za-z0-9_]+\.[A-Za-z0-9_]+$/.test(path))).toEqual([]);
    const dependent = fields.flatMap(
      ({ condition }) => condition?.rules.flatMap((rule) => rule.conditions) ?? [],
    );
    expect(dependent.filter(({ path }) => !paths.includes(path))).toEqual([]);
    expect(
      fields.filter(({ type: kind, options = [] }) => (kind === 'SELECT') !== options.length > 0),
    ).toEqual([]);
  });
});
