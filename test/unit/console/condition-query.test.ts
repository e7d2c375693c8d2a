import { conditionOf, queryOf, unusableValue } from '../../../console/src/audience/condition-query';
import type { CustomField } from '../../../console/src/api/schemas';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';

const fields = filterFieldsOf([]);
const query = (operator: string, value: string, propertyKey?: string) => ({
  tokens: [],
  tokenGroups: [{ operator, value, ...(propertyKey !== undefined && { propertyKey }) }],
  operation: 'and' as const,
});
const ANYWHERE = ['firstName', 'lastName', 'email', 'address.city', 'address.state'];
const contains = (value: string) => ANYWHERE.map((field) => ({ field, op: 'contains', value }));

const leaf = (value: string) => ({ field: 'firstName', op: 'equals', value });

describe('the filter of contacts', () => {
  it('looks for words without a field in names, places and e-mail addresses', () => {
    expect(conditionOf(query(':', ' Seattle '), fields)).toEqual({ any: contains('Seattle') });
  });

  it('leaves out contacts with words that must not be there', () => {
    expect(conditionOf(query('!:', 'Seattle'), fields)).toEqual({
      all: contains('Seattle').map((leaf) => ({ not: leaf })),
    });
  });

  it.each([':', '!:'])('shows words with %s again after they were saved', (operator) => {
    const condition = conditionOf(query(operator, 'Seattle'), fields);
    const shown = queryOf(condition, fields);
    expect(shown?.tokenGroups?.length).toBe(ANYWHERE.length);
    expect(conditionOf(shown ?? query('=', ''), fields)).toEqual(condition);
  });

  it('takes a field with its operator', () => {
    expect(conditionOf(query('!^', 'Sea', 'address.city'), fields)).toEqual({
      not: { field: 'address.city', op: 'startsWith', value: 'Sea' },
    });
  });
});

describe('a condition of the API', () => {
  const custom = (label: string, type: CustomField['type']) => ({ label, type }) as unknown as CustomField;
  const known = filterFieldsOf([
    custom('Points', 'NUMBER'),
    custom('Since', 'DATE'),
    custom('Tags', 'MULTI_SELECT'),
  ]);

  it.each([
    [{ field: 'customFields.Points', op: 'gte', value: 5 }],
    [{ field: 'createdAt', op: 'before', value: '2026-03-31' }],
    [{ field: 'isFavorite', op: 'equals', value: false }],
    [{ field: 'customFields.Tags', op: 'containsAny', value: ['a'] }],
    [{ field: 'customFields.Since', op: 'withinLastDays', value: 30 }],
    [{ not: { field: 'firstName', op: 'startsWith', value: 'A' } }],
    [{ not: { field: 'customFields.Since', op: 'withinLastDays', value: 30 } }],
    [{ not: { field: 'createdAt', op: 'anniversaryInDays', value: 0 } }],
    [{ all: [{ any: [leaf('a'), leaf('b')] }, leaf('c')] }],
  ])('%j is shown by the filter, which gives it back', (condition) => {
    const shown = queryOf(condition, known);
    expect(conditionOf(shown ?? query('=', ''), known)).toEqual(condition);
  });

  it('may name one thing in a list of one', () => {
    const shown = queryOf({ all: [{ any: [leaf('a')] }] }, known);
    expect(conditionOf(shown ?? query('=', ''), known)).toEqual(leaf('a'));
  });

  it.each([
    ['a label in other letters', { field: 'customFields.points', op: 'gte', value: 5 }],
    ['a field that is not there any more', { field: 'customFields.Old', op: 'lt', value: 5 }],
    ['a text that ends with a space', { field: 'firstName', op: 'equals', value: 'Ada ' }],
    ['a list of values', { field: 'firstName', op: 'in', value: ['Ada'] }],
    ['values that must all be there', { field: 'customFields.Tags', op: 'containsAll', value: ['a'] }],
    [
      'a condition in a third level',
      { any: [{ all: [{ any: [leaf('a'), leaf('b')] }, leaf('c')] }, leaf('d')] },
    ],
  ])('with %s is not shown by the filter, which would make another of it', (_what, condition) => {
    expect(queryOf(condition, known)).toBeUndefined();
  });
});

describe('a value of the filter', () => {
  const known = filterFieldsOf([
    { label: 'Points', type: 'NUMBER', createdAt: '2026-01-01T00:00:00.000Z' } as unknown as CustomField,
  ]);

  it.each([
    ['>=', '', 'customFields.Points', '“Points >=” is not used: it needs a number.'],
    ['>', 'abc', 'customFields.Points', '“Points > abc” is not used: it needs a number.'],
    ['=', ' ', 'firstName', '“First name =” is not used: it needs a value.'],
    [
      '=',
      '03/04/1985',
      'birthDate',
      '“Date of birth = 03/04/1985” is not used: it needs a date such as 2026-03-31.',
    ],
    ['=', '', 'birthDate anniversary in days', '“Date of birth =” is not used: it needs a number of days.'],
    ['=', 'maybe', 'isFavorite', '“Favorite = maybe” is not used: it needs Yes or No.'],
  ])('%s %p of %s is refused with what it needs', (operator, value, key, said) => {
    expect(unusableValue(query(operator, value, key), known)).toBe(said);
  });

  it.each([
    ['>=', '0', 'customFields.Points'],
    ['=', '1985-03-04', 'birthDate'],
    ['=', '0', 'birthDate anniversary in days'],
    ['=', 'true', 'isFavorite'],
    [':', 'Seattle', undefined],
  ])('%s %p of %s is taken', (operator, value, key) => {
    expect(unusableValue(query(operator, value, key), known)).toBeUndefined();
  });
});
