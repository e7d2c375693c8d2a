import { conditionOf, queryOf } from '../../../console/src/audience/condition-query';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';

const fields = filterFieldsOf([]);
const query = (operator: string, value: string, propertyKey?: string) => ({
  tokens: [],
  tokenGroups: [{ operator, value, ...(propertyKey !== undefined && { propertyKey }) }],
  operation: 'and' as const,
});
const ANYWHERE = ['firstName', 'lastName', 'email', 'address.city', 'address.state'];
const contains = (value: string) => ANYWHERE.map((field) => ({ field, op: 'contains', value }));

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
    const shown = queryOf(condition);
    expect(shown?.tokenGroups?.length).toBe(ANYWHERE.length);
    expect(conditionOf(shown ?? query('=', ''), fields)).toEqual(condition);
  });

  it('takes a field with its operator', () => {
    expect(conditionOf(query('!^', 'Sea', 'address.city'), fields)).toEqual({
      not: { field: 'address.city', op: 'startsWith', value: 'Sea' },
    });
  });
});
