import { BOOK_START } from '../../shared/audience/book/walk-book';
import { writeListCursor } from '../../shared/lists/list-query';
import type { Role } from '../../shared/users/role';
import { createGroup } from '../../shared/audience/groups/create-group';
import { CONSOLE_ROUTES } from '../../functions/console/routes';
import type { ConsoleRoute, MemberRoute } from '../../shared/http/route';
import { scopesOf } from '../../shared/users/role';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { updateNumber } from '../../shared/senders/number-store';
import { addLinkDomain } from '../../shared/operations/link-domains';
import { changeEndpoint } from '../../shared/webhooks/endpoint-store';
import { linkDomainOf } from '../support/service/own-links';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
let admin: ConsoleUser;
const CONSOLE = '/console/api';

beforeAll(async () => {
  admin = await userWith('admin');
});

const userWith = (role: Role | 'operator') =>
  createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role });
const call = (method: string, path: string, body?: unknown, user: Pick<ConsoleUser, 'headers'> = admin) =>
  callApi(fixture.service, { method, path: `${CONSOLE}/${path}`, headers: user.headers, body });
const resultsOf = ({ status, body }: ApiAnswer) => {
  expect(status).toBe(200);
  return (body as { results: Array<Record<string, unknown>> }).results;
};
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pointersOf = ({ body }: ApiAnswer) =>
  ((body as { details?: { errors?: Array<{ pointer: string }> } }).details?.errors ?? []).map(
    ({ pointer }) => pointer,
  );

describe('E6: routes of the console about an account', () => {
  const routes = (CONSOLE_ROUTES as readonly ConsoleRoute[]).filter(
    (route): route is MemberRoute => route.authentication === 'session',
  );
  const pathOf = ({ path }: MemberRoute) =>
    path
      .replace('{phoneNumber}', '%2B12065550199')
      .replace('{number}', '%2B12065550199')
      .replace('{groupId}', 'grp_none')
      .replace(/\{\w+\}/g, 'none');

  it('refuse roles without the right, callers without a session, and API keys', async () => {
    const users = { viewer: await userWith('viewer'), editor: await userWith('editor') };
    for (const route of routes) {
      const request = {
        method: route.method,
        path: pathOf(route),
        ...(route.method !== 'GET' && { body: {} }),
      };
      for (const [role, { headers }] of Object.entries(users)) {
        const allowed = scopesOf({ role: role as Role, isOperator: false }).some(
          (one) => one === route.scope,
        );
        if (allowed) continue;
        const answer = await callApi(fixture.service, { ...request, headers });
        expect([route.operationId, ...refusalOf(answer)]).toEqual([route.operationId, 403, 33112]);
      }
      const { account } = fixture;
      const withKey = await callApi(fixture.service, { ...request, account });
      expect([route.operationId, ...refusalOf(withKey)]).toEqual([route.operationId, 401, 33001]);
    }
  });

  it('show nothing of another account', async () => {
    const other = await createApiAccount(fixture.service);
    const foreign = { headers: { ...admin.headers, 'x-account': other.accountId } };
    for (const path of ['keys', 'numbers', 'audit', 'overview', 'inbox', 'users', 'settings']) {
      expect(refusalOf(await call('GET', path, undefined, foreign))).toEqual([403, 33112]);
    }
    const otherAdmin = await createConsoleUser(fixture.service, {
      accountId: other.accountId,
      role: 'admin',
    });
    const [key] = resultsOf(await call('GET', 'keys'));
    expect(refusalOf(await call('POST', `keys/${String(key?.id)}/revoke`, undefined, otherAdmin))).toEqual([
      404, 33110,
    ]);
    const group = await createGroup(fixture.service.deps, {
      ...{ accountId: fixture.account.accountId, name: 'Ours', optInType: 'SINGLE' as const },
    });
    expect(refusalOf(await call('PATCH', `groups/${group.id}`, { name: 'x' }, otherAdmin))).toEqual([
      404, 33031,
    ]);
    expect(resultsOf(await call('GET', 'groups', undefined, otherAdmin))).toEqual([]);
  });
});

describe('E6: numbers', () => {
  it('are listed, and an administrator sets status and rates', async () => {
    const { from } = fixture.account;
    expect(resultsOf(await call('GET', 'numbers'))).toMatchObject([
      { number: from, status: 'Active', isDefault: false },
    ]);
    const path = `numbers/${encodeURIComponent(from)}`;
    expect((await call('PATCH', path, { ratePerSecond: 5, status: 'Inactive' })).body).toMatchObject({
      number: from,
      status: 'Inactive',
      ratePerSecond: 5,
    });
    const { body } = await call('PATCH', path, { ratePerSecond: null, status: 'Active' });
    expect(body).not.toHaveProperty('ratePerSecond');
    for (const rate of [0, 0.009, 5e-324, 10_001]) {
      expect(pointersOf(await call('PATCH', path, { ratePerSecond: rate }))).toEqual(['/ratePerSecond']);
    }
    expect((await call('PATCH', path, { ratePerSecond: 0.01 })).body).toMatchObject({ ratePerSecond: 0.01 });
    await call('PATCH', path, { ratePerSecond: null });
    expect(pointersOf(await call('PATCH', path, { mmsPerSecond: 10_001 }))).toEqual(['/mmsPerSecond']);
    expect(refusalOf(await call('PATCH', 'numbers/%2B12065550100', { status: 'Active' }))).toEqual([
      404, 33110,
    ]);
  });

  it('say which region has them, where a stage has two', async () => {
    const { table } = fixture.service.deps;
    const { accountId, from: number } = fixture.account;
    await updateNumber(table, { accountId, number, region: 'second' });
    expect(resultsOf(await call('GET', 'numbers'))).toMatchObject([{ number, region: 'second' }]);
    await updateNumber(table, { accountId, number, region: 'first' });
  });

  it('of a kind have its rates, as far as none are named', async () => {
    const path = `numbers/${encodeURIComponent(fixture.account.from)}`;
    expect((await call('PATCH', path, { kind: 'short-code' })).body).toMatchObject({
      ...{ kind: 'short-code', ratePerSecond: 100, mmsPerSecond: 40 },
    });
    const named = await call('PATCH', path, { kind: '10dlc', ratePerSecond: 75, mmsPerSecond: null });
    expect(named.body).toMatchObject({ kind: '10dlc', ratePerSecond: 75 });
    expect(named.body).not.toHaveProperty('mmsPerSecond');
    await call('PATCH', path, { ratePerSecond: null });
  });
});

describe('E6: API keys', () => {
  it('are created with their secret shown once, listed and revoked at once', async () => {
    const created = await call('POST', 'keys', { scopes: ['contacts:read'] });
    expect(created).toMatchObject({ status: 201, body: { scopes: ['contacts:read'] } });
    const { id, secret } = created.body as { id: string; secret: string };
    const asKey = { apiKeyId: id, apiKeySecret: secret };
    const useKey = () => callApi(fixture.service, { account: asKey, path: '/api/v1/groups' });
    expect((await useKey()).status).toBe(200);
    expect(JSON.stringify(resultsOf(await call('GET', 'keys')))).not.toContain(secret);
    expect((await call('POST', `keys/${id}/revoke`)).body).toMatchObject({
      id,
      revokedAt: expect.any(String) as string,
    });
    expect((await useKey()).status).toBe(401);
    expect(pointersOf(await call('POST', 'keys', { scopes: ['account:admin'] }))).toEqual(['/scopes/0']);
  });

  it('may do what is chosen: without a choice none is made', async () => {
    const before = resultsOf(await call('GET', 'keys')).length;
    expect(refusalOf(await call('POST', 'keys'))).toEqual([400, 33100]);
    expect(pointersOf(await call('POST', 'keys', {}))).toEqual(['/scopes']);
    expect(pointersOf(await call('POST', 'keys', { scopes: [] }))).toEqual(['/scopes']);
    expect(pointersOf(await call('POST', 'keys', { scopes: null }))).toEqual(['/scopes']);
    const twice = { scopes: ['contacts:read', 'contacts:read'] };
    expect(pointersOf(await call('POST', 'keys', twice))).toEqual(['/scopes']);
    expect(resultsOf(await call('GET', 'keys'))).toHaveLength(before);
    const created = await call('POST', 'keys', { scopes: ['messages:send'] });
    const { id: apiKeyId, secret: apiKeySecret } = created.body as { id: string; secret: string };
    const read = { account: { apiKeyId, apiKeySecret }, path: '/api/v1/groups' };
    expect(refusalOf(await callApi(fixture.service, read))).toEqual([403, 33112]);
  });

  it('keep the name that they are given', async () => {
    const { body } = await call('POST', 'keys', { name: 'Web shop', scopes: ['contacts:read'] });
    expect(body).toMatchObject({ name: 'Web shop' });
    const { id } = body as { id: string };
    expect(resultsOf(await call('GET', 'keys'))).toContainEqual(
      expect.objectContaining({ id, name: 'Web shop' }),
    );
    expect((await call('POST', `keys/${id}/revoke`)).body).toMatchObject({ name: 'Web shop' });
    for (const name of ['', 'n'.repeat(101), 5]) {
      expect(pointersOf(await call('POST', 'keys', { name, scopes: ['contacts:read'] }))).toEqual(['/name']);
    }
  });
});

describe('E6: groups', () => {
  it('are created, changed, tagged and listed with their texts', async () => {
    const created = await call('POST', 'groups', {
      ...{ name: 'Club', optInType: 'DOUBLE', confirmationMessage: 'Reply YES', tags: ['VIP'], from: '' },
    });
    expect(created).toMatchObject({ status: 201, body: { name: 'Club', confirmationMessage: 'Reply YES' } });
    const { id } = created.body as { id: string };
    expect((await call('PATCH', `groups/${id}`, { name: 'Clubs', confirmationMessage: '' })).body).toEqual({
      ...(created.body as object),
      name: 'Clubs',
      confirmationMessage: undefined,
    });
    const tagged = await call('POST', `groups/${id}/tags`, { name: 'New / old' });
    expect((tagged.body as { tags: Array<{ name: string }> }).tags.map(({ name }) => name)).toEqual([
      'VIP',
      'New / old',
    ]);
    const untagged = await call('DELETE', `groups/${id}/tags/VIP`);
    expect((untagged.body as { tags: Array<{ name: string }> }).tags.map(({ name }) => name)).toEqual([
      'New / old',
    ]);
    expect(resultsOf(await call('GET', 'groups'))[0]).toMatchObject({ id, name: 'Clubs' });
    expect(refusalOf(await call('PATCH', `groups/${id}`, { from: randomPhone() }))).toEqual([400, 33004]);
  });
});

describe('E6: the deletion of a group', () => {
  it('takes its members out of it, ends, and stands in the log once', async () => {
    const { account, service } = fixture;
    const group = await createGroup(service.deps, {
      ...{ accountId: account.accountId, name: 'Short-lived', optInType: 'SINGLE' as const },
    });
    const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
    await callApi(service, { account, method: 'POST', path: contact, body: {} });
    await callApi(service, { account, method: 'POST', path: `${contact}/groups/${group.id}` });

    const editor = await userWith('editor');
    expect(refusalOf(await call('DELETE', `groups/${group.id}`, undefined, editor))).toEqual([403, 33112]);
    const nonsense = await call('DELETE', `groups/${group.id}?cursor=nonsense`);
    expect([...refusalOf(nonsense), pointersOf(nonsense)]).toEqual([400, 33100, ['?cursor']]);
    const deleted = await call('DELETE', `groups/${group.id}`);

    expect([deleted.status, deleted.body]).toEqual([200, { left: 1 }]);
    expect((await callApi(service, { account, path: contact })).body).toMatchObject({ groups: [] });
    expect(resultsOf(await call('GET', 'groups')).map(({ id }) => id)).not.toContain(group.id);
    expect(refusalOf(await call('DELETE', `groups/${group.id}`))).toEqual([404, 33031]);
    const entries = resultsOf(await call('GET', 'audit?action=deleteGroup'));
    expect(entries).toMatchObject([{ target: { type: 'group', id: group.id }, channel: 'console' }]);
  });

  it('does not begin behind its members by a cursor that the caller has made', async () => {
    const { account, service } = fixture;
    const { accountId } = account;
    const group = await createGroup(service.deps, {
      ...{ accountId, name: 'Long-lived', optInType: 'SINGLE' as const },
    });
    const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
    await callApi(service, { account, method: 'POST', path: contact, body: {} });
    await callApi(service, { account, method: 'POST', path: `${contact}/groups/${group.id}` });

    const scope = { accountId, list: `deletion of ${group.id}` };
    const forged = writeListCursor(scope, BOOK_START.map(() => 'end').join(' '));
    const answer = await call('DELETE', `groups/${group.id}?cursor=${forged}`);

    expect([...refusalOf(answer), pointersOf(answer)]).toEqual([400, 33100, ['?cursor']]);
    expect((await callApi(service, { account, path: contact })).body).toMatchObject({
      groups: [{ id: group.id }],
    });
    expect(resultsOf(await call('GET', 'groups')).map(({ id }) => id)).toContain(group.id);
    expect(resultsOf(await call('GET', `audit?action=deleteGroup&target=${group.id}`))).toEqual([]);
  });
});

describe('E6: custom fields', () => {
  it('are defined, renamed, hidden, shown and deleted by their keys', async () => {
    const created = await call('POST', 'custom-fields', {
      label: 'Plan',
      type: 'SINGLE_SELECT',
      options: ['A'],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { label: 'Plan', options: ['A'], isDisabled: false },
    });
    const { key } = created.body as { key: string };
    expect(
      (await call('PATCH', `custom-fields/${key}`, { label: 'Tariff', isDisabled: true })).body,
    ).toMatchObject({
      key,
      label: 'Tariff',
      isDisabled: true,
    });
    expect(resultsOf(await call('GET', 'custom-fields'))).toMatchObject([{ key, label: 'Tariff' }]);
    expect(pointersOf(await call('POST', 'custom-fields', { label: 'tariff', type: 'TEXT' }))).toEqual([
      '/label',
    ]);
    expect(
      pointersOf(await call('POST', 'custom-fields', { label: 'X', type: 'TEXT', options: ['A'] })),
    ).toEqual(['/options']);
    expect((await call('DELETE', `custom-fields/${key}`)).status).toBe(204);
    expect(refusalOf(await call('DELETE', `custom-fields/${key}`))).toEqual([404, 33110]);
  });
});

describe('E6: settings', () => {
  it('are read by all, and changed by administrators as far as they are theirs', async () => {
    const viewer = await userWith('viewer');
    expect((await call('GET', 'settings', undefined, viewer)).body).toMatchObject({
      id: fixture.account.accountId,
      retentionDays: 90,
    });
    const changed = await call('PATCH', 'settings', {
      ...{ timeZone: 'America/Chicago', countries: ['us', 'US'], approvalAbove: 10 },
      marketingCap: { messages: 2, hours: 24 },
    });
    expect(changed.body).toMatchObject({
      timeZone: 'America/Chicago',
      countries: ['US'],
      approvalAbove: 10,
      marketingCap: { messages: 2, hours: 24 },
    });
    const cleared = await call('PATCH', 'settings', { marketingCap: null, countries: [] });
    expect(cleared.body).not.toHaveProperty('marketingCap');
    expect(pointersOf(await call('PATCH', 'settings', { timeZone: '+01:00' }))).toEqual(['/timeZone']);
    expect(pointersOf(await call('PATCH', 'settings', { brand: 'Acme\u0007' }))).toEqual(['/brand']);
    // Intl knows it as the zone of India, Israel and Ireland.
    expect(pointersOf(await call('PATCH', 'settings', { timeZone: 'IST' }))).toEqual(['/timeZone']);
    for (const timeZone of ['US/Eastern', 'America/Indianapolis', 'Asia/Calcutta']) {
      expect((await call('PATCH', 'settings', { timeZone })).body).toMatchObject({ timeZone });
    }
    expect(pointersOf(await call('PATCH', 'settings', { countries: ['US', 'XX'] }))).toEqual([
      '/countries/1',
    ]);
    expect(refusalOf(await call('PATCH', 'settings', { defaultNumber: '+12065550100' }))).toEqual([
      400, 33004,
    ]);
    for (const value of [1_000_000_000_001, 2 ** 53, 1e300]) {
      expect(pointersOf(await call('PATCH', 'settings', { approvalAbove: value }))).toEqual([
        '/approvalAbove',
      ]);
    }
  });

  it('name a group of the account as its test list, until it is taken away', async () => {
    const { deps } = fixture.service;
    const group = await createGroup(deps, {
      ...{ accountId: fixture.account.accountId, name: 'Test phones', optInType: 'SINGLE' as const },
    });
    expect((await call('PATCH', 'settings', { testGroup: group.id })).body).toMatchObject({
      testGroup: group.id,
    });
    for (const testGroup of ['grp_none', 'x']) {
      expect(pointersOf(await call('PATCH', 'settings', { testGroup }))).toEqual(['/testGroup']);
    }
    const cleared = await call('PATCH', 'settings', { testGroup: null });
    expect(cleared.body).not.toHaveProperty('testGroup');
  });

  it('that operators set are for operators only, by a route of theirs', async () => {
    const operator = await userWith('operator');
    const { accountId } = fixture.account;
    const set = (body: object, user = operator, id = accountId) =>
      call('PATCH', `operator/accounts/${id}/settings`, body, user);
    const ofOperators = {
      countryBudgets: {},
      dailyQuota: 5,
      freeTexts: 5,
      silentOptIn: true,
      legalHours: false,
    };
    for (const user of [admin, operator]) {
      for (const [name, value] of Object.entries({ ...ofOperators, rateLimits: { message: 1 } })) {
        const refused = await call('PATCH', 'settings', { name: 'Mine', [name]: value }, user);
        expect([refusalOf(refused), pointersOf(refused)]).toEqual([[400, 33100], [`/${name}`]]);
      }
    }
    expect(refusalOf(await set({ dailyQuota: 5 }, admin))).toEqual([403, 33112]);
    const before = (await call('GET', 'settings')).body as { rateLimits: object };
    const changed = { dailyQuota: 123_456, contentExemptions: ['alcohol'], rateLimits: { batch: 7 } };
    expect(await set(changed)).toMatchObject({
      status: 200,
      body: { ...before, ...changed, rateLimits: { ...before.rateLimits, batch: 7 } },
    });
    expect((await set({ rateLimits: { message: 61 } })).body).toMatchObject({
      rateLimits: { ...before.rateLimits, batch: 7, message: 61 },
    });
    for (const freeTexts of [-1, 0.5, null]) {
      expect(pointersOf(await set({ freeTexts }))).toEqual(['/freeTexts']);
    }
    expect(pointersOf(await set({ approvalAbove: -5 }))).toEqual(['/approvalAbove']);
    expect(pointersOf(await set({ rateLimits: { stop: 119 } }))).toEqual(['/rateLimits/stop']);
    expect((await set({ rateLimits: { stop: 120 } })).status).toBe(200);
    expect((await set({ freeTexts: 0 })).body).toMatchObject({ freeTexts: 0, dailyQuota: 123_456 });
    const countryBudgets = { US: 10_000, GB: 0 };
    expect((await set({ countryBudgets })).body).toMatchObject({ countryBudgets });
    expect(pointersOf(await set({ countryBudgets: { XX: 1 } }))).toEqual(['/countryBudgets/XX']);
    expect((await set({ countryBudgets: {} })).body).toMatchObject({ countryBudgets: {} });
    expect((await set({})).body).toMatchObject({ freeTexts: 0 });
    expect(refusalOf(await set({ freeTexts: 0 }, operator, 'acc_none'))).toEqual([404, 33110]);
    const [entry] = resultsOf(await call('GET', 'audit?action=updateOperatorSettings'));
    expect(entry).toMatchObject({
      actor: { type: 'user', id: operator.userId },
      target: { type: 'account', id: accountId },
    });
  });

  it('lower the number of recipients that need an approval, and only operators raise or clear it', async () => {
    const { accountId } = await createApiAccount(fixture.service);
    const [own, operator] = await Promise.all(
      (['admin', 'operator'] as const).map((role) => createConsoleUser(fixture.service, { accountId, role })),
    );
    const set = (body: object, user = own) => call('PATCH', 'settings', body, user);
    const setAsOperator = (approvalAbove: number | null, user = operator) =>
      call('PATCH', `operator/accounts/${accountId}/settings`, { approvalAbove }, user);
    expect((await set({ approvalAbove: 100 })).body).toMatchObject({ approvalAbove: 100 });
    expect((await set({ approvalAbove: 10 })).body).toMatchObject({ approvalAbove: 10 });
    for (const approvalAbove of [11, 1_000_000, null]) {
      const refused = await set({ approvalAbove, retentionDays: 5 });
      expect(refused).toMatchObject({ status: 403, body: { code: 33112, details: { scope: 'operator' } } });
      expect(refusalOf(await setAsOperator(approvalAbove, own))).toEqual([403, 33112]);
    }
    expect((await set({ approvalAbove: 10, retentionDays: 60 })).body).toMatchObject({
      ...{ approvalAbove: 10, retentionDays: 60 },
    });

    expect((await setAsOperator(11)).body).toMatchObject({ approvalAbove: 11 });
    // None of several concurrent writes overwrites a lower value.
    for (let round = 0; round < 4; round++) {
      expect((await setAsOperator(null)).body).not.toHaveProperty('approvalAbove');
      const answers = await Promise.all([50, 5, 500, 7].map((approvalAbove) => set({ approvalAbove })));
      expect(answers.filter(({ status }) => status !== 200 && status !== 403)).toEqual([]);
      expect((await set({})).body).toMatchObject({ approvalAbove: 5 });
    }
  });
});

describe('E6: the URLs of webhooks', () => {
  it('are for administrators: others are told the host of one that is off', async () => {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    const added = await call('POST', 'webhooks', { url: 'https://hooks.example.com/T00/secret-part?key=k' });
    const endpointId = (added.body as { id: string }).id;
    await changeEndpoint(deps.table, {
      ...{ accountId, endpointId },
      change: (endpoint) => ({ ...endpoint, status: 'disabled', disabledReason: 'gone' }),
    });
    for (const user of [await userWith('viewer'), admin]) {
      const { status, body } = await call('GET', 'overview', undefined, user);
      expect(status).toBe(200);
      expect((body as { attention: object[] }).attention).toContainEqual({
        ...{ kind: 'webhookDisabled', endpointId, host: 'hooks.example.com', reason: 'gone' },
      });
      expect(JSON.stringify(body)).not.toContain('secret-part');
    }
    expect((await call('DELETE', `webhooks/${endpointId}`)).status).toBe(204);
  });
});

describe('E6: users', () => {
  it('are given another role and removed, but not by themselves', async () => {
    const { userId: id } = await userWith('editor');
    expect((await call('PATCH', `users/${id}`, { role: 'sender' })).body).toMatchObject({
      id,
      role: 'sender',
    });
    expect(resultsOf(await call('GET', 'users')).map((user) => user.id)).toContain(id);
    expect((await call('DELETE', `users/${id}`)).status).toBe(204);
    expect(refusalOf(await call('DELETE', `users/${id}`))).toEqual([404, 33110]);
    expect(refusalOf(await call('DELETE', `users/${admin.userId}`))).toEqual([409, 33111]);
    expect(refusalOf(await call('PATCH', `users/${admin.userId}`, { role: 'viewer' }))).toEqual([409, 33111]);
  });

  it('are signed out of the account at once', async () => {
    const other = await userWith('viewer');
    const read = async () => (await call('GET', 'settings', undefined, other)).status;
    expect(await read()).toBe(200);
    expect(await call('POST', `users/${other.userId}/sign-out`)).toMatchObject({
      ...{ status: 200, body: { id: other.userId } },
    });
    expect(await read()).toBe(403);
    expect(refusalOf(await call('POST', 'users/usr_none/sign-out'))).toEqual([404, 33110]);
    const elsewhere = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, {
      ...{ accountId: elsewhere.accountId, role: 'admin' as const },
    });
    expect(refusalOf(await call('POST', `users/${other.userId}/sign-out`, undefined, foreign))).toEqual([
      404, 33110,
    ]);
  });

  it('keep the last administrator, whom an operator cannot demote or remove either', async () => {
    const { accountId } = await createApiAccount(fixture.service);
    const last = await createConsoleUser(fixture.service, { accountId, role: 'admin' });
    const operator = await createConsoleUser(fixture.service, { accountId, role: 'operator' });
    for (const answer of [
      await call('PATCH', `users/${last.userId}`, { role: 'viewer' }, operator),
      await call('DELETE', `users/${last.userId}`, undefined, operator),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 33111, details: { status: 'lastAdmin' } } });
    }
  });
});

describe('E6: links', () => {
  const url = 'https://www.example.com/sale';
  const stranger = 'https://evil.example/';
  const refusedScope = ({ body }: ApiAnswer) => (body as { details?: { scope?: string } }).details?.scope;
  let domain: string;
  beforeAll(async () => {
    const { accountId } = fixture.account;
    domain = linkDomainOf(accountId);
    await addLinkDomain(fixture.service.deps, { accountId, domain });
  });

  it('are registered, listed with their clicks, and taken away', async () => {
    const link = `${domain}/spring`;
    const none = { messages: 0, clicks: 0, unattributed: 0, bots: 0 };
    const added = await call('POST', 'links', { link, url });
    expect(added).toMatchObject({ status: 201, body: { link, url, clicks: none } });
    expect(resultsOf(await call('GET', 'links'))).toEqual([added.body]);
    expect(pointersOf(await call('POST', 'links', { link: `https://${link}`, url }))).toEqual(['/link']);
    const withPassword = 'https://user:password@www.example.com/';
    expect(pointersOf(await call('POST', 'links', { link, url: withPassword }))).toEqual(['/url']);
    expect((await call('DELETE', `links?link=${encodeURIComponent(link)}`)).status).toBe(204);
    expect(refusalOf(await call('DELETE', `links?link=${encodeURIComponent(link)}`))).toEqual([404, 33110]);
  });

  it('are made by editors under the domains of their own account only: no top-level domain, no name of the service, no other account’s', async () => {
    const editor = await userWith('editor');
    const other = await createApiAccount(fixture.service);
    const theirs = linkDomainOf(other.accountId);
    await addLinkDomain(fixture.service.deps, { accountId: other.accountId, domain: theirs });
    const service = new URL(fixture.service.baseUrl).hostname;
    expect((await call('POST', 'links', { link: `${domain}/own`, url }, editor)).status).toBe(201);
    const hosts = ['tk', theirs, service, 'localhost', `x.${domain}`, 'bit.ly'];
    const answers = [];
    for (const host of hosts) {
      const answer = await call('POST', 'links', { link: `${host}/a`, url: stranger }, editor);
      const followed = await fetch(`${fixture.service.baseUrl}/a`, { redirect: 'manual' });
      answers.push([host, ...refusalOf(answer), followed.status]);
    }
    expect(answers).toEqual(hosts.map((host) => [host, 403, 33118, 404]));
  });

  it('that texts have may not be turned by an editor, nor taken away and made anew', async () => {
    const editor = await userWith('editor');
    const link = `${domain}/texted`;
    await call('POST', 'links', { link, url }, editor);
    const turned = await call('POST', 'links', { link, url: stranger }, editor);
    expect([...refusalOf(turned), refusedScope(turned)]).toEqual([403, 33112, 'account:admin']);
    const taken = await call('DELETE', `links?link=${encodeURIComponent(link)}`, undefined, editor);
    expect([...refusalOf(taken), refusedScope(taken)]).toEqual([403, 33112, 'account:admin']);
    expect(resultsOf(await call('GET', 'links')).find((one) => one.link === link)).toMatchObject({ url });
    expect((await call('POST', 'links', { link, url }, editor)).status).toBe(201);
  });

  it('are turned by an administrator, with the old and the new address in the audit log', async () => {
    const link = `${domain}/turned`;
    const elsewhere = 'https://www.example.com/autumn';
    const made = (await call('POST', 'links', { link, url })).body as { createdAt: string };
    const turned = await call('POST', 'links', { link, url: elsewhere });
    expect(turned).toMatchObject({ status: 201, body: { url: elsewhere, createdAt: made.createdAt } });
    await call('DELETE', `links?link=${encodeURIComponent(link)}`);
    const target = { type: 'link', id: link };
    expect(resultsOf(await call('GET', `audit?target=${encodeURIComponent(link)}`))).toMatchObject([
      { action: 'removeLink', target },
      { action: 'addLink', target, changes: [{ from: url, to: elsewhere }] },
      { action: 'addLink', target, changes: [{ to: url }] },
    ]);
  });
});

describe('E6: keywords', () => {
  it('are set, listed and deleted, with what they were in the audit log', async () => {
    const { accountId, from } = fixture.account;
    const { id: group } = await createGroup(fixture.service.deps, {
      ...{ accountId, name: 'Keyword', optInType: 'SINGLE' as const },
    });
    const body = { word: ' join ', number: from, group, optInMode: 'CONFIRM' };
    const added = await call('POST', 'keywords', body);
    const keyword = { ...body, word: 'JOIN', createdAt: expect.any(String) as string };
    expect(added).toMatchObject({ status: 200, body: keyword });
    expect(resultsOf(await call('GET', 'keywords'))).toEqual([added.body]);
    const replaced = await call('POST', 'keywords', { word: 'JOIN', number: from, reply: 'Hello' });
    expect(replaced.body).toEqual({
      word: 'JOIN',
      number: from,
      reply: 'Hello',
      createdAt: keyword.createdAt,
    });
    const path = `keywords?word=join&number=${encodeURIComponent(from)}`;
    expect(refusalOf(await call('DELETE', 'keywords?word=join'))).toEqual([404, 33110]);
    expect((await call('DELETE', path)).status).toBe(204);
    expect(refusalOf(await call('DELETE', path))).toEqual([404, 33110]);
    expect(pointersOf(await call('DELETE', 'keywords'))).toEqual(['?word']);
    expect(resultsOf(await call('GET', 'keywords'))).toEqual([]);
    const target = { type: 'keyword', id: 'JOIN' };
    expect(resultsOf(await call('GET', 'audit?target=JOIN'))).toMatchObject([
      {
        ...{ action: 'deleteKeyword', target },
        changes: [
          { what: 'word', from: 'JOIN' },
          { what: 'number', from },
          { what: 'reply', from: 'Hello' },
        ],
      },
      {
        ...{ action: 'setKeyword', target },
        changes: [
          { what: 'group', from: group },
          { what: 'optInMode', from: 'CONFIRM' },
          { what: 'reply', to: 'Hello' },
        ],
      },
      { action: 'setKeyword', target },
    ]);
  });

  it.each([
    [{ word: 'Stop', reply: 'x' }, [400, 33100], ['/word']],
    [{ word: 'unsub', reply: 'x' }, [400, 33100], ['/word']],
    [{ word: 'two words', reply: 'x' }, [400, 33100], ['/word']],
    [{ word: 'JOIN' }, [400, 33100], ['/reply']],
    [{ word: 'JOIN', reply: ' ' }, [400, 33100], ['/reply']],
    [{ word: 'JOIN', reply: 'x', optInMode: 'SILENT' }, [400, 33100], ['/optInMode']],
    [{ word: 'JOIN', group: 'grp_none', optInMode: 'DIRECT' }, [404, 33031], []],
    [{ word: 'JOIN', group: 'none', optInMode: 'DIRECT' }, [400, 33034], []],
    [{ word: 'JOIN', reply: 'x', number: '+12065550000' }, [400, 33004], []],
  ])('%j is refused', async (body, refusal, pointers) => {
    const answer = await call('POST', 'keywords', body);
    expect(refusalOf(answer)).toEqual(refusal);
    expect(pointersOf(answer)).toEqual(pointers);
  });
});

describe('E6: brand, away message and open hours', () => {
  it('are set and taken away', async () => {
    const openHours = { from: '09:00', to: '17:00', days: ['MON', 'TUE'] };
    const body = { brand: 'Acme Shoes', awayReply: 'Closed.', openHours };
    expect((await call('PATCH', 'settings', body)).body).toMatchObject(body);
    const { body: after } = await call('PATCH', 'settings', {
      brand: null,
      awayReply: null,
      openHours: null,
    });
    for (const name of Object.keys(body)) expect(after).not.toHaveProperty(name);
  });

  it.each([
    [{ openHours: { from: '17:00', to: '09:00' } }, '/openHours'],
    [{ openHours: { from: '9', to: '17:00' } }, '/openHours/from'],
    [{ openHours: { from: '09:00', to: '17:00', days: [] } }, '/openHours/days'],
    [{ openHours: { from: '09:00' } }, '/openHours/to'],
    [{ brand: 'x'.repeat(61) }, '/brand'],
    [{ awayReply: '' }, '/awayReply'],
    [{ awayReply: 'x'.repeat(641) }, '/awayReply'],
  ])('%j is refused', async (body, pointer) => {
    const answer = await call('PATCH', 'settings', body);
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(pointersOf(answer)).toEqual([pointer]);
  });
});

describe('E6: webhooks', () => {
  it('are added with their secret shown once, tested, switched off and on, replayed and removed', async () => {
    const url = 'http://127.0.0.1:9/hooks';
    const added = await call('POST', 'webhooks', { url, eventTypes: ['messaging.message.failed'] });
    expect(added).toMatchObject({ status: 201, body: { url, status: 'enabled' } });
    const { id, secret } = added.body as { id: string; secret: string };
    const rotated = await call('POST', `webhooks/${id}/rotate`);
    expect((rotated.body as { secret: string }).secret).not.toBe(secret);
    const listed = await call('GET', 'webhooks');
    expect(resultsOf(listed)).toMatchObject([{ id, url, eventTypes: ['messaging.message.failed'] }]);
    expect(JSON.stringify(listed.body)).not.toMatch(/whsec_/);

    const sent = await call('POST', `webhooks/${id}/test`);
    expect(sent).toMatchObject({ status: 202, body: { status: 'pending', attempts: 0 } });
    const { eventId } = sent.body as { eventId: string };
    expect(resultsOf(await call('GET', `webhooks/${id}/deliveries`))).toMatchObject([{ eventId }]);
    expect(resultsOf(await call('GET', `webhooks/${id}/deliveries?status=delivered`))).toEqual([]);
    expect(refusalOf(await call('GET', `webhooks/${id}/deliveries?status=lost`))).toEqual([400, 33100]);
    expect(refusalOf(await call('POST', `webhooks/${id}/replay`, { eventId: 'evt_none' }))).toEqual([
      404, 33110,
    ]);

    for (const wrong of ['', 'evt_\ud800', 'x'.repeat(201)]) {
      expect(pointersOf(await call('POST', `webhooks/${id}/replay`, { eventId: wrong }))).toEqual([
        '/eventId',
      ]);
    }

    const replaySince = `webhooks/${id}/replay-since`;
    expect(await call('POST', replaySince, { since: '2026-01-01T00:00:00Z' })).toMatchObject({
      ...{ status: 202, body: { id, replayed: 0 } },
    });
    expect(pointersOf(await call('POST', replaySince, { since: 'yesterday' }))).toEqual(['/since']);
    expect(pointersOf(await call('POST', `${replaySince}?cursor=nonsense`, {}))).toEqual(['?cursor']);
    expect(refusalOf(await call('POST', 'webhooks/end_none/replay-since', {}))).toEqual([404, 33110]);

    expect((await call('POST', `webhooks/${id}/disable`)).body).toMatchObject({ status: 'disabled' });
    expect(refusalOf(await call('POST', `webhooks/${id}/test`))).toEqual([409, 33111]);
    expect(refusalOf(await call('POST', replaySince, {}))).toEqual([409, 33111]);
    expect((await call('POST', `webhooks/${id}/enable`)).body).toMatchObject({ status: 'enabled' });
    const other = await createApiAccount(fixture.service);
    const foreign = await createConsoleUser(fixture.service, { accountId: other.accountId, role: 'admin' });
    for (const [method, path] of [
      ['GET', 'deliveries'],
      ['POST', 'test'],
      ['POST', 'disable'],
      ['POST', 'rotate'],
    ] as const) {
      expect(refusalOf(await call(method, `webhooks/${id}/${path}`, undefined, foreign))).toEqual([
        404, 33110,
      ]);
    }
    expect((await call('DELETE', `webhooks/${id}`)).status).toBe(204);
    expect(refusalOf(await call('DELETE', `webhooks/${id}`))).toEqual([404, 33110]);
    expect(pointersOf(await call('POST', 'webhooks', { url: 'ftp://example.com' }))).toEqual(['/url']);
    expect((await call('POST', 'webhooks', { url, batch: true })).body).toMatchObject({ batch: true });
    expect((await call('POST', 'webhooks', { url, batch: false })).body).not.toHaveProperty('batch');
    expect(pointersOf(await call('POST', 'webhooks', { url, batch: 'yes' }))).toEqual(['/batch']);
  });
});

describe('E6: the audit log', () => {
  it('has each change with who made it, through which channel, and none that was refused', async () => {
    const account = await createApiAccount(fixture.service);
    const own = await createConsoleUser(fixture.service, { accountId: account.accountId, role: 'admin' });
    const phone = encodeURIComponent(randomPhone());
    const asKey = (method: string, path: string, body?: unknown) =>
      callApi(fixture.service, { account, method, path: `/api/v1/${path}`, body });
    const contact = (await asKey('POST', `contacts/by-phone/${phone}`)).body as { id: string };
    await asKey('POST', `contacts/by-phone/${phone}`);
    await asKey('GET', `contacts/by-phone/${phone}`);
    const group = (await call('POST', 'groups', { name: 'G', optInType: 'SINGLE' }, own)).body as {
      id: string;
    };
    await asKey('POST', `contacts/by-phone/${phone}/groups/${group.id}`, { optInMode: 'DIRECT' });
    await asKey('POST', 'messaging/message', {
      from: account.from,
      to: decodeURIComponent(phone),
      body: 'Hi',
    });

    const entries = resultsOf(await call('GET', 'audit', undefined, own));
    const byKey = { actor: { type: 'apiKey', id: account.apiKeyId }, channel: 'api', outcome: 'done' };
    expect(entries).toMatchObject([
      { ...byKey, action: 'addMembership', target: { type: 'contact', id: contact.id }, related: group.id },
      {
        actor: { type: 'user', id: own.userId, email: own.email },
        channel: 'console',
        action: 'createGroup',
        target: { type: 'group', id: group.id },
      },
      { ...byKey, action: 'createContact', target: { type: 'contact', id: contact.id } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(decodeURIComponent(phone).slice(1));

    const pick = async (query: string) =>
      resultsOf(await call('GET', `audit?${query}`, undefined, own)).map(({ action }) => action);
    expect(await pick(`actor=${own.email}`)).toEqual(['createGroup']);
    expect(await pick(`target=${contact.id}`)).toEqual(['addMembership', 'createContact']);
    expect(await pick('action=createContact')).toEqual(['createContact']);
    expect(await pick('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(pointersOf(await call('GET', 'audit?from=yesterday', undefined, own))).toEqual(['?from']);
    expect(pointersOf(await call('GET', 'audit?to=2024-02-30', undefined, own))).toEqual(['?to']);
    for (const path of ['audit', 'audit/export']) {
      const turned = await call('GET', `${path}?from=2026-02-01&to=2026-01-01`, undefined, own);
      expect([...refusalOf(turned), ...pointersOf(turned)]).toEqual([400, 33100, '?to']);
    }
    expect(await pick('from=2020-01-01&to=2020-01-01')).toEqual([]);
    expect(pointersOf(await call('GET', 'audit?who=me', undefined, own))).toEqual(['?who']);

    const first = await call('GET', 'audit?limit=2', undefined, own);
    const { nextCursor } = first.body as { nextCursor: string };
    const rest = await call('GET', `audit?limit=2&cursor=${nextCursor}`, undefined, own);
    expect([...resultsOf(first), ...resultsOf(rest)]).toEqual(entries);

    const csv = (await call('GET', 'audit/export', undefined, own)).body as { text: string };
    expect(csv).toMatchObject({ entries: 3, isComplete: true });
    expect(csv.text.split('\n')[2]).toContain(`,user,${own.userId},${own.email},console,createGroup,group,`);
    const lines = (await call('GET', 'audit/export?format=jsonl', undefined, own)).body as { text: string };
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(entries);
  });
});
