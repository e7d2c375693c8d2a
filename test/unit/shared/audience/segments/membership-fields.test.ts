import type { Contact } from '../../../../../shared/audience/contacts/contact';
import type { Condition } from '../../../../../shared/audience/segments/condition';
import { filterOfCondition } from '../../../../../shared/audience/segments/internal/condition-filter';
import { meetsCondition } from '../../../../../shared/audience/segments/internal/meets-condition';
import { groupsIn, withLiveTags } from '../../../../../shared/audience/segments/internal/membership-fields';
import { readCondition } from '../../../../../shared/audience/segments/internal/read-condition';
import type { FilterTerm } from '../../../../../shared/platform/store/filter-terms';

const today = { day: 20_513, timeZone: 'UTC' };
const LIVE = [
  { groupId: 'grp_1', tagId: 'tag_1' },
  { groupId: 'grp_2', tagId: 'tag_2' },
];
const leaf = (field: 'groups' | 'tags', op: string, value: unknown) => ({ field, op, value });
const read = (input: unknown): Condition =>
  withLiveTags(
    readCondition(input, {
      ...{ account: { trackLastTexted: false }, pointer: '' },
      schema: { fields: [], nextGeneration: 1, version: 1 },
    }),
    LIVE,
  );
const contact = (memberships: Record<string, string[]>): Contact =>
  ({
    memberships: Object.fromEntries(
      Object.entries(memberships).map(([id, tagIds]) => [id, { optInAt: '2026-03-01', tagIds }]),
    ),
  }) as unknown as Contact;
const inGroup = (id: string): FilterTerm => ({ path: ['memberships', id], test: 'exists' });
const tagged = (groupId: string, value: string): FilterTerm => ({
  ...{ path: ['memberships', groupId, 'tagIds'], test: 'contains', value },
});
const manyIds = (count: number) => Array.from({ length: count }, (_, index) => `grp_${index}`);

describe('E3: groups and tags in the filter of a query', () => {
  it.each<[string, unknown, FilterTerm | undefined]>([
    [
      'any of groups',
      leaf('groups', 'containsAny', ['grp_1', 'grp_2']),
      { any: [inGroup('grp_1'), inGroup('grp_2')] },
    ],
    [
      'all of groups',
      leaf('groups', 'containsAll', ['grp_1', 'grp_2']),
      { all: [inGroup('grp_1'), inGroup('grp_2')] },
    ],
    [
      'no group',
      leaf('groups', 'exists', false),
      { not: { all: [{ path: ['memberships'], test: 'hasEntries' }] } },
    ],
    [
      'any of tags, by their groups',
      leaf('tags', 'containsAny', ['tag_1', 'tag_2', 'tag_gone']),
      { any: [tagged('grp_1', 'tag_1'), tagged('grp_2', 'tag_2')] },
    ],
    [
      'all of tags but the removed one',
      leaf('tags', 'containsAll', ['tag_1', 'tag_gone']),
      { all: [tagged('grp_1', 'tag_1')] },
    ],
    [
      'not any of tags, of which one was removed',
      { not: leaf('tags', 'containsAny', ['tag_1', 'tag_gone']) },
      { not: { any: [tagged('grp_1', 'tag_1')] } },
    ],
    [
      'not all of tags, of which one was removed',
      { not: leaf('tags', 'containsAll', ['tag_1', 'tag_gone']) },
      undefined,
    ],
    ['removed tags alone', leaf('tags', 'containsAny', ['tag_gone']), undefined],
    ['any tag', leaf('tags', 'exists', true), undefined],
    ['no groups in the list', leaf('groups', 'containsAny', []), undefined],
    ['20 groups', leaf('groups', 'containsAny', manyIds(20)), { any: manyIds(20).map(inGroup) }],
    ['21 groups', leaf('groups', 'containsAny', manyIds(21)), undefined],
  ])('%s', (_what, input, term) => {
    expect(filterOfCondition(read(input), today)).toEqual(term);
  });
});

describe('E3: groups and tags of a contact', () => {
  const member = contact({ grp_1: ['tag_1', 'tag_gone'], grp_2: [] });
  it.each<[unknown, Contact, boolean]>([
    [leaf('groups', 'containsAll', ['grp_1', 'grp_2']), member, true],
    [leaf('groups', 'containsAll', ['grp_1', 'grp_3']), member, false],
    [leaf('groups', 'containsAny', ['grp_3', 'grp_2']), member, true],
    [leaf('groups', 'containsAny', ['grp_1']), contact({}), false],
    [leaf('groups', 'exists', true), contact({}), false],
    [leaf('tags', 'containsAny', ['tag_gone', 'tag_2']), member, false],
    [leaf('tags', 'containsAll', ['tag_1']), member, true],
    [leaf('tags', 'containsAll', ['tag_1', 'tag_gone']), member, false],
    [{ not: leaf('tags', 'containsAll', ['tag_1', 'tag_gone']) }, member, true],
    [leaf('tags', 'exists', true), contact({ grp_1: ['tag_gone'] }), false],
    [leaf('tags', 'exists', true), member, true],
  ])('%j', (input, one, isMet) => {
    expect(meetsCondition(one, read(input), today)).toBe(isMet);
  });

  it('are named anywhere in a condition', () => {
    const filter = {
      any: [
        leaf('groups', 'containsAny', ['grp_1']),
        { not: { all: [leaf('groups', 'containsAll', ['grp_2'])] } },
      ],
    };
    expect(
      groupsIn(read({ all: [filter, leaf('groups', 'exists', true), leaf('tags', 'exists', true)] })),
    ).toEqual([...['grp_1', 'grp_2']]);
  });
});
