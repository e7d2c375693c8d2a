import { type FilterTerm, filterExpression } from '../../../../../shared/platform/store/filter-terms';

const isMember = (groupId: string): FilterTerm => ({ path: ['memberships', groupId], test: 'exists' });

describe('a filter of a query', () => {
  it('names attributes and values by placeholders, each attribute once', () => {
    const term: FilterTerm = { path: ['a', 'b'], test: 'contains', value: 'x' };
    expect(
      filterExpression([{ any: [isMember('b'), term] }, { not: { path: ['a'], test: '>=', value: '2' } }]),
    ).toEqual({
      FilterExpression: '((attribute_exists(#f0.#f1) OR contains(#f2.#f1, :f0)) AND (NOT #f2 >= :f1))',
      ExpressionAttributeNames: { '#f0': 'memberships', '#f1': 'b', '#f2': 'a' },
      ExpressionAttributeValues: { ':f0': 'x', ':f1': '2' },
    });
  });

  it('is absent without terms', () => {
    expect(filterExpression([])).toBeUndefined();
  });

  it('leaves out terms that are too long for DynamoDB, and keeps the others', () => {
    const groups = Array.from({ length: 200 }, (_, index) => isMember(`grp_${index}`));
    const first = isMember('grp_first');
    const last = isMember('grp_last');
    expect(filterExpression([first, { any: groups }, last])).toEqual(filterExpression([first, last]));
  });
});
