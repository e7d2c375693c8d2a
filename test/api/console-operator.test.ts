import { OPERATOR_HANDLERS } from '../../functions/console/operator';
import { putChange } from '../../shared/audit/record-change';
import type { Role } from '../../shared/users/role';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { linkDomainOf } from '../support/service/own-links';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';
import { useService } from '../support/service/use-service';

const service = useService();
let operator: ConsoleUser;
let ownAccountId: string;

beforeAll(async () => {
  ({ accountId: ownAccountId } = await createApiAccount(service));
  operator = await createConsoleUser(service, { accountId: ownAccountId, role: 'operator' });
});

const call = (method: string, path: string, body?: unknown, headers = operator.headers) =>
  callApi(service, { method, path: `/console/api/operator/${path}`, headers, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const statusOf = ({ body }: ApiAnswer) => (body as { details?: { status?: string } }).details?.status;
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);
const actionsOf = async (accountId: string) => {
  const headers = { ...operator.headers, 'x-account': accountId };
  const { body } = await callApi(service, { path: '/console/api/audit', headers });
  return (body as { results: Array<{ action: string; actor: unknown }> }).results;
};

interface Account {
  id: string;
  name: string;
  credits: { sms: number; mms: number };
  closedAt?: string;
}

let created = 0;
const createAccount = async (fields: object = {}) => {
  const name = `Account ${Date.now()}-${++created}`;
  const { status, body } = await call('POST', 'accounts', { name, ...fields });
  expect(status).toBe(201);
  return body as Account;
};

describe('E6: routes for operators', () => {
  it.each(['viewer', 'editor', 'sender', 'admin'] satisfies Role[])('refuse a %s', async (role) => {
    const { headers } = await createConsoleUser(service, { accountId: ownAccountId, role });
    for (const { route } of OPERATOR_HANDLERS) {
      const path = route.path.replace('{accountId}', ownAccountId).replace(/\{\w+\}/g, 'none');
      const answer = await callApi(service, { method: route.method, path, headers, body: undefined });
      expect([route.operationId, ...refusalOf(answer)]).toEqual([route.operationId, 403, 33112]);
    }
  });

  it('refuse callers without a session, API keys, and requests of other pages', async () => {
    const account = await createApiAccount(service);
    const withKey = await callApi(service, { account, path: '/console/api/operator/accounts' });
    expect(refusalOf(withKey)).toEqual([401, 33001]);
    expect(refusalOf(await call('GET', 'accounts', undefined, {}))).toEqual([401, 33001]);
    const { 'x-requested-with': _, ...noHeader } = operator.headers;
    expect(refusalOf(await call('POST', 'accounts', { name: 'x' }, noHeader))).toEqual([403, 33112]);
  });
});

describe('E6: accounts', () => {
  it('are created, listed with their balances, and closed for good, each in the log of the account', async () => {
    const account = await createAccount({ smsCredits: 10, timeZone: 'America/Chicago' });
    expect(account.credits).toEqual({ sms: 10, mms: 0 });
    const { results } = (await call('GET', 'accounts')).body as { results: Account[] };
    expect(results.find(({ id }) => id === account.id)).toEqual(account);

    const key = await callApi(service, {
      ...{ method: 'POST', path: '/console/api/keys', body: { scopes: ['contacts:read'] } },
      headers: { ...operator.headers, 'x-account': account.id },
    });
    expect(key.status).toBe(201);
    const closed = await call('POST', `accounts/${account.id}/close`);
    expect(closed).toMatchObject({ status: 200, body: { id: account.id } });
    expect((closed.body as Account).closedAt).toEqual(expect.any(String));
    expect((await call('POST', `accounts/${account.id}/close`)).body).toEqual(closed.body);
    const { id: apiKeyId, secret } = key.body as { id: string; secret: string };
    const withKey = { account: { apiKeyId, apiKeySecret: secret }, path: '/api/v1/groups' };
    expect((await callApi(service, withKey)).status).toBe(401);
    for (const [path, body] of [
      ['credits', { sms: 1 }],
      ['numbers', { number: randomPhone() }],
    ] as const) {
      const answer = await call('POST', `accounts/${account.id}/${path}`, body);
      expect([...refusalOf(answer), statusOf(answer)]).toEqual([409, 33111, 'closed']);
    }
  });

  it('write who created them and who gave credits into their log', async () => {
    const account = await createAccount();
    await call('POST', `accounts/${account.id}/credits`, { sms: 5 });
    const actor = { type: 'user', id: operator.userId, email: operator.email };
    expect(await actionsOf(account.id)).toMatchObject([
      { action: 'addAccountCredits', channel: 'console', actor, target: { type: 'account', id: account.id } },
      { action: 'createAccount', channel: 'console', actor, target: { type: 'account', id: account.id } },
    ]);
  });

  it('refuse a name that another open account has, and settings that are none', async () => {
    const { id, name } = await createAccount();
    expect(pointersOf(await call('POST', 'accounts', { name: ` ${name.toUpperCase()}` }))).toEqual(['/name']);
    await call('POST', `accounts/${id}/close`);
    expect((await call('POST', 'accounts', { name })).status).toBe(201);
    expect(pointersOf(await call('POST', 'accounts', {}))).toEqual(['/name']);
    expect(pointersOf(await call('POST', 'accounts', { name: '  ' }))).toEqual(['/name']);
    expect(pointersOf(await call('POST', 'accounts', { name: 'a'.repeat(201) }))).toEqual(['/name']);
    expect(pointersOf(await call('POST', 'accounts', { name: 'Zone', timeZone: 'Mars/One' }))).toEqual([
      '/timeZone',
    ]);
    expect(pointersOf(await call('POST', 'accounts', { name: 'Sum', smsCredits: -1 }))).toEqual([
      '/smsCredits',
    ]);
    for (const name of ['smsCredits', 'mmsCredits', 'dailyQuota']) {
      for (const value of [1_000_000_000_001, 2 ** 53, 1e300]) {
        const answer = await call('POST', 'accounts', { name: 'Sum', [name]: value });
        expect(pointersOf(answer)).toEqual([`/${name}`]);
      }
    }
    const rich = await createAccount({ smsCredits: 1_000_000_000_000 });
    expect(rich.credits).toEqual({ sms: 1_000_000_000_000, mms: 0 });
    expect(refusalOf(await call('POST', 'accounts/acc_none/close'))).toEqual([404, 33110]);
  });
});

describe('E6: credits', () => {
  it('are added and taken, and never fall below zero', async () => {
    const { id } = await createAccount({ smsCredits: 10 });
    const path = `accounts/${id}/credits`;
    expect((await call('POST', path, { sms: 5, mms: 2 })).body).toMatchObject({
      credits: { sms: 15, mms: 2 },
    });
    expect(refusalOf(await call('POST', path, { sms: -16, mms: 1 }))).toEqual([402, 33023]);
    expect((await call('POST', path, { sms: -15 })).body).toMatchObject({ credits: { sms: 0, mms: 2 } });
    expect(pointersOf(await call('POST', path, {}))).toEqual(['/sms']);
    expect(pointersOf(await call('POST', path, { sms: 1.5 }))).toEqual(['/sms']);
    expect(pointersOf(await call('POST', path, { sms: 1_000_000_001 }))).toEqual(['/sms']);
    expect(refusalOf(await call('POST', 'accounts/acc_none/credits', { sms: 1 }))).toEqual([404, 33110]);
  });
});

describe('E6: numbers of accounts', () => {
  const addressOf = (accountId: string, number: string) =>
    `accounts/${accountId}/numbers/${encodeURIComponent(number)}`;

  it('are assigned to one account, moved and removed', async () => {
    const [one, other] = [await createAccount(), await createAccount()];
    const number = randomPhone();
    const added = await call('POST', `accounts/${one.id}/numbers`, { number, kind: 'toll-free' });
    expect(added).toMatchObject({ status: 201, body: { number, status: 'Active', ratePerSecond: 3 } });
    const again = await call('POST', `accounts/${other.id}/numbers`, { number });
    expect([...refusalOf(again), statusOf(again)]).toEqual([409, 33111, 'assigned']);

    const move = `${addressOf(one.id, number)}/move`;
    expect(pointersOf(await call('POST', move, { toAccountId: one.id }))).toEqual(['/toAccountId']);
    expect(refusalOf(await call('POST', move, { toAccountId: 'acc_none' }))).toEqual([404, 33110]);
    expect((await call('POST', move, { toAccountId: other.id })).status).toBe(200);
    expect(refusalOf(await call('DELETE', addressOf(one.id, number)))).toEqual([404, 33110]);
    expect((await call('DELETE', addressOf(other.id, number))).status).toBe(204);
    expect((await actionsOf(other.id)).map(({ action }) => action)).toEqual([
      'removeAccountNumber',
      'moveAccountNumber',
      'createAccount',
    ]);
    expect(pointersOf(await call('POST', `accounts/${one.id}/numbers`, { number: '12' }))).toEqual([
      '/number',
    ]);
  });

  it('stay where the account names them as its default', async () => {
    const { id } = await createAccount();
    const number = randomPhone();
    await call('POST', `accounts/${id}/numbers`, { number });
    const headers = { ...operator.headers, 'x-account': id };
    const set = { method: 'PATCH', path: '/console/api/settings', headers, body: { defaultNumber: number } };
    expect((await callApi(service, set)).status).toBe(200);
    const answer = await call('DELETE', addressOf(id, number));
    expect([...refusalOf(answer), statusOf(answer)]).toEqual([409, 33111, 'defaultNumber']);
  });
});

describe('E6: link domains of accounts', () => {
  const domainOf = ({ id }: Account) => linkDomainOf(id);

  it('are given to one account, listed for it, and taken with its links, each in the log', async () => {
    const [one, other] = [await createAccount(), await createAccount()];
    const domain = domainOf(one);
    const added = await call('POST', `accounts/${one.id}/link-domains`, { domain });
    expect(added).toMatchObject({ status: 201, body: { domain } });
    expect((await call('POST', `accounts/${one.id}/link-domains`, { domain })).body).toEqual(added.body);
    const again = await call('POST', `accounts/${other.id}/link-domains`, { domain });
    expect([...refusalOf(again), statusOf(again)]).toEqual([409, 33111, 'assigned']);

    const headers = { ...operator.headers, 'x-account': one.id };
    const path = '/console/api/link-domains';
    expect((await callApi(service, { path, headers })).body).toEqual({ results: [added.body] });
    const body = { link: `${domain}/spring`, url: 'https://www.example.com/' };
    const link = { method: 'POST', path: '/console/api/links', headers, body };
    expect((await callApi(service, link)).status).toBe(201);

    const place = `link-domains/${domain}`;
    expect(refusalOf(await call('DELETE', `accounts/${other.id}/${place}`))).toEqual([404, 33110]);
    expect((await call('DELETE', `accounts/${one.id}/${place}`)).status).toBe(204);
    expect((await callApi(service, { path: '/console/api/links', headers })).body).toEqual({ results: [] });
    expect(refusalOf(await callApi(service, link))).toEqual([403, 33118]);
    const target = { type: 'linkDomain', id: domain };
    expect(await actionsOf(one.id)).toMatchObject([
      { action: 'removeLinkDomain', target },
      { action: 'addLink', target: { type: 'link', id: body.link } },
      { action: 'addLinkDomain', target },
      { action: 'createAccount' },
    ]);
    expect((await call('POST', `accounts/${other.id}/link-domains`, { domain })).status).toBe(201);
  });

  it.each([
    'tk',
    'co.uk',
    'github.io',
    'localhost',
    'go.localhost',
    '127.0.0.1',
    '0x7f.1',
    'GO.acme.com',
    'a.b/c',
    ' ',
  ])('are not %s', async (domain) => {
    const { id } = await createAccount();
    expect(pointersOf(await call('POST', `accounts/${id}/link-domains`, { domain }))).toEqual(['/domain']);
  });

  it('are given to open accounts only', async () => {
    const account = await createAccount();
    const give = (id: string) => call('POST', `accounts/${id}/link-domains`, { domain: domainOf(account) });
    expect(refusalOf(await give('acc_none'))).toEqual([404, 33110]);
    await call('POST', `accounts/${account.id}/close`);
    expect(statusOf(await give(account.id))).toBe('closed');
  });
});

describe('E6: users of all accounts', () => {
  interface User {
    id: string;
    email: string;
    isOperator: boolean;
    accounts: Array<{ id: string; role: string }>;
  }
  const usersOf = ({ body }: ApiAnswer) => (body as { results: User[] }).results;

  it('are listed with their accounts, signed out, and removed from everywhere', async () => {
    const { id: accountId } = await createAccount();
    const [editor, admin] = [
      await createConsoleUser(service, { accountId, role: 'editor' }),
      await createConsoleUser(service, { accountId, role: 'admin' }),
    ];
    const listed = usersOf(await call('GET', 'users'));
    expect(listed.find(({ id }) => id === editor.userId)).toMatchObject({
      ...{ email: editor.email, isOperator: false, status: 'invited' },
      accounts: [{ id: accountId, role: 'editor' }],
    });
    expect(listed.find(({ id }) => id === operator.userId)).toMatchObject({ isOperator: true, accounts: [] });

    const asEditor = () => callApi(service, { path: '/console/api/session', headers: editor.headers });
    expect((await asEditor()).status).toBe(200);
    expect((await call('POST', `users/${editor.userId}/sign-out`)).body).toMatchObject({ id: editor.userId });
    expect((await asEditor()).status).toBe(401);

    const last = await call('DELETE', `users/${admin.userId}`);
    expect([...refusalOf(last), statusOf(last)]).toEqual([409, 33111, 'lastAdmin']);
    expect((await call('DELETE', `users/${editor.userId}`)).status).toBe(204);
    expect(refusalOf(await call('DELETE', `users/${editor.userId}`))).toEqual([404, 33110]);
    expect(refusalOf(await call('POST', `users/${editor.userId}/sign-out`))).toEqual([404, 33110]);
    expect(usersOf(await call('GET', 'users')).map(({ id }) => id)).not.toContain(editor.userId);
    expect((await actionsOf(accountId))[0]).toMatchObject({
      action: 'removeOperatorUser',
      target: { type: 'user', id: editor.userId },
    });
  });

  it('become operators by an invitation, and do not remove themselves', async () => {
    const email = `operator-${Date.now()}@example.com`;
    const invited = await call('POST', 'users', { email: email.toUpperCase(), name: 'Olga' });
    expect(invited).toMatchObject({ status: 201, body: { email, name: 'Olga', isOperator: true } });
    const again = await call('POST', 'users', { email });
    expect([...refusalOf(again), statusOf(again)]).toEqual([409, 33111, 'alreadyOperator']);
    expect(pointersOf(await call('POST', 'users', { email: 'nobody' }))).toEqual(['/email']);
    const { id } = invited.body as User;
    expect((await call('DELETE', `users/${id}`)).status).toBe(204);
    expect((await call('GET', `audit?target=${id}`)).body).toMatchObject({
      results: [
        { action: 'removeOperatorUser', changes: [{ what: 'role', from: 'operator' }] },
        { action: 'inviteOperator', changes: [{ what: 'role', to: 'operator' }], channel: 'console' },
      ],
    });
    const self = await call('DELETE', `users/${operator.userId}`);
    expect([...refusalOf(self), statusOf(self)]).toEqual([409, 33111, 'self']);
  });
});

describe('E6: the audit log of the service', () => {
  interface Entry {
    id: string;
    action: string;
    at: string;
  }
  const read = async (query: string) =>
    (await call('GET', `audit?${query}`)).body as { results: Entry[]; nextCursor?: string };

  it('is read in pages, filtered and exported like that of an account', async () => {
    const actor = { type: 'operator' as const, id: `arn:aws:iam::1:user/${Date.now()}` };
    const by = `actor=${encodeURIComponent(actor.id)}`;
    const target = { type: 'user', id: `usr_${Date.now()}` };
    for (const action of ['user invite', 'user sign-out', 'user remove']) {
      await service.deps.table.put(
        putChange(service.deps.ids, { actor, channel: 'cli', action, target }).Put,
      );
    }
    const { results: all } = await read(by);
    expect(all.map(({ action }) => action)).toEqual(['user remove', 'user sign-out', 'user invite']);
    expect(await read(`target=${target.id}`)).toEqual({ results: all });
    expect(await read(`${by}&action=user%20invite`)).toEqual({ results: [all[2]] });
    expect(await read(`${by}&to=2020-01-01T00:00:00Z`)).toEqual({ results: [] });
    expect(pointersOf(await call('GET', 'audit?who=me'))).toEqual(['?who']);

    const first = await read(`${by}&limit=2`);
    const rest = await read(`${by}&limit=2&cursor=${first.nextCursor}`);
    expect([...first.results, ...rest.results]).toEqual(all);
    expect(pointersOf(await call('GET', `audit?cursor=${first.nextCursor}`))).toEqual(['?cursor']);

    const csv = (await call('GET', `audit/export?${by}`)).body as { text: string };
    expect(csv).toMatchObject({ entries: 3, isComplete: true });
    expect(csv.text.split('\n')[1]).toContain(`,operator,${actor.id},,cli,user remove,user,${target.id},`);
    const lines = (await call('GET', `audit/export?format=jsonl&${by}`)).body as { text: string };
    const written = lines.text.trim().split('\n');
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual(all);
    expect((await actionsOf(ownAccountId)).map(({ actor: one }) => one)).not.toContainEqual(actor);
  });
});
