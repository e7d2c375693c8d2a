import { updateAccount } from '../../shared/accounts/account-store';
import { createApiKey } from '../../shared/accounts/api-keys';
import type { Scope } from '../../shared/accounts/scopes';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { RateLimitBucket } from '../../shared/limits';
import { leaseEnd } from '../../shared/platform/store/lease';
import { previewLeaseKey } from '../../shared/platform/store/keys';
import { createConsoleUser, type ConsoleUser } from '../support/console/console-user';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAccount, type ApiAnswer, callApi, randomPhone } from '../support/service/service';

/** Account with the default limits. */
const fixture = useSendingService({ rateLimits: {} });
type Key = Pick<ApiAccount, 'apiKeyId' | 'apiKeySecret'>;
type Caller = Key | ConsoleUser;

let stolen: Key;
let admin: ConsoleUser;

beforeEach(async () => {
  stolen = await keyWith(['contacts:read', 'campaigns:read']);
  admin = await createConsoleUser(fixture.service, { accountId: fixture.account.accountId, role: 'admin' });
});

async function keyWith(scopes: Scope[]): Promise<Key> {
  const created = await createApiKey(fixture.service.deps, fixture.account.accountId, { scopes });
  if (!created) throw new Error('No account for the key');
  return { apiKeyId: created.key.id, apiKeySecret: created.secret };
}

const call = (caller: Caller, method: string, path: string, body?: unknown) =>
  callApi(fixture.service, {
    ...{ method, path, body },
    ...('apiKeyId' in caller ? { account: caller } : { headers: caller.headers }),
  });
const preview = (caller: Caller) =>
  call(caller, 'POST', '/api/v1/segments/preview', { audience: { everyone: true } });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const bucketOf = ({ headers }: ApiAnswer) => /^"(\w+)"/.exec(headers.get('ratelimit') ?? '')?.[1];

const setLimits = (rateLimits: Partial<Record<RateLimitBucket, number>>) =>
  updateAccount({
    table: fixture.service.deps.table,
    accountId: fixture.account.accountId,
    changes: { rateLimits },
  });

/** Launches a campaign of the next decade. */
async function launchCampaign(): Promise<string> {
  const { account } = fixture;
  const created = await call(account, 'POST', '/api/v1/campaigns', {
    ...{ name: 'Sale', from: account.from, body: 'Hello', audience: { everyone: true } },
    ...{ purpose: 'informational', schedule: { at: '2035-03-01T12:00:00.000Z' }, launch: true },
  });
  expect(created.status).toBe(201);
  return `/api/v1/campaigns/${(created.body as { id: string }).id}`;
}

/** Creates a member of a group. @returns the paths of the contact and of the membership */
async function enrol(): Promise<{ contact: string; membership: string }> {
  const { account, service } = fixture;
  const { accountId } = account;
  const group = await createGroup(service.deps, { accountId, name: 'News', optInType: 'SINGLE' });
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  const membership = `${contact}/groups/${group.id}`;
  expect((await call(account, 'POST', contact, {})).status).toBe(201);
  expect((await call(account, 'POST', membership)).status).toBe(200);
  return { contact, membership };
}

describe('the ways out (rules 8.1)', () => {
  it('answer when a key has used its windows up', async () => {
    const { account, service } = fixture;
    const viewer = await createConsoleUser(service, { accountId: account.accountId, role: 'viewer' });
    const campaign = await launchCampaign();
    const { contact, membership } = await enrol();
    await setLimits({ campaignWrite: 1, contactApiRead: 1, contactApiWrite: 1 });
    const ask = () =>
      Promise.all([preview(stolen), call(stolen, 'GET', contact), call(account, 'PATCH', contact, {})]);
    await ask();
    expect((await ask()).map(refusalOf)).toEqual(Array(3).fill([429, 33002]));

    const phone = encodeURIComponent(randomPhone());
    const answers = [
      await call(admin, 'POST', `/console/api/contacts/${phone}/opt-out`, { source: 'kiosk' }),
      await call(account, 'POST', `${campaign}/pause`),
      await call(admin, 'POST', `${campaign}/cancel`),
      await call(account, 'POST', '/api/v1/messaging/broadcast/brc_1/cancel'),
      await call(admin, 'DELETE', membership),
      await call(admin, 'DELETE', contact),
      await call(admin, 'POST', `/console/api/users/${viewer.userId}/sign-out`),
      await call(admin, 'DELETE', `/console/api/users/${viewer.userId}`),
      await call(admin, 'POST', `/console/api/keys/${stolen.apiKeyId}/revoke`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200, 202, 200, 204, 200]);
    expect(answers.map(bucketOf)).toEqual(Array(9).fill('stop'));
    expect((await preview(stolen)).status).toBe(401);
  });

  it('of a user answer when the user has used up the window of all other requests', async () => {
    const { account, service } = fixture;
    await setLimits({ user: 2 });
    await preview(admin);
    const last = await call(admin, 'GET', '/console/api/keys');
    const limited = await call(admin, 'GET', '/api/v1/contacts');
    expect([last.status, last.headers.get('ratelimit-policy'), ...refusalOf(limited)]).toEqual([
      ...[200, '"user";q=2;w=60', 429, 33002],
    ]);
    const revoked = await call(admin, 'POST', `/console/api/keys/${stolen.apiKeyId}/revoke`);
    expect([revoked.status, revoked.headers.get('ratelimit-policy')]).toEqual([200, '"stop";q=120;w=60']);
    const other = await createConsoleUser(service, { accountId: account.accountId, role: 'admin' });
    expect((await call(other, 'GET', '/api/v1/contacts')).headers.get('ratelimit')).toBe('"user";r=1;t=60');
  });
});

describe('previews (rules E3)', () => {
  it('of segments and campaigns are refused while another one of the account runs', async () => {
    const { account, service } = fixture;
    const campaign = await launchCampaign();
    const leaseUntil = leaseEnd(new Date(), 3_600_000);
    const lease = { ...previewLeaseKey(account.accountId), entity: 'previewLease', leaseId: 'x', leaseUntil };
    await service.deps.table.put({ Item: lease });
    const refused = [
      await preview(stolen),
      await preview(admin),
      await call(account, 'POST', `${campaign}/preview`),
      await call(admin, 'POST', `${campaign}/preview`),
    ];
    expect(refused.map(refusalOf)).toEqual(Array(4).fill([429, 33119]));
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(4).fill('2'));
    await service.deps.table.delete({ Key: previewLeaseKey(account.accountId) });
    expect((await preview(stolen)).status).toBe(200);
    expect((await call(account, 'POST', `${campaign}/preview`)).status).toBe(200);
    expect(await service.deps.table.get(previewLeaseKey(account.accountId))).toBeUndefined();
  });
});

describe('the recipients of a test of a campaign (rules E4)', () => {
  it('count as single sends, all of a test or none', async () => {
    const { account } = fixture;
    const campaign = await launchCampaign();
    const test = (caller: Caller, count: number) =>
      call(caller, 'POST', `${campaign}/test`, { to: Array.from({ length: count }, randomPhone) });
    const tests = await Promise.all([1, 2, 3, 4, 5].map(() => test(account, 10)));
    expect(tests.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(tests.map(bucketOf))).toEqual(new Set(['campaignWrite']));
    expect((await test(admin, 8)).status).toBe(200);
    const refused = await test(admin, 3);
    expect([...refusalOf(refused), refused.headers.get('ratelimit-policy')]).toEqual([
      ...[429, 33002, '"message";q=60;w=60'],
    ]);
    expect(refused.headers.get('ratelimit')).toMatch(/^"message";r=2;t=\d+$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const single = () => fixture.sending.post('message', { to: randomPhone(), body: 'Hello' });
    expect([await single(), await single(), await single()].map(refusalOf)).toEqual([
      [400, 33028],
      [400, 33028],
      [429, 33002],
    ]);
  });
});
