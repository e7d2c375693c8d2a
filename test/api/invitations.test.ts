import { createAccount } from '../../shared/accounts/create-account';
import { removeUser } from '../../shared/users/change-members';
import { inviteUser } from '../../shared/users/manage-users';
import { startSession } from '../../shared/users/session';
import { findUserByEmail, listMembershipsOf } from '../../shared/users/user-store';
import { type ConsoleUser, createConsoleUser, sessionHeaders } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const deps = () => fixture.service.deps;
let admin: ConsoleUser;
let invited = 0;
const newEmail = () => `invited-${++invited}@example.com`;

beforeAll(async () => {
  admin = await createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role: 'admin' });
});

const call = (method: string, path: string, body?: unknown, headers = admin.headers) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers, body });
const invite = (email: string, role = 'editor') => call('POST', 'invitations', { email, role });
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;
const listed = async () => {
  const { body } = await call('GET', 'invitations');
  return (body as { results: Array<{ id: string; email: string }> }).results;
};

/** Creates a user of another account only, who signed in with a verified address. */
async function foreignUser() {
  const other = await createAccount(deps(), { name: 'Test' });
  const email = newEmail();
  const result = await inviteUser(deps(), {
    email,
    name: 'Grace',
    access: { accountId: other.id, role: 'admin' },
  });
  if (!result.invited) throw new Error(result.refusal);
  const token = await startSession(deps(), result.user.id, { email });
  const headers = (accountId?: string) =>
    sessionHeaders({ token, ...(accountId !== undefined && { accountId }) });
  return { id: result.user.id, email, otherId: other.id, headers };
}
const sessionOf = async (headers: Record<string, string>) =>
  (await call('GET', 'session', undefined, headers)) as {
    status: number;
    body: { accounts: Array<{ id: string }>; invitations: Array<{ id: string; account: object }> };
  };
const answer = (headers: Record<string, string>, id: string, verb: 'accept' | 'decline') =>
  call('POST', `session/invitations/${id}/${verb}`, undefined, headers);
const reach = async (headers: Record<string, string>) =>
  (await callApi(fixture.service, { path: '/api/v1/groups', headers })).status;

describe('E6: an invitation tells the inviter nothing', () => {
  it('of a user of another account, of an operator, and of an unknown person alike', async () => {
    const user = await foreignUser();
    const operator = await createConsoleUser(fixture.service, {
      accountId: fixture.account.accountId,
      role: 'operator',
    });
    const answers = [];
    for (const email of [user.email, operator.email, newEmail()]) {
      const { status, body } = await invite(email);
      const { id, createdAt, expiresAt, ...rest } = body as Record<string, string>;
      expect(id).toMatch(/^inv_/);
      expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')).toBe(7 * 24 * 60 * 60 * 1000);
      answers.push({ status, ...rest, email: rest.email === email });
    }
    const same = { status: 201, email: true, role: 'editor', invitedBy: admin.email };
    expect(answers).toEqual([same, same, same]);
    const { body } = await call('GET', 'users');
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${user.email}|${operator.email}|Grace`));
  });

  it('gives the account to no one by itself', async () => {
    const user = await foreignUser();
    await invite(user.email, 'admin');
    expect(await reach(user.headers(fixture.account.accountId))).toBe(403);
    expect(await listMembershipsOf(deps().table, user.id)).toHaveLength(1);
    const stranger = newEmail();
    await invite(stranger);
    expect(await findUserByEmail(deps().table, stranger)).toBeUndefined();
  });

  it('once at a time, and not for a user of the account', async () => {
    const email = newEmail();
    const id = idOf(await invite(email.toUpperCase()));
    const again = { status: 409, body: { code: 33111, details: { status: 'alreadyInvited' } } };
    expect(await invite(email)).toMatchObject(again);
    expect(await invite(admin.email)).toMatchObject({
      status: 409,
      body: { details: { status: 'alreadyMember' } },
    });
    expect((await call('DELETE', `invitations/${id}`)).status).toBe(204);
    expect((await call('DELETE', `invitations/${id}`)).status).toBe(404);
    expect((await invite(email)).status).toBe(201);
  });
});

describe('E6: the invited person', () => {
  it('sees the invitation with the account’s id, and accepts it', async () => {
    const user = await foreignUser();
    const id = idOf(await invite(user.email, 'editor'));
    const { accountId } = fixture.account;
    const { body } = await sessionOf(user.headers());
    expect(body.accounts).toMatchObject([{ id: user.otherId, name: 'Test' }]);
    expect(body.invitations).toMatchObject([
      { id, account: { id: accountId, name: 'Test' }, role: 'editor', invitedBy: admin.email },
    ]);
    expect((await answer(user.headers(), id, 'accept')).status).toBe(204);
    expect((await answer(user.headers(), id, 'accept')).status).toBe(404);
    expect(await reach(user.headers(accountId))).toBe(200);
    expect((await sessionOf(user.headers())).body.invitations).toEqual([]);
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }));
    const { body: audit } = await call('GET', `audit?target=${id}`);
    expect(audit).toMatchObject({
      results: [
        { action: 'acceptInvitation', actor: { type: 'user', id: user.id } },
        { action: 'inviteUser', actor: { type: 'user', id: admin.userId } },
      ],
    });
  });

  it('declines it, and can be invited again', async () => {
    const user = await foreignUser();
    const id = idOf(await invite(user.email));
    const declined = await answer(user.headers(), id, 'decline');
    expect([declined.status, declined.headers.get('ratelimit')?.slice(0, 6)]).toEqual([204, '"stop"']);
    expect(await reach(user.headers(fixture.account.accountId))).toBe(403);
    expect((await answer(user.headers(), id, 'accept')).status).toBe(404);
    expect((await invite(user.email)).status).toBe(201);
  });

  it('is the one whose address was verified at the sign-in, and no other', async () => {
    const [user, other] = [await foreignUser(), await foreignUser()];
    const id = idOf(await invite(user.email));
    const unverified = sessionHeaders({ token: await startSession(deps(), user.id) });
    for (const headers of [other.headers(), unverified]) {
      expect((await sessionOf(headers)).body.invitations).toEqual([]);
      expect((await answer(headers, id, 'accept')).status).toBe(404);
      expect((await answer(headers, id, 'decline')).status).toBe(404);
    }
    expect((await sessionOf(user.headers())).body.invitations).toMatchObject([{ id }]);
  });

  it('has nothing to accept once it is withdrawn', async () => {
    const user = await foreignUser();
    const id = idOf(await invite(user.email));
    const { accountId } = fixture.account;
    expect(await operate('user', 'invitations', '--account', accountId)).toContainEqual(
      expect.objectContaining({ id, email: user.email, role: 'editor', invitedBy: admin.email }),
    );
    await operate('user', 'withdraw', '--account', accountId, '--invitation', id);
    await expect(operate('user', 'withdraw', '--account', accountId, '--invitation', id)).rejects.toThrow(
      'no invitation',
    );
    expect((await sessionOf(user.headers())).body.invitations).toEqual([]);
    expect((await answer(user.headers(), id, 'accept')).status).toBe(404);
  });

  it.each([
    ['is removed', (userId: string) => call('DELETE', `users/${userId}`)],
    ['gets another role', (userId: string) => call('PATCH', `users/${userId}`, { role: 'viewer' })],
  ])('has nothing to accept once the administrator who invites %s', async (_, takeAway) => {
    const { accountId } = fixture.account;
    const [user, inviter] = [
      await foreignUser(),
      await createConsoleUser(fixture.service, { accountId, role: 'admin' }),
    ];
    const offer = { email: user.email, role: 'admin' };
    const id = idOf(await call('POST', 'invitations', offer, inviter.headers));
    expect((await sessionOf(user.headers())).body.invitations).toMatchObject([{ id }]);
    expect((await takeAway(inviter.userId)).status).toBeLessThan(300);
    expect((await sessionOf(user.headers())).body.invitations).toEqual([]);
    expect((await answer(user.headers(), id, 'accept')).status).toBe(404);
    expect(await reach(user.headers(accountId))).toBe(403);
    // The others still see it, and can invite again.
    expect(await listed()).toContainEqual(expect.objectContaining({ id }));
    expect((await call('DELETE', `invitations/${id}`)).status).toBe(204);
    expect((await answer(user.headers(), idOf(await invite(user.email)), 'accept')).status).toBe(204);
  });

  it('has the invitation of an operator until the operator is removed', async () => {
    const { accountId } = fixture.account;
    const operator = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
    const [user, late] = [await foreignUser(), await foreignUser()];
    const ids = [];
    for (const { email } of [user, late]) {
      const offer = { email, role: 'editor' };
      ids.push(idOf(await call('POST', 'invitations', offer, operator.headers)));
    }
    expect((await answer(user.headers(), ids[0] ?? '', 'accept')).status).toBe(204);
    await removeUser(deps(), operator.userId);
    expect((await answer(late.headers(), ids[1] ?? '', 'accept')).status).toBe(404);
  });
});

describe('E6: an administrator', () => {
  it('who was invited at another address has the account already', async () => {
    const user = await foreignUser();
    await answer(user.headers(), idOf(await invite(user.email, 'admin')), 'accept');
    const email = newEmail();
    const own = sessionHeaders({ token: await startSession(deps(), user.id, { email }) });
    const headers = user.headers(fixture.account.accountId);
    const id = idOf(await call('POST', 'invitations', { email, role: 'viewer' }, headers));
    expect(await answer(own, id, 'accept')).toMatchObject({
      status: 409,
      body: { details: { status: 'alreadyMember' } },
    });
    expect((await answer(own, id, 'decline')).status).toBe(204);
  });

  it('ends what reaches the own account, not the user’s sign-in elsewhere', async () => {
    const user = await foreignUser();
    const { accountId } = fixture.account;
    await answer(user.headers(), idOf(await invite(user.email)), 'accept');
    expect((await call('POST', `users/${user.id}/sign-out`)).status).toBe(200);
    expect([
      await reach(user.headers(accountId)),
      await reach(user.headers(user.otherId)),
      (await sessionOf(user.headers())).body.accounts.map(({ id }) => id),
    ]).toEqual([403, 200, [user.otherId]]);

    // The next sign-in has access again.
    const token = await startSession(deps(), user.id);
    expect(await reach(sessionHeaders({ token, accountId }))).toBe(200);
    expect((await call('DELETE', `users/${user.id}`)).status).toBe(204);
    expect([
      await reach(sessionHeaders({ token, accountId })),
      await reach(user.headers(user.otherId)),
    ]).toEqual([403, 200]);
  });

  it('signs a user of one account out for good: nothing is left to see', async () => {
    const user = await createConsoleUser(fixture.service, {
      accountId: fixture.account.accountId,
      role: 'viewer',
    });
    expect((await sessionOf(user.headers)).status).toBe(200);
    await call('POST', `users/${user.userId}/sign-out`);
    expect((await sessionOf(user.headers)).status).toBe(401);
  });

  it('cannot touch an operator, which another operator can', async () => {
    const { accountId } = fixture.account;
    const operator = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
    await inviteUser(deps(), { email: operator.email, access: { accountId, role: 'viewer' } });
    const path = `users/${operator.userId}`;
    const attempts = async (headers: Record<string, string>) => [
      (await call('PATCH', path, { role: 'editor' }, headers)).status,
      (await call('POST', `${path}/sign-out`, undefined, headers)).status,
      (await call('DELETE', path, undefined, headers)).status,
    ];
    expect(await attempts(admin.headers)).toEqual([403, 403, 403]);
    expect(await call('DELETE', path)).toMatchObject({ body: { code: 33118 } });
    expect(await reach(operator.headers)).toBe(200);
    const second = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
    expect(await attempts(second.headers)).toEqual([200, 200, 204]);
  });
});
