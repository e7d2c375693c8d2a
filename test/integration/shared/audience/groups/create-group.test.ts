import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import {
  GROUPS_PER_PAGE,
  readGroupList,
  readGroupListHead,
} from '../../../../../shared/audience/groups/group-list';
import { NOT_SENDABLE } from '../../../../../shared/content/rules/invalid-characters';
import { groupListKey } from '../../../../../shared/platform/store/keys';
import {
  type ConsentPlatform,
  consentPlatform,
  seedAccount,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const engine = useEngine();
let platform: ConsentPlatform;
beforeAll(async () => {
  platform = consentPlatform(engine.table);
});

const namesOf = async (accountId: string) => {
  const head = readGroupListHead(await platform.table.get(groupListKey(accountId)));
  return (await readGroupList(platform.table, accountId, head)).map(({ name }) => name);
};

describe('2.5: a new group', () => {
  it('takes the default from the one before', async () => {
    const account = await seedAccount(platform);
    const create = (name: string) =>
      createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE', isDefault: true });
    const first = await create('First');
    const second = await create('Second');
    const isDefault = async (groupId: string) =>
      (await findGroup(platform.table, { accountId: account.id, groupId }))?.isDefault;
    expect([await isDefault(first.id), await isDefault(second.id)]).toEqual([false, true]);
  });

  it('leaves one default when several are made at once', async () => {
    const account = await seedAccount(platform);
    const groups = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        createGroup(platform, {
          accountId: account.id,
          name: `G${index}`,
          optInType: 'SINGLE',
          isDefault: true,
        }),
      ),
    );
    const stored = await Promise.all(
      groups.map(({ id }) => findGroup(platform.table, { accountId: account.id, groupId: id })),
    );
    expect(stored.filter((group) => group?.isDefault)).toHaveLength(1);
    expect((await namesOf(account.id)).sort()).toEqual(['G0', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7']);
  });

  it('opens another page of the list when one is full', async () => {
    const account = await seedAccount(platform);
    const names = Array.from({ length: GROUPS_PER_PAGE + 2 }, (_, index) => `Group ${index}`);
    const remaining = [...names];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let name = remaining.shift(); name !== undefined; name = remaining.shift()) {
          await createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE' });
        }
      }),
    );
    expect((await namesOf(account.id)).sort()).toEqual([...names].sort());
    const head = readGroupListHead(await platform.table.get(groupListKey(account.id)));
    expect(head.pageCount).toBe(2);
  });
});

describe('a new group is refused', () => {
  const group = { name: 'News', optInType: 'SINGLE' as const };

  it.each([
    [{ name: '' }, { pointer: '/name', reason: 'must not be empty' }],
    [{ name: 'n'.repeat(101) }, { pointer: '/name', reason: 'must be at most 100 characters' }],
    [{ name: 'a\0b' }, { pointer: '/name', reason: NOT_SENDABLE }],
    [{ optInMessage: 'a\ufffe' }, { pointer: '/optInMessage', reason: NOT_SENDABLE }],
    [{ confirmationMessage: 'a\u0007' }, { pointer: '/confirmationMessage', reason: NOT_SENDABLE }],
    [
      { optInMessage: 'm'.repeat(641) },
      { pointer: '/optInMessage', reason: 'must be at most 640 characters' },
    ],
    [{ confirmationMessage: ' ' }, { pointer: '/confirmationMessage', reason: 'must not be empty' }],
    [{ tags: ['vip', 'VIP '] }, { pointer: '/tags/1', reason: 'must be unique' }],
  ])('with %j', async (input, error) => {
    const account = await seedAccount(platform);
    await expect(createGroup(platform, { accountId: account.id, ...group, ...input })).rejects.toMatchObject({
      code: 33100,
      details: { errors: [error] },
    });
  });

  it('in an account that there is not', async () => {
    await expect(createGroup(platform, { accountId: 'acc_none', ...group })).rejects.toMatchObject({
      code: 33100,
      details: { errors: [{ pointer: '/accountId', reason: 'there is no such account' }] },
    });
  });

  it('with a sender that is no number of the account', async () => {
    const account = await seedAccount(platform);
    await expect(
      createGroup(platform, { accountId: account.id, ...group, from: '+12065550199' }),
    ).rejects.toMatchObject({ code: 33004 });
  });
});

it('accepts a name of 100 characters outside the basic plane', async () => {
  const account = await seedAccount(platform);
  const name = '😀'.repeat(100);
  const group = await createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE' });
  expect(group.name).toBe(name);
});
