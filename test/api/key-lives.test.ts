import { createApiKey, rotateApiKey } from '../../shared/accounts/api-keys';
import { SCOPES } from '../../shared/accounts/scopes';
import { checkAdminRight } from '../../shared/users/admin-right';
import { inviteUser } from '../../shared/users/manage-users';
import { removeMemberWithKeys } from '../../shared/users/remove-with-keys';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const HOUR_MS = 60 * 60 * 1000;
let admin: ConsoleUser;

interface Key {
  id: string;
  secret: string;
  createdAt: string;
  createdBy?: { kind: string; id: string };
  lastUsedAt?: string;
  expiresAt?: string;
  previousUntil?: string;
  revokedAt?: string;
}

beforeAll(async () => {
  admin = await createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role: 'admin' });
});

const accountId = () => fixture.account.accountId;
const deps = () => fixture.service.deps;
const call = (method: string, path: string, body?: unknown, user = admin) =>
  callApi(fixture.service, { method, path: `/console/api/${path}`, headers: user.headers, body });
const create = async (body: object = {}, user = admin) =>
  (await call('POST', 'keys', { scopes: SCOPES, ...body }, user)).body as Key;
const rotate = (id: string, body: object = {}) => call('POST', `keys/${id}/rotate`, body);
const statusWith = async ({ id, secret }: Pick<Key, 'id' | 'secret'>) =>
  (
    await callApi(fixture.service, {
      account: { apiKeyId: id, apiKeySecret: secret },
      path: '/api/v1/groups',
    })
  ).status;
const listed = async (id: string) => {
  const { body } = await call('GET', 'keys');
  return (body as { results: Key[] }).results.find((key) => key.id === id);
};
const hoursAgo = (hours: number) => {
  const at = new Date(Date.now() - hours * HOUR_MS);
  return { ...deps(), clock: { now: () => at } };
};

const BY = { kind: 'operator' as const, id: 'ada' };

describe('E6: the end of an API key', () => {
  it('is shown, and answered like every wrong key once it is there', async () => {
    const key = await create({ expiresInHours: 48 });
    expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBeCloseTo(48 * HOUR_MS, -4);
    expect(await statusWith(key)).toBe(200);
    const old = await createApiKey(hoursAgo(2), accountId(), { expiresInHours: 1 });
    if (!old) throw new Error('No key');
    expect(await statusWith({ id: old.key.id, secret: old.secret })).toBe(401);
    expect(await rotate(old.key.id)).toMatchObject({ status: 409, body: { details: { status: 'expired' } } });
  });

  it.each([0, -1, 1.5, 10 * 366 * 24 + 1, '90d'])('is not after %s hours', async (expiresInHours) => {
    expect(await call('POST', 'keys', { scopes: SCOPES, expiresInHours })).toMatchObject({
      status: 400,
      body: { code: 33100, details: { errors: [{ pointer: '/expiresInHours' }] } },
    });
  });

  it('is set by the operator CLI, and shown there', async () => {
    const key = await operate<Key>('key', 'create', '--account', accountId(), '--expires-in', '90d');
    expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBeCloseTo(90 * 24 * HOUR_MS, -4);
    await expect(
      operate('key', 'create', '--account', accountId(), '--expires-in', '3 weeks'),
    ).rejects.toThrow('36h or 90d');
  });
});

describe('E6: rotating an API key', () => {
  it('lets both secrets work for the overlap, under one id', async () => {
    const key = await create({ name: 'Shop', scopes: ['contacts:read'] });
    expect(await statusWith(key)).toBe(200);
    const { status, body } = await rotate(key.id, { overlapHours: 2 });
    const rotated = body as Key;
    expect([status, rotated]).toEqual([
      200,
      {
        ...key,
        secret: expect.stringMatching(/^[\w-]{43}$/) as string,
        previousUntil: expect.any(String) as string,
      },
    ]);
    expect([await statusWith(key), await statusWith(rotated), await statusWith(key)]).toEqual([
      200, 200, 200,
    ]);

    // After another rotation the first secret is invalid.
    const again = (await rotate(key.id)).body as Key;
    expect([await statusWith(key), await statusWith(rotated), await statusWith(again)]).toEqual([
      401, 200, 200,
    ]);
    const last = (await rotate(key.id, { overlapHours: 0 })).body as Key;
    expect([await statusWith(again), await statusWith(last)]).toEqual([401, 200]);
    expect(last.previousUntil).toBeUndefined();
  });

  it('ends the old secret with the overlap', async () => {
    const key = await create();
    const rotated = await rotateApiKey(hoursAgo(3), {
      accountId: accountId(),
      keyId: key.id,
      overlapHours: 2,
      by: BY,
    });
    if ('refused' in rotated) throw new Error(rotated.refused);
    expect([await statusWith(key), await statusWith({ id: key.id, secret: rotated.secret })]).toEqual([
      401, 200,
    ]);
  });

  it('gives no secret to a person who has lost the right meanwhile', async () => {
    const key = await create();
    const right = { accountId: accountId(), userId: 'usr_removed', right: 'admin' as const };
    const of = { accountId: accountId(), keyId: key.id, overlapHours: 0, by: BY };
    expect(await rotateApiKey(deps(), { ...of, checks: [checkAdminRight(right)] })).toEqual({
      refused: 'noRight',
    });
    expect(await statusWith(key)).toBe(200);
  });

  it('gives one of two at once the key', async () => {
    const { id: keyId } = await create();
    const of = { accountId: accountId(), keyId, overlapHours: 0, by: BY };
    const results = await Promise.all([1, 2, 3].map(() => rotateApiKey(deps(), of)));
    expect(results.filter((result) => 'secret' in result).length).toBeGreaterThanOrEqual(1);
    const secrets = results.flatMap((result) => ('secret' in result ? [result.secret] : []));
    const statuses = await Promise.all(secrets.map((secret) => statusWith({ id: keyId, secret })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('is not for a revoked key, nor for another account’s', async () => {
    const key = await create();
    await call('POST', `keys/${key.id}/revoke`);
    expect(await rotate(key.id)).toMatchObject({ status: 409, body: { details: { status: 'revoked' } } });
    expect((await rotate('key_none')).status).toBe(404);
    const of = { keyId: fixture.account.apiKeyId, overlapHours: 0, by: BY };
    expect(await rotateApiKey(deps(), { ...of, accountId: 'acc_other' })).toEqual({ refused: 'noKey' });
  });

  it('is done by the operator CLI', async () => {
    const key = await create();
    const args = ['key', 'rotate', '--account', accountId(), '--key', key.id];
    const rotated = await operate<Key>(...args, '--overlap', '48h');
    expect(rotated).toMatchObject({ id: key.id, createdBy: { kind: 'user', id: admin.userId } });
    expect([await statusWith(key), await statusWith(rotated)]).toEqual([200, 200]);
    await call('POST', `keys/${key.id}/revoke`);
    expect([await statusWith(key), await statusWith(rotated)]).toEqual([401, 401]);
    await expect(operate(...args)).rejects.toThrow('is revoked');
  });
});

describe('E6: the last use of an API key', () => {
  it('is known to an hour', async () => {
    const key = await create();
    expect((await listed(key.id))?.lastUsedAt).toBeUndefined();
    await statusWith({ ...key, secret: 'wrong' });
    expect((await listed(key.id))?.lastUsedAt).toBeUndefined();
    await statusWith(key);
    const first = (await listed(key.id))?.lastUsedAt;
    expect(first).toBeDefined();
    await statusWith(key);
    expect((await listed(key.id))?.lastUsedAt).toBe(first);
  });
});

describe('E6: the keys of a user who is removed or demoted', () => {
  const second = () => createConsoleUser(fixture.service, { accountId: accountId(), role: 'admin' });

  it('end with the user', async () => {
    const [user, own] = [await second(), await create()];
    const key = await create({}, user);
    expect(await statusWith(key)).toBe(200);
    expect((await call('DELETE', `users/${user.userId}`)).status).toBe(204);
    expect([await statusWith(key), await statusWith(own)]).toEqual([401, 200]);
    const { body } = await call('GET', `audit?target=${user.userId}`);
    expect(body).toMatchObject({
      results: [
        {
          action: 'removeUser',
          changes: [
            { what: 'role', from: 'admin' },
            { from: key.id, to: 'revoked' },
          ],
        },
      ],
    });
  });

  it('end also when another made them and the user was given the present secret', async () => {
    const user = await second();
    const [key, older, foreign] = [await create(), await create(), await create()];
    const rotateAs = async (by: ConsoleUser, { id }: Key) =>
      (await call('POST', `keys/${id}/rotate`, { overlapHours: 2 }, by)).body as Key;
    const rotated = await rotateAs(user, key);
    const [known, unknown] = [await rotateAs(user, older), await rotateAs(admin, older)];
    const handedOn = await rotateAs(await second(), foreign);
    expect((await call('DELETE', `users/${user.userId}`)).status).toBe(204);
    expect(await Promise.all([rotated, key, known, unknown, foreign, handedOn].map(statusWith))).toEqual([
      401, 401, 401, 200, 200, 200,
    ]);
  });

  it('stay with those who were given the secret after the user', async () => {
    const [user, next] = [await second(), await second()];
    const key = await create({}, user);
    const body = { overlapHours: 0 };
    const rotated = (await call('POST', `keys/${key.id}/rotate`, body, next)).body as Key;
    expect((await call('DELETE', `users/${user.userId}?keys=handOver`)).status).toBe(204);
    expect(await statusWith(rotated)).toBe(200);
    // The user who has the secret is removed, though the key counts as the administrator's.
    expect((await call('DELETE', `users/${next.userId}`)).status).toBe(204);
    expect(await statusWith(rotated)).toBe(401);
  });

  it('end with an operator, who was no user of the account', async () => {
    const operator = await createConsoleUser(fixture.service, { accountId: accountId(), role: 'operator' });
    const other = await createConsoleUser(fixture.service, { accountId: accountId(), role: 'operator' });
    const key = await create({}, operator);
    expect((await call('DELETE', `operator/users/${operator.userId}`, undefined, other)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
    const { body } = await call('GET', `audit?target=${operator.userId}`);
    expect(body).toMatchObject({ results: [{ action: 'removeOperatorUser' }] });
  });

  it('do not outlive a removal that stops half-way', async () => {
    const user = await second();
    const key = await create({}, user);
    const { table } = deps();
    const stopped = table.through(
      (sender) =>
        ({
          send: async (command: { input: { TransactItems?: unknown } }) => {
            if (command.input.TransactItems !== undefined) throw new Error('The process dies');
            return sender.send(command as never);
          },
        }) as never,
    );
    const removal = { accountId: accountId(), userId: user.userId };
    await expect(removeMemberWithKeys({ ...deps(), table: stopped }, removal)).rejects.toThrow('dies');
    expect(await statusWith(key)).toBe(401);
    const check = checkAdminRight({ ...removal, right: 'admin' });
    const late = await createApiKey(deps(), accountId(), { checks: [check] });
    expect(late).toBeDefined();
    expect(await removeMemberWithKeys(deps(), removal)).toEqual({
      ...{ accountId: accountId(), role: 'admin', keys: [] },
    });
    // Its request was under way.
    expect(await createApiKey(deps(), accountId(), { checks: [check] })).toBeUndefined();
  });

  it('end with the role of an administrator, as they do with a removal', async () => {
    const user = await second();
    const [key, foreign] = [await create({}, user), await create()];
    const rotated = (await call('POST', `keys/${foreign.id}/rotate`, {}, user)).body as Key;
    expect((await call('PATCH', `users/${user.userId}?keys=keep`, { role: 'sender' })).status).toBe(400);
    expect((await call('PATCH', `users/${user.userId}`, { role: 'admin' })).status).toBe(200);
    expect(await Promise.all([key, rotated].map(statusWith))).toEqual([200, 200]);
    expect(await call('PATCH', `users/${user.userId}`, { role: 'sender' })).toMatchObject({
      ...{ status: 200, body: { role: 'sender' } },
    });
    expect(await Promise.all([key, rotated, foreign].map(statusWith))).toEqual([401, 401, 401]);
    const { body } = await call('GET', `audit?target=${user.userId}&action=updateUser`);
    const [{ changes }] = (body as { results: [{ changes: unknown[] }] }).results;
    expect(changes).toHaveLength(3);
    expect(changes).toEqual(
      expect.arrayContaining([
        { what: 'role', from: 'admin', to: 'sender' },
        { from: key.id, to: 'revoked' },
        { from: foreign.id, to: 'revoked' },
      ]),
    );
    // A sender has created none.
    expect((await call('PATCH', `users/${user.userId}`, { role: 'viewer' })).status).toBe(200);
  });

  it('are handed over with the role of an administrator when so asked', async () => {
    const [user, next] = [await second(), await second()];
    const [key, other] = [await create({}, user), await create({}, next)];
    expect((await call('PATCH', `users/${user.userId}?keys=handOver`, { role: 'viewer' })).status).toBe(200);
    const role = ['user', 'role', '--email', next.email, '--account', accountId(), '--role', 'editor'];
    await operate(...role, '--hand-over-keys');
    expect(await Promise.all([key, other].map(statusWith))).toEqual([200, 200]);
    expect((await listed(key.id))?.createdBy).toEqual({ kind: 'user', id: admin.userId });
    expect((await listed(other.id))?.createdBy?.kind).toBe('operator');
    const last = await second();
    const ended = await create({}, last);
    role[3] = last.email;
    await operate(...role);
    expect(await statusWith(ended)).toBe(401);
  });

  it('are handed over when the administrator says so', async () => {
    const user = await second();
    const key = await create({}, user);
    expect((await call('DELETE', `users/${user.userId}?keys=keep`)).status).toBe(400);
    expect((await call('DELETE', `users/${user.userId}?keys=handOver`)).status).toBe(204);
    expect(await statusWith(key)).toBe(200);
    expect((await listed(key.id))?.createdBy).toEqual({ kind: 'user', id: admin.userId });
  });

  it('end or are handed over when operators remove the user from everywhere', async () => {
    const operator = await createConsoleUser(fixture.service, { accountId: accountId(), role: 'operator' });
    const [one, other, third] = [await second(), await second(), await second()];
    const keys = await Promise.all([one, other, third].map((user) => create({}, user)));
    await call('DELETE', `operator/users/${one.userId}`, undefined, operator);
    await call('DELETE', `operator/users/${other.userId}?keys=handOver`, undefined, operator);
    await operate('user', 'remove', '--email', third.email, '--hand-over-keys', '--yes');
    expect(await Promise.all(keys.map(statusWith))).toEqual([401, 200, 200]);
    expect((await listed(keys[1]?.id ?? ''))?.createdBy).toEqual({ kind: 'user', id: operator.userId });
    expect((await listed(keys[2]?.id ?? ''))?.createdBy?.kind).toBe('operator');
  });

  it('stay with a user who is the last administrator, and stays', async () => {
    const other = await operate<{ id: string }>('account', 'create', '--name', 'One admin');
    const email = 'only-admin@example.com';
    await inviteUser(deps(), { email, access: { accountId: other.id, role: 'admin' } });
    const user = await createConsoleUser(fixture.service, { accountId: other.id, role: 'operator' });
    const key = await create({}, user);
    await expect(operate('user', 'remove', '--email', email, '--account', other.id, '--yes')).rejects.toThrow(
      'last administrator',
    );
    expect(await statusWith(key)).toBe(200);
  });
});
