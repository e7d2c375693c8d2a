import {
  EventPatternError,
  matchesEventPattern,
  parseEventPattern,
} from '../../../../lib/local/event-pattern';

const EVENT = {
  source: 'messaging',
  'detail-type': 'contacts.group.opted_in',
  resources: ['contact', 'group'],
  none: [],
  detail: { accountId: 'acc_1', count: 3, urgent: false, note: null, group: { id: 'grp_1', tags: ['vip'] } },
};

function matches(pattern: unknown): boolean {
  return matchesEventPattern(parseEventPattern(pattern), EVENT);
}

describe('matchesEventPattern', () => {
  it.each<[string, unknown, boolean]>([
    ['an exact text', { source: ['messaging'] }, true],
    ['another text', { source: ['other'] }, false],
    ['one of several texts', { source: ['other', 'messaging'] }, true],
    ['all fields', { source: ['messaging'], 'detail-type': ['contacts.group.opted_in'] }, true],
    ['only one of two fields', { source: ['messaging'], 'detail-type': ['other'] }, false],
    ['a field that is absent', { missing: ['messaging'] }, false],
    ['a nested field', { detail: { group: { id: ['grp_1'] } } }, true],
    ['a nested field that differs', { detail: { group: { id: ['grp_2'] } } }, false],
    ['a field below one that is no object', { source: { id: ['grp_1'] } }, false],
    ['a number', { detail: { count: [3] } }, true],
    ['a number as a text', { detail: { count: ['3'] } }, false],
    ['a boolean', { detail: { urgent: [false] } }, true],
    ['null', { detail: { note: [null] } }, true],
    ['null for an absent field', { detail: { missing: [null] } }, false],
    ['one element of a list', { resources: ['group'] }, true],
    ['no element of a list', { resources: ['number'] }, false],
    ['a prefix', { 'detail-type': [{ prefix: 'contacts.' }] }, true],
    ['another prefix', { 'detail-type': [{ prefix: 'messages.' }] }, false],
    ['a prefix of a number', { detail: { count: [{ prefix: '3' }] } }, false],
    ['existence', { detail: { accountId: [{ exists: true }] } }, true],
    ['existence of null', { detail: { note: [{ exists: true }] } }, true],
    ['existence of an absent field', { detail: { missing: [{ exists: true }] } }, false],
    ['existence of an object', { detail: [{ exists: true }] }, false],
    ['existence of an empty list', { none: [{ exists: true }] }, false],
    ['absence', { detail: { missing: [{ exists: false }] } }, true],
    ['absence below an absent object', { missing: { id: [{ exists: false }] } }, true],
    ['absence below an empty list', { none: { id: [{ exists: false }] } }, true],
    ['absence of a field that is there', { source: [{ exists: false }] }, false],
    ['an inherited property', { toString: [{ exists: true }] }, false],
  ])('decides on %s', (_, pattern, expected) => {
    expect(matches(pattern)).toBe(expected);
  });

  it('finds an element of a list of objects', () => {
    const pattern = parseEventPattern({ items: { id: ['b'] } });
    expect([
      matchesEventPattern(pattern, { items: [{ id: 'a' }, { id: 'b' }] }),
      matchesEventPattern(pattern, { items: [{ id: 'a' }] }),
    ]).toEqual([true, false]);
  });

  it.each([undefined, null, 'text', 7, []])('does not match an event that is %p', (event) => {
    expect(matchesEventPattern(parseEventPattern({ source: ['messaging'] }), event)).toBe(false);
  });
});

describe('parseEventPattern', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty pattern', {}],
    ['a text instead of a list', { source: 'messaging' }],
    ['an empty list', { source: [] }],
    ['a suffix', { source: [{ suffix: 'ing' }] }],
    ['an unknown operator', { detail: { count: [{ numeric: ['>', 3] }] } }],
    ['a wildcard', { source: [{ wildcard: 'mess*' }] }],
    ['alternatives of fields', { $or: [{ source: ['a'] }, { source: ['b'] }] }],
    ['two operators at once', { source: [{ prefix: 'a', suffix: 'b' }] }],
    ['a prefix that ignores case', { source: [{ prefix: { 'equals-ignore-case': 'a' } }] }],
    ['exists without a boolean', { source: [{ exists: 'yes' }] }],
    ['exists beside another rule', { source: [{ exists: true }, 'a'] }],
    ['a list in a list', { source: [['a']] }],
  ])('refuses %s', (_, pattern) => {
    expect(() => parseEventPattern(pattern)).toThrow(EventPatternError);
  });

  it('names the part that it cannot match', () => {
    expect(() => parseEventPattern({ detail: { count: [3, { numeric: ['>', 3] }] } })).toThrow(
      'The local cloud cannot match the event pattern {"numeric":[">",3]}.',
    );
  });
});
