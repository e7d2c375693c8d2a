import type { Condition, CustomField } from '../../../console/src/api/schemas';
import { describeCondition } from '../../../console/src/audience/describe-condition';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';

const fields = filterFieldsOf([{ label: 'Last visit', type: 'DATE' } as unknown as CustomField]);
const ada: Condition = { field: 'firstName', op: 'equals', value: 'Ada' };
const favorite: Condition = { field: 'isFavorite', op: 'equals', value: true };

describe('a condition in words', () => {
  it.each<[Condition, string]>([
    [ada, 'First name is “Ada”'],
    [favorite, 'Favorite is yes'],
    [{ field: 'customFields.Last visit', op: 'exists', value: false }, 'Last visit is not filled in'],
    [
      { field: 'customFields.Last visit', op: 'withinLastDays', value: 1 },
      'Last visit is within the last 1 day',
    ],
    [
      { not: { field: 'createdAt', op: 'withinLastDays', value: 60 } },
      'not Added on is within the last 60 days',
    ],
    [{ field: 'birthDate', op: 'anniversaryInDays', value: 0 }, 'the anniversary of Date of birth is today'],
    [{ field: 'address.state', op: 'in', value: ['TX', 'CA'] }, 'State is one of “TX”, “CA”'],
    [{ field: 'customFields.Gone', op: 'gte', value: 5 }, 'Gone is at least 5'],
    [{ all: [ada, favorite] }, 'First name is “Ada” and Favorite is yes'],
    [
      { any: [{ all: [ada, favorite] }, ada] },
      '(First name is “Ada” and Favorite is yes) or First name is “Ada”',
    ],
    [{ not: { any: [ada, favorite] } }, 'not (First name is “Ada” or Favorite is yes)'],
  ])('%j', (condition, words) => {
    expect(describeCondition(condition, fields)).toBe(words);
  });
});
