import { randomBytes } from 'node:crypto';
import { markAccountClosed } from '../../../../shared/accounts/account-store';
import { createAccount } from '../../../../shared/accounts/create-account';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { removeMember, removeUser, changeRole } from '../../../../shared/users/change-members';
import { createInvitation, listInvitations, listInvitationsOf } from '../../../../shared/users/invitation';
import { inviteUser } from '../../../../shared/users/manage-users';
import { signIn } from '../../../../shared/users/sign-in';
import { beginSignIn, countSignIn, networkOf, readSignIn } from '../../../../shared/users/sign-in-attempt';
import {
  findUserByEmail,
  listMembershipsOf,
  listUsers,
  listMembers,
} from '../../../../shared/users/user-store';
import { useEngine } from '../../../support/engines/engine';
import type { Role } from '../../../../shared/users/role';

const engine = useEngine();
let accountId: string;
const deps = () => ({ table: engine.table, clock: systemClock, ids: createIds(systemClock) });
let people = 0;
const newEmail = () => `person-${(people += 1)}@example.com`;

beforeAll(async () => {
  accountId = (await createAccount(deps(), { name: 'Acme' })).id;
});

const ISSUER = 'https://issuer.example.com';
const issued = (email: string | undefined, more: object = {}) => ({
  issuer: ISSUER,
  subject: `subject of ${email}`,
  email,
  isEmailVerified: true,
  name: 'Ada',
  ...more,
});
const invite = async (email: string) => inviteUser(deps(), { email, access: { accountId, role: 'viewer' } });

describe('an invitation', () => {
  it('is taken up by the first sign-in with its verified address, in any case', async () => {
    const email = newEmail();
    await invite(email);
    const result = await signIn(deps(), issued(email.toUpperCase(), { subject: 's-1' }));
    expect(result).toMatchObject({ user: { email, identity: { issuer: ISSUER, subject: 's-1' } } });
    // After the first sign-in, the address may change.
    expect(await signIn(deps(), issued('other@example.com', { subject: 's-1' }))).toMatchObject({
      user: { email },
    });
  });

  it.each([
    ['no invitation', () => issued('stranger@example.com'), 'notInvited'],
    ['no address', () => issued(undefined), 'notInvited'],
  ])('is needed: %s', async (_, identity, refusal) => {
    expect(await signIn(deps(), identity())).toEqual({ refusal });
  });

  it('needs a verified address', async () => {
    const email = newEmail();
    await invite(email);
    expect(await signIn(deps(), issued(email, { isEmailVerified: false }))).toEqual({
      refusal: 'emailNotVerified',
    });
    expect((await findUserByEmail(engine.table, email))?.identity).toBeUndefined();
  });

  it('is for one person: another subject or issuer with the address gets nothing', async () => {
    const email = newEmail();
    await invite(email);
    await signIn(deps(), issued(email, { subject: 'first' }));
    expect(await signIn(deps(), issued(email, { subject: 'second' }))).toEqual({ refusal: 'invitationUsed' });
    const elsewhere = issued(email, { issuer: 'https://other.example.com', subject: 'first' });
    expect(await signIn(deps(), elsewhere)).toEqual({ refusal: 'invitationUsed' });
  });

  it('is taken up once by sign-ins at the same moment', async () => {
    const email = newEmail();
    await invite(email);
    const results = await Promise.all(
      ['a', 'b', 'c'].map((subject) => signIn(deps(), issued(email, { subject: `${email} ${subject}` }))),
    );
    expect(results.filter((result) => 'user' in result)).toHaveLength(1);
  });

  it('makes one user of invitations at the same moment', async () => {
    const email = newEmail();
    const others = await Promise.all([1, 2, 3].map(() => createAccount(deps(), { name: 'Other' })));
    const results = await Promise.all(
      others.map(({ id }) => inviteUser(deps(), { email, access: { accountId: id, role: 'admin' } })),
    );
    expect(new Set(results.map((result) => (result.invited ? result.user.id : 'refused'))).size).toBe(1);
    const user = await findUserByEmail(engine.table, email);
    expect(
      (await listMembershipsOf(engine.table, user?.id ?? '')).map((one) => one.accountId).sort(),
    ).toEqual(others.map(({ id }) => id).sort());
  });

  it('is refused for an account that the user has, and one that there is not', async () => {
    const email = newEmail();
    await invite(email);
    expect(await invite(email)).toEqual({ invited: false, refusal: 'alreadyMember' });
    const nowhere = { email: newEmail(), access: { accountId: 'acc_none', role: 'viewer' } } as const;
    expect(await inviteUser(deps(), nowhere)).toEqual({ invited: false, refusal: 'noOpenAccount' });
    expect(await findUserByEmail(engine.table, nowhere.email)).toBeUndefined();
  });

  it('makes an operator, once', async () => {
    const email = newEmail();
    await invite(email);
    const operator = { email, access: 'operator' } as const;
    expect(await inviteUser(deps(), operator)).toMatchObject({ invited: true, user: { isOperator: true } });
    expect(await inviteUser(deps(), operator)).toEqual({ invited: false, refusal: 'alreadyOperator' });
    expect((await findUserByEmail(engine.table, email))?.isOperator).toBe(true);
  });
});

describe('an invitation of an administrator', () => {
  const adminOf = async (id: string) => {
    const email = newEmail();
    await inviteUser(deps(), { email, access: { accountId: id, role: 'admin' } });
    const admin = await findUserByEmail(engine.table, email);
    return { invitedBy: email, inviterId: admin?.id ?? '' };
  };
  let admin: Awaited<ReturnType<typeof adminOf>>;
  beforeAll(async () => {
    admin = await adminOf(accountId);
  });
  const inviteTo = async (email: string, at = Date.now()) => {
    const clock = { now: () => new Date(at) };
    const offer = { accountId, email, role: 'editor', ...admin } as const;
    return createInvitation({ ...deps(), clock }, offer);
  };
  const DAY_MS = 24 * 60 * 60 * 1000;

  it('lets a person sign in who was no user before, with nothing but the invitation', async () => {
    const email = newEmail();
    await inviteTo(email);
    expect(await signIn(deps(), issued(email, { isEmailVerified: false }))).toEqual({
      refusal: 'emailNotVerified',
    });
    const result = await signIn(deps(), issued(email));
    const user = await findUserByEmail(engine.table, email);
    expect(result).toEqual({ user });
    expect(user).toMatchObject({ email, name: 'Ada', isOperator: false, identity: { issuer: ISSUER } });
    expect(await listMembershipsOf(engine.table, user?.id ?? '')).toEqual([]);
    expect((await listUsers(engine.table)).map(({ id }) => id)).toContain(user?.id);
    expect(await listInvitationsOf(deps(), email)).toMatchObject([{ accountName: 'Acme', role: 'editor' }]);
  });

  it('makes one user by sign-ins at the same moment', async () => {
    const email = newEmail();
    await inviteTo(email);
    const results = await Promise.all([1, 2, 3].map(() => signIn(deps(), issued(email))));
    expect(new Set(results.map((result) => ('user' in result ? result.user.id : result.refusal))).size).toBe(
      1,
    );
  });

  it('ends after seven days, and then takes another one', async () => {
    const email = newEmail();
    const now = Date.now();
    await inviteTo(email, now - 7 * DAY_MS);
    expect(await listInvitationsOf(deps(), email)).toEqual([]);
    expect(await signIn(deps(), issued(email))).toEqual({ refusal: 'notInvited' });
    expect(await inviteTo(email, now - 7 * DAY_MS + 60_000)).toMatchObject({ refused: 'alreadyInvited' });
    expect(await inviteTo(email, now)).toMatchObject({ created: { email } });
    expect(await listInvitationsOf(deps(), email)).toHaveLength(1);
    expect(await listInvitations(deps(), accountId)).toContainEqual(expect.objectContaining({ email }));
  });

  it('of an account that was closed since gives nothing', async () => {
    const email = newEmail();
    const { id } = await createAccount(deps(), { name: 'Short-lived' });
    await createInvitation(deps(), { accountId: id, email, role: 'admin', ...(await adminOf(id)) });
    expect(await listInvitationsOf(deps(), email)).toHaveLength(1);
    await markAccountClosed(deps(), id);
    expect(await listInvitationsOf(deps(), email)).toEqual([]);
  });
});

describe('a user', () => {
  it('who lost every account cannot sign in, and can again with one', async () => {
    const email = newEmail();
    await invite(email);
    const user = await findUserByEmail(engine.table, email);
    const place = { accountId, userId: user?.id ?? '' };
    expect(await removeMember(deps(), place)).toEqual({ removed: true });
    expect(await removeMember(deps(), place)).toEqual({ refused: 'noMember' });
    expect(await signIn(deps(), issued(email))).toEqual({ refusal: 'noAccount' });
    await invite(email);
    expect(await signIn(deps(), issued(email))).toMatchObject({ user: { email } });
  });

  it('leaves nothing when removed, and can be invited again as another', async () => {
    const email = newEmail();
    await invite(email);
    await signIn(deps(), issued(email));
    const user = await findUserByEmail(engine.table, email);
    expect(await removeUser(deps(), user?.id ?? '')).toEqual({ removed: true });
    expect(await removeUser(deps(), user?.id ?? '')).toEqual({ refused: 'noUser' });
    expect(await signIn(deps(), issued(email))).toEqual({ refusal: 'notInvited' });
    const { items } = await engine.table.scanPage({});
    expect(items.filter((item) => JSON.stringify(item).includes(user?.id ?? '-'))).toEqual([]);
    expect((await listUsers(engine.table)).map(({ id }) => id)).not.toContain(user?.id);
    await invite(email);
    expect(await signIn(deps(), issued(email))).toMatchObject({ user: { email } });
  });
});

describe('a sign-in that is under way', () => {
  const key = randomBytes(32);
  const ATTEMPT = { nonce: 'nonce', codeVerifier: 'verifier', returnTo: '/console/' };
  const begin = (at = Date.now()) =>
    beginSignIn({ ...deps(), clock: { now: () => new Date(at) } }, { ...ATTEMPT, key });

  it('is kept by the browser, which can neither read nor change it', () => {
    const { state, cookie } = begin();
    expect(cookie).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(cookie.slice(3), 'base64url').toString('latin1')).not.toMatch(/verifier|nonce/);
    expect(readSignIn(deps(), { cookie, state, key })).toMatchObject({ ...ATTEMPT, state });
    const changed = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const [forged, of, sealedWith] of [
      [changed, state, key],
      [cookie, `${state}x`, key],
      [cookie, undefined, key],
      [undefined, state, key],
      ['v1.', state, key],
      [cookie, state, randomBytes(32)],
    ] as const) {
      expect(readSignIn(deps(), { cookie: forged, state: of, key: sealedWith })).toBeUndefined();
    }
  });

  it('is over after ten minutes', () => {
    const start = Date.parse('2026-03-01T12:00:00.000Z');
    const { state, cookie } = begin(start);
    const after = (ms: number) =>
      readSignIn({ clock: { now: () => new Date(start + ms) } }, { cookie, state, key });
    expect(after(10 * 60_000 - 1)).toMatchObject(ATTEMPT);
    expect(after(10 * 60_000)).toBeUndefined();
  });
});

describe('sign-ins from one address', () => {
  const key = randomBytes(32);
  const START = Date.parse('2026-03-01T12:00:00.000Z');
  const count = (address: string, ms = 0) =>
    countSignIn({ table: engine.table, clock: { now: () => new Date(START + ms) } }, { address, key });

  it('are a hundred in any ten minutes, whatever other addresses do', async () => {
    const results = [];
    for (let index = 0; index < 100; index++) results.push(await count('203.0.113.7', 60_000));
    expect(results.every((result) => result === undefined)).toBe(true);
    expect(await count('203.0.113.7', 60_000)).toEqual({ retryAfterSeconds: 10 * 60 });
    expect(await count('203.0.113.8', 60_000)).toBeUndefined();
    expect(await count('203.0.113.7', 11 * 60_000 - 1)).toEqual({ retryAfterSeconds: 1 });
    expect(await count('203.0.113.7', 11 * 60_000)).toBeUndefined();
    const { items } = await engine.table.scanPage({});
    expect(JSON.stringify(items)).not.toContain('203.0.113');
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:0db8:1::', '2001:db8:1:0'],
  ])('%s are those of the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the last administrator', () => {
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
    (await listMembers(engine.table, accountId)).filter(({ membership }) => membership.role === 'admin')
      .length;

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
});
