import { actorOfText, textOfActor, withActorsOf } from '../../../console/src/screens/audit/actor-choice';
import { isInOrder, NO_FILTER, queryOfFilter } from '../../../console/src/screens/audit/filter-query';

const ROLE = 'arn:aws:sts::123456789012:assumed-role/Admin/ada';
const KEY = 'key_01KJMNEX00D4VQ6N2M8XJ1PZRS';
const NAMES = new Map([[KEY, 'Reports']]);

describe('people and keys of the filter', () => {
  it('are also those of entries: removed users and keys, and operators', () => {
    const choices = withActorsOf(
      [{ value: 'usr_1', label: 'ada@example.com' }],
      [
        { actor: { type: 'user', id: 'usr_1', email: 'ada@example.com' } },
        { actor: { type: 'user', id: 'usr_2', email: 'gone@example.com' } },
        { actor: { type: 'operator', id: ROLE } },
        { actor: { type: 'operator', id: ROLE } },
        { actor: { type: 'apiKey', id: KEY } },
        { actor: { type: 'service' } },
      ],
      NAMES,
    );
    expect(choices).toEqual([
      { value: 'usr_1', label: 'ada@example.com' },
      { value: 'usr_2', label: 'gone@example.com' },
      { value: ROLE, label: 'Operator ada' },
      { value: KEY, label: 'API key “Reports”' },
    ]);
  });

  it('of one name have the end of their ids', () => {
    const entries = [
      { actor: { type: 'apiKey' as const, id: 'key_000000000111111' } },
      { actor: { type: 'apiKey' as const, id: 'key_000000000222222' } },
    ];
    expect(withActorsOf([], entries, NAMES).map(({ label }) => label)).toEqual([
      'An API key …111111',
      'An API key …222222',
    ]);
  });

  const CHOICES = [{ value: ROLE, label: 'Operator ada' }];
  it.each([
    ['Operator ada', ROLE],
    ['Operator ada ', ROLE],
    ['eve@example.com', 'eve@example.com'],
    ['', ''],
  ])('“%s” stands for “%s”', (text, actor) => {
    expect(actorOfText(CHOICES, text)).toBe(actor);
    expect(textOfActor(CHOICES, actor)).toBe(text.trim());
  });

  it('are asked for without spaces around what was typed', () => {
    expect(queryOfFilter({ ...NO_FILTER, actor: ' eve@example.com ' })).toEqual({ actor: 'eve@example.com' });
    expect(queryOfFilter({ ...NO_FILTER, actor: ' ' })).toEqual({});
  });
});

describe('the days of the filter', () => {
  it.each([
    ['2026-03-01', '2026-03-02', true],
    ['2026-03-01', '2026-03-01', true],
    ['2026-03-02', '2026-03-01', false],
    ['2026-03-02', '', true],
    ['', '2026-03-01', true],
    ['2026-03-02', '2026-03', true],
  ])('from %s to %s: in order %s', (fromDay, toDay, is) => {
    expect(isInOrder({ ...NO_FILTER, fromDay, toDay })).toBe(is);
  });
});
