import {
  type ListScope,
  readListCursor,
  readListPage,
  writeListCursor,
} from '../../../../shared/lists/list-query';

const SCOPE: ListScope = { accountId: 'acc_1', list: 'segments' };

describe('E1: lists', () => {
  it.each([
    [{}, 20],
    [{ limit: '1' }, 1],
    [{ limit: '100' }, 100],
    [{ limit: '101' }, 100],
    [{ limit: '9'.repeat(400) }, 100],
  ])('takes %j', (query, limit) => {
    expect(readListPage(query as Record<string, string>, SCOPE)).toEqual({ limit, place: undefined });
  });

  it.each(['0', '-1', '1.0', '1e2', '', ' 1', 'all'])('refuses the limit %j', (limit) => {
    expect(() => readListPage({ limit }, SCOPE)).toThrow(expect.objectContaining({ code: 33100 }) as Error);
  });

  it('reads the cursors that it writes', () => {
    const cursor = writeListCursor(SCOPE, 'seg_1');
    expect(readListCursor(SCOPE, cursor)).toBe('seg_1');
    expect(readListPage({ cursor, limit: '5' }, SCOPE)).toEqual({ limit: 5, place: 'seg_1' });
  });

  it.each([
    ['another account', { ...SCOPE, accountId: 'acc_2' }],
    ['another list', { ...SCOPE, list: 'campaigns' }],
    ['another query', { ...SCOPE, filter: { status: 'draft' } }],
  ])('refuses a cursor of %s', (_name, other) => {
    const cursor = writeListCursor(other, 'seg_1');
    expect(() => readListCursor(SCOPE, cursor)).toThrow(expect.objectContaining({ code: 33100 }) as Error);
  });

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['NUL', '\u0000'],
    ['more than a key can have', 'x'.repeat(1_001)],
    ['other letters', 'ség_1'],
  ])('refuses a cursor that someone else has made of %s', (_name, place) => {
    const cursor = writeListCursor(SCOPE, place);
    expect(() => readListCursor(SCOPE, cursor)).toThrow(expect.objectContaining({ code: 33100 }) as Error);
  });

  it('takes what is not asked for as not there', () => {
    const cursor = writeListCursor({ ...SCOPE, filter: { status: undefined } }, 'seg_1');
    expect(readListCursor(SCOPE, cursor)).toBe('seg_1');
  });
});
