import fc from 'fast-check';
import { readBatchItemFailures } from '../../../../lib/local/lambda-records';

const failures = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('readBatchItemFailures', () => {
  it.each<[string, unknown, Set<string> | 'all']>([
    ['no answer', undefined, new Set()],
    ['null', null, new Set()],
    ['an empty answer', {}, new Set()],
    ['a null list', { batchItemFailures: null }, new Set()],
    ['an empty list', { batchItemFailures: [] }, new Set()],
    ['one item', failures('b'), new Set(['b'])],
    ['every item', failures('a', 'b'), new Set(['a', 'b'])],
    ['an item twice', failures('b', 'b'), new Set(['b'])],
    ['a text as the answer', 'failed', 'all'],
    ['a list that is none', { batchItemFailures: 'a' }, 'all'],
    ['an empty identifier', failures('a', ''), 'all'],
    ['a null identifier', failures(null), 'all'],
    ['an unknown identifier', failures('a', 'c'), 'all'],
    ['a misspelled identifier', { batchItemFailures: [{ itemIdentifer: 'a' }] }, 'all'],
    ['null as an item', { batchItemFailures: [null] }, 'all'],
  ])('reads %s', (_, answer, expected) => {
    expect(readBatchItemFailures(answer, ['a', 'b'])).toEqual(expected);
  });

  it('never throws and never names an item that is not in the batch', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.string()), (answer, identifiers) => {
        const failed = readBatchItemFailures({ batchItemFailures: answer }, identifiers);
        return failed === 'all' || [...failed].every((identifier) => identifiers.includes(identifier));
      }),
    );
  });
});
