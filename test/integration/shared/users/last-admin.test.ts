import { createAccount } from '../../../../shared/accounts/create-account';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { markAccountClosed } from '../../../../shared/accounts/account-store';
import { changeRole, removeMember, removeUser } from '../../../../shared/users/change-members';
import { inviteUser } from '../../../../shared/users/manage-users';
import type { Role } from '../../../../shared/users/role';
import { listMembers } from '../../../../shared/users/user-store';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();
let accountId: string;
let invited = 0;

beforeEach(async () => {
  ({ id: accountId } = await createAccount(deps(), { name: 'Acme' }));
});

const deps = () => ({ table: engine.table, clock: systemClock, ids: createIds(systemClock) });
const member = async (role: Role) => {
  const email = `user-${++invited}@example.com`;
  const result = await inviteUser(deps(), { email, access: { accountId, role } });
  if (!result.invited) throw new Error(result.refusal);
  return result.user.id;
};
const demote = (userId: string) => changeRole(deps(), { accountId, userId, role: 'viewer' });
const remove = (userId: string) => removeMember(deps(), { accountId, userId });
const admins = async () =>
  (await listMembers(engine.table, accountId)).filter(({ membership }) => membership.role === 'admin').length;

describe('E6: the last administrator of an account', () => {
  it('is neither demoted nor removed', async () => {
    const admin = await member('admin');
    await member('sender');
    const refused = { refused: 'lastAdmin' };
    expect([await demote(admin), await remove(admin)]).toEqual([refused, refused]);
    expect(await removeUser(deps(), admin)).toEqual({ ...refused, accountId });
    expect(await admins()).toBe(1);
    expect(await changeRole(deps(), { accountId, userId: admin, role: 'admin' })).toMatchObject({
      changed: { role: 'admin' },
    });
  });

  it('may go once another user is one', async () => {
    const [first, second] = [await member('admin'), await member('editor')];
    await changeRole(deps(), { accountId, userId: second, role: 'admin' });
    expect(await demote(first)).toMatchObject({ changed: { role: 'viewer' } });
    expect(await remove(second)).toEqual({ refused: 'lastAdmin' });
    expect(await remove(first)).toEqual({ removed: true });
  });

  it('is left when all administrators demote and remove each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const users = [await member('admin'), await member('admin'), await member('admin')];
      const results = await Promise.all(
        users.map((user, index) => (index % 2 === 0 ? demote(user) : remove(user))),
      );
      expect(results.filter((result) => 'refused' in result).length).toBeGreaterThanOrEqual(
        round === 0 ? 1 : 0,
      );
      expect(await admins()).toBeGreaterThanOrEqual(1);
    }
  });

  it('may go when the account is closed', async () => {
    const admin = await member('admin');
    await markAccountClosed(deps(), accountId);
    expect(await removeUser(deps(), admin)).toEqual({ removed: true });
  });
});
