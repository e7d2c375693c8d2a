import { handler as readGroups } from '../../../../functions/http/read-groups';
import { createGroup, type NewGroup } from '../../../../shared/audience/groups/create-group';
import { updateGroup } from '../../../../shared/audience/groups/update-group';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { callHandler, createTestAccount, type TestAccount } from '../../../support/routes/call-handler';
import { useEngine } from '../../../support/engines/engine';
import { onRoute } from '../../../support/routes/on-route';

const getGroup = onRoute('getGroup', readGroups);
const listGroups = onRoute('listGroups', readGroups);

const engine = useEngine({ setsEnvironment: true });
let account: TestAccount;
const ids = createIds(systemClock);
beforeEach(async () => {
  account = await createTestAccount(engine);
});

const deps = () => ({ table: engine.table, clock: systemClock, ids });
const make = (name: string, more: Partial<NewGroup> = {}) =>
  createGroup(deps(), { accountId: account.accountId, name, optInType: 'SINGLE', ...more });
async function makeMany(count: number) {
  for (let number = 1; number <= count; number++) await make(`Group ${number}`);
}
const list = (query?: Record<string, string>) =>
  callHandler(listGroups, { authorization: account.authorization, ...(query && { query }) });
const get = (id: string) =>
  callHandler(getGroup, { authorization: account.authorization, pathParameters: { id } });

interface Page {
  page: number;
  limit: number;
  totalCount: number;
  results: Array<{ name: string }>;
}
async function pageOf(query?: Record<string, string>) {
  const { page, limit, totalCount, results } = (await list(query)).body as Page;
  return [page, limit, totalCount, results.map(({ name }) => name)];
}

describe('4.7: GET /groups', () => {
  it('answers an account without groups with an empty page', async () => {
    expect((await list()).body).toEqual({ page: 1, limit: 20, totalCount: 0, results: [] });
  });

  it('answers groups in their full form', async () => {
    const group = await make('News', {
      optInType: 'DOUBLE',
      isDefault: true,
      tags: ['vip'],
      optInMessage: 'Hi',
    });
    expect(await list()).toMatchObject({ status: 200 });
    const presented = {
      id: group.id,
      name: 'News',
      isDefault: true,
      optInType: 'DOUBLE',
      contactCount: 0,
      tags: group.tags,
      createdAt: group.createdAt,
    };
    expect((await list()).body).toEqual({ page: 1, limit: 20, totalCount: 1, results: [presented] });
    expect(await get(group.id)).toMatchObject({ status: 200, body: presented });
    expect(Object.keys((await get(group.id)).body as object)).toEqual(Object.keys(presented));
  });

  it('answers pages of 20, newest first, until there are no more', async () => {
    await makeMany(21);
    expect(await pageOf()).toEqual([
      1,
      20,
      21,
      Array.from({ length: 20 }, (_, index) => `Group ${21 - index}`),
    ]);
    expect(await pageOf({ page: '2' })).toEqual([2, 20, 21, ['Group 1']]);
    expect(await pageOf({ page: '3' })).toEqual([3, 20, 21, []]);
    expect(await pageOf({ page: '2', limit: '5' })).toEqual([
      2,
      5,
      21,
      ['Group 16', 'Group 15', 'Group 14', 'Group 13', 'Group 12'],
    ]);
  });

  it('caps the limit at 100 and echoes it', async () => {
    await makeMany(1);
    expect(await pageOf({ limit: '100' })).toEqual([1, 100, 1, ['Group 1']]);
    expect(await pageOf({ limit: '101' })).toEqual([1, 100, 1, ['Group 1']]);
    expect(await pageOf({ limit: '9'.repeat(400) })).toEqual([1, 100, 1, ['Group 1']]);
    expect(await pageOf({ limit: '1' })).toEqual([1, 1, 1, ['Group 1']]);
  });

  it('echoes the largest page that JSON carries exactly, and refuses one more', async () => {
    expect(await pageOf({ page: '9007199254740991' })).toEqual([9007199254740991, 20, 0, []]);
    expect(await list({ page: '9007199254740992' })).toMatchObject({
      status: 400,
      body: {
        code: 33100,
        details: { errors: [{ pointer: '?page', reason: 'must be 9007199254740991 or less' }] },
      },
    });
  });

  it.each(['0', '-1', '1.5', 'ten', ' 1', '1e2', '1,2'])('refuses %j as page and as limit', async (text) => {
    const answer = await list({ page: text, limit: text });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 33100,
      details: {
        errors: [
          { pointer: '?page', reason: 'must be a positive integer' },
          { pointer: '?limit', reason: 'must be a positive integer' },
        ],
      },
    });
  });

  it('filters by a part of the name, whatever its case, and counts what matches', async () => {
    await make('Summer Sale');
    await make('Winter');
    await make('ÉTÉ sale');
    expect(await pageOf({ name: 'SALE' })).toEqual([1, 20, 2, ['ÉTÉ sale', 'Summer Sale']]);
    expect(await pageOf({ name: 'été' })).toEqual([1, 20, 1, ['ÉTÉ sale']]);
    expect(await pageOf({ name: 'sale', limit: '1', page: '2' })).toEqual([2, 1, 2, ['Summer Sale']]);
    expect(await pageOf({ name: 'spring' })).toEqual([1, 20, 0, []]);
    expect(await pageOf({ name: '.*' })).toEqual([1, 20, 0, []]);
  });

  it('shows new and renamed groups at once', async () => {
    const group = await make('First');
    expect(await pageOf()).toEqual([1, 20, 1, ['First']]);
    await make('Second');
    expect(await pageOf()).toEqual([1, 20, 2, ['Second', 'First']]);
    await updateGroup(deps(), {
      accountId: account.accountId,
      groupId: group.id,
      changes: { name: 'Premier' },
    });
    expect(await pageOf({ name: 'prem' })).toEqual([1, 20, 1, ['Premier']]);
  });
});

describe('4.7: GET /groups/{id}', () => {
  it.each(['1', 'grp_', 'grp_a_b', `grp_${'a'.repeat(65)}`])('refuses the id %s with 33034', async (id) => {
    expect(await get(id)).toMatchObject({ status: 400, body: { code: 33034 } });
  });

  it('answers 33031 for an unknown and for a foreign group', async () => {
    const { id } = await make('Mine');
    expect(await get('grp_none')).toMatchObject({ status: 404, body: { code: 33031 } });
    account = await createTestAccount(engine);
    expect(await get(id)).toMatchObject({ status: 404, body: { code: 33031 } });
  });
});
