import { createAccount } from '../../shared/accounts/create-account';
import { markAccountClosed } from '../../shared/accounts/account-store';
import type { Role } from '../../shared/users/role';
import { endSession } from '../../shared/users/session';
import { changeRole, removeMember, removeUser } from '../../shared/users/change-members';
import { inviteUser, signOutEverywhere } from '../../shared/users/manage-users';
import { type ConsoleUser, createConsoleUser, sessionHeaders } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const deps = () => fixture.service.deps;
const userWith = (role: Role | 'operator') =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });

const PHONE = '/api/v1/contacts/by-phone/%2B12065550199';

const read = (headers: Record<string, string>, path = '/api/v1/groups') =>
  callApi(fixture.service, { path, headers });
/** Sends a write, which is answered with 404 when the caller may write. */
const write = (headers: Record<string, string>) =>
  callApi(fixture.service, { method: 'PATCH', path: PHONE, headers, body: {} });
const without = (name: string, { [name]: _, ...headers }: Record<string, string>) => headers;

describe('E6: GET /console/api/session', () => {
  it('tells who is signed in, with the accounts and what the user may do there', async () => {
    const user = await userWith('viewer');
    const other = await createAccount(deps(), { name: 'Another' });
    await inviteUser(deps(), { email: user.email, access: { accountId: other.id, role: 'admin' } });
    const answer = await read(user.headers, '/console/api/session');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: { id: user.userId, email: user.email, isOperator: false },
        accounts: [
          { id: other.id, name: 'Another', role: 'admin' },
          {
            id: fixture.account.accountId,
            name: 'Test',
            role: 'viewer',
            scopes: ['messages:read', 'contacts:read', 'campaigns:read'],
          },
        ],
      },
    });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('tells an operator of every open account', async () => {
    const operator = await userWith('operator');
    const closed = await createAccount(deps(), { name: 'Closed' });
    await markAccountClosed(deps(), closed.id);
    const { body } = await read(operator.headers, '/console/api/session');
    const { accounts } = body as { accounts: Array<{ id: string; scopes: string[] }> };
    const ids = accounts.map(({ id }) => id);
    expect(ids).toContain(fixture.account.accountId);
    expect(ids).not.toContain(closed.id);
    expect(accounts[0]?.scopes).toContain('operator');
  });

  it('takes no API key, and asks the console for a session', async () => {
    const { account } = fixture;
    const withKey = await callApi(fixture.service, { account, path: '/console/api/session' });
    expect(withKey).toMatchObject({ status: 401, body: { code: 33001 } });
    const answer = await read({ 'x-requested-with': 'console' }, '/console/api/session');
    expect(answer.headers.get('www-authenticate')).toBe('Session realm="messaging"');
  });

  it('answers other paths and methods as the API does', async () => {
    const { headers } = await userWith('viewer');
    expect(await read(headers, '/console/api/nothing')).toMatchObject({ status: 404, body: { code: 33105 } });
    const answer = await callApi(fixture.service, { method: 'PATCH', path: '/console/api/session', headers });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('E6: roles', () => {
  const REQUESTS = {
    'contacts:read': ['GET', '/api/v1/groups'],
    'messages:read': ['GET', '/api/v1/messaging/message/msg_none'],
    'campaigns:read': ['GET', '/api/v1/campaigns'],
    'contacts:write': ['PATCH', PHONE],
    'campaigns:write': ['DELETE', '/api/v1/campaigns/cmp_none'],
    'messages:send': ['POST', '/api/v1/messaging/message'],
    'campaigns:launch': ['POST', '/api/v1/campaigns/cmp_none/approve'],
  } as const;
  const readOnly = ['contacts:read', 'messages:read', 'campaigns:read'];
  const writing = [...readOnly, 'contacts:write', 'campaigns:write'];
  const all = [...writing, 'messages:send', 'campaigns:launch'];

  it.each<[Role | 'operator', string[]]>([
    ['viewer', readOnly],
    ['editor', writing],
    ['sender', all],
    ['admin', all],
    ['operator', all],
  ])('%s', async (role, expected) => {
    const { headers } = await userWith(role);
    const allowed: string[] = [];
    const refused: unknown[] = [];
    for (const [scope, [method, path]] of Object.entries(REQUESTS)) {
      const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
      const answer = await callApi(fixture.service, { method, path, headers, ...body });
      if (answer.status !== 403) allowed.push(scope);
      else refused.push((answer.body as { details: { scope: string } }).details.scope);
    }
    expect(allowed).toEqual(expected);
    expect(refused).toEqual(Object.keys(REQUESTS).filter((scope) => !expected.includes(scope)));
  });

  it('change from the next request on', async () => {
    const { headers, userId } = await userWith('viewer');
    const { accountId } = fixture.account;
    expect((await write(headers)).status).toBe(403);
    await changeRole(deps(), { accountId, userId, role: 'editor' });
    expect((await write(headers)).status).toBe(404);
    await removeMember(deps(), { accountId, userId });
    expect(await read(headers)).toMatchObject({ status: 403, body: { details: { reason: 'account' } } });
  });
});

describe('E6: the account of a session', () => {
  it('is one that the user has', async () => {
    const { headers } = await userWith('admin');
    const other = await createAccount(deps(), { name: 'Not of the user' });
    for (const account of [other.id, 'acc_none', 'nonsense', 'acc_x#y']) {
      const answer = await read({ ...headers, 'x-account': account });
      expect(answer).toMatchObject({ status: 403, body: { code: 33112, details: { reason: 'account' } } });
    }
    expect(await read(without('x-account', headers))).toMatchObject({ status: 403 });
  });

  it('is any open one for an operator', async () => {
    const { headers } = await userWith('operator');
    const other = await createAccount(deps(), { name: 'Any' });
    expect((await read({ ...headers, 'x-account': other.id })).status).toBe(200);
    await markAccountClosed(deps(), other.id);
    expect((await read({ ...headers, 'x-account': other.id })).status).toBe(403);
  });

  it('is the one of the API key where a request has both', async () => {
    const { headers } = await userWith('viewer');
    const answer = await callApi(fixture.service, {
      account: fixture.account,
      method: 'PATCH',
      path: PHONE,
      headers,
      body: {},
    });
    expect(answer.status).toBe(404);
  });
});

describe('E6: a session', () => {
  let user: ConsoleUser;

  beforeEach(async () => {
    user = await userWith('admin');
  });

  it.each<[string, Record<string, string>]>([
    ['no cookie', { cookie: 'other=1' }],
    ['an empty cookie', { cookie: '__Host-session=' }],
    ['an unknown token', { cookie: `__Host-session=${'A'.repeat(43)}` }],
    ['a very long token', { cookie: `__Host-session=${'A'.repeat(3_000)}` }],
    ['a cookie of another name', { cookie: `session=${'A'.repeat(43)}` }],
  ])('is not there with %s', async (_, headers) => {
    expect(await read({ ...user.headers, ...headers })).toMatchObject({ status: 401, body: { code: 33001 } });
  });

  it('ends when it is signed out, and no other with it', async () => {
    const other = await userWith('admin');
    await endSession(deps().table, user.token);
    expect([(await read(user.headers)).status, (await read(other.headers)).status]).toEqual([401, 200]);
  });

  it('ends when its user is signed out everywhere, or removed', async () => {
    await signOutEverywhere(deps(), user.userId);
    expect((await read(user.headers)).status).toBe(401);
    const other = await userWith('admin');
    await removeUser(deps(), other.userId);
    expect((await read(other.headers)).status).toBe(401);
  });

  it('changes nothing at the wish of another site', async () => {
    const origin = new URL(fixture.service.baseUrl).origin;
    const forbidden = { status: 403, body: { code: 33112, details: { reason: 'origin' } } };
    expect(await write(without('x-requested-with', user.headers))).toMatchObject(forbidden);
    expect(await write({ ...user.headers, 'x-requested-with': 'XMLHttpRequest' })).toMatchObject(forbidden);
    for (const foreign of ['https://evil.example', 'null', `${origin}.evil.example`]) {
      expect(await write({ ...user.headers, origin: foreign })).toMatchObject(forbidden);
    }
    expect((await write({ ...user.headers, origin })).status).toBe(404);
    expect((await read(without('x-requested-with', user.headers))).status).toBe(200);
  });

  it('does not need an account where none is asked about', async () => {
    const headers = sessionHeaders({ token: user.token });
    expect((await read(headers, '/console/api/session')).status).toBe(200);
  });
});
