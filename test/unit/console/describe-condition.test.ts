import type { Condition, CustomField } from '../../../console/src/api/schemas';
import { describeCondition } from '../../../console/src/audience/describe-condition';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';
import { formatDateTime } from '../../../console/src/format/dates';
import { groups } from '../../support/console/filter-fixture';

const customFields = [{ label: 'Last visit', type: 'DATE' }] as unknown as CustomField[];
const fields = filterFieldsOf(customFields, groups);
const ada: Condition = { field: 'firstName', op: 'equals', value: 'Ada' };
const favorite: Condition = { field: 'isFavorite', op: 'equals', value: true };

describe('a condition in words', () => {
  it('has moments by the clock of the page', () => {
    const value = ['2026-11-30T07:26:00.000Z', '2026-11-30T07:27:00.000Z'];
    const [from = '', to = ''] = value.map(formatDateTime);
    expect(describeCondition({ field: 'createdAt', op: 'between', value }, fields)).toBe(
      `Date added is between ${from} and ${to}`,
    );
    expect(from).toContain('2026');
  });

  it.each<[Condition, string]>([
    [ada, 'First name is “Ada”'],
    [favorite, 'Favorite is yes'],
    [{ field: 'customFields.Last visit', op: 'exists', value: false }, 'Last visit is empty'],
    [{ field: 'customFields.Last visit', op: 'withinLastDays', value: 1 }, 'Last visit is in the last 1 day'],
    [
      { not: { field: 'createdAt', op: 'withinLastDays', value: 60 } },
      'Date added is not in the last 60 days',
    ],
    [{ field: 'birthDate', op: 'anniversaryInDays', value: 0 }, 'Date of birth comes round today'],
    [
      { not: { field: 'birthDate', op: 'anniversaryInDays', value: 3 } },
      'not Date of birth comes round in exactly 3 days',
    ],
    [
      { field: 'customFields.Last visit', op: 'notWithinLastDays', value: 30 },
      'Last visit is longer ago than 30 days',
    ],
    [
      { field: 'birthDate', op: 'anniversaryWithinDays', value: 7 },
      'Date of birth comes round in the next 7 days',
    ],
    [
      { field: 'birthDate', op: 'between', value: ['1990-01-01', '1999-12-31'] },
      'Date of birth is between 1990-01-01 and 1999-12-31',
    ],
    [{ field: 'address.state', op: 'in', value: ['TX', 'CA'] }, 'State is Texas or California'],
    [
      { not: { field: 'address.state', op: 'in', value: ['TX', 'Bavaria'] } },
      'State is not Texas or “Bavaria”',
    ],
    [{ field: 'firstName', op: 'in', value: ['Ada', 'Bo'] }, 'First name is one of “Ada” or “Bo”'],
    [{ field: 'customFields.Gone', op: 'containsAll', value: ['a', 'b'] }, 'Gone has all of “a” and “b”'],
    [{ field: 'address.country', op: 'exists', value: true }, 'Country is filled in'],
    [{ field: 'customFields.Gone', op: 'gte', value: 5 }, 'Gone is at least 5'],
    [{ field: 'groups', op: 'containsAny', value: ['grp_1', 'grp_2'] }, 'Group is Customers or Newsletter'],
    [{ field: 'groups', op: 'containsAll', value: ['grp_1', 'grp_2'] }, 'Group is Customers and Newsletter'],
    [
      { not: { field: 'groups', op: 'containsAny', value: ['grp_1', 'grp_9'] } },
      'Group is not Customers or a deleted group',
    ],
    [
      { not: { field: 'groups', op: 'containsAll', value: ['grp_1', 'grp_2'] } },
      'not Group is Customers and Newsletter',
    ],
    [
      { field: 'tags', op: 'containsAny', value: ['tag_2', 'tag_3', 'tag_9'] },
      'Tag is New or VIP (Newsletter) or a deleted tag',
    ],
    [{ field: 'groups', op: 'exists', value: true }, 'Group is any'],
    [{ field: 'tags', op: 'exists', value: false }, 'Tag is missing'],
    [
      { any: [{ field: 'groups', op: 'containsAny', value: ['grp_1'] }, favorite] },
      'Group is Customers or Favorite is yes',
    ],
    [{ all: [ada, favorite] }, 'First name is “Ada” and Favorite is yes'],
    [
      { any: [{ all: [ada, favorite] }, ada] },
      '(First name is “Ada” and Favorite is yes) or First name is “Ada”',
    ],
    [{ not: { any: [ada, favorite] } }, 'not (First name is “Ada” or Favorite is yes)'],
  ])('%j', (condition, words) => {
    expect(describeCondition(condition, fields)).toBe(words);
  });

  it('does not call a group deleted before the groups are known', () => {
    const condition: Condition = { field: 'groups', op: 'containsAny', value: ['grp_1'] };
    expect(describeCondition(condition, filterFieldsOf(customFields))).toBe('Group is a group');
    expect(describeCondition(condition, filterFieldsOf(customFields, []))).toBe('Group is a deleted group');
  });
});
