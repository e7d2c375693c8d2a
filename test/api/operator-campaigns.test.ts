import { userInfo } from 'node:os';
import { updateAccount } from '../../shared/accounts/account-store';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/service/api-sending';
import { createConsoleUser } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { useSendingService } from '../support/service/sending-service';
import { callApi, createApiAccount, randomPhone } from '../support/service/service';

const INVALID = '+15005550001';
const LATER = { at: '2035-03-01T15:00:00.000Z' };
const NO_CONTACT = '+12125550199';

const fixture = useSendingService({ smsCredits: 1_000 });
const { sending } = fixture;
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/campaigns${path}`, body });

interface Campaign {
  id: string;
  status: string;
  counts: Record<string, number>;
}
interface TestAnswer {
  results: Array<{ to: string; messageId?: string; status?: string; code?: number }>;
}
interface Recipient {
  to: string;
  messageId: string;
  status: string;
  dueAt?: string;
}

const campaignVerb = <T>(verb: string, ...options: string[]) =>
  operate<T>('campaign', verb, '--account', fixture.account.accountId, ...options);
const onCampaign = <T>(verb: string, id: string, ...options: string[]) =>
  campaignVerb<T>(verb, '--campaign', id, ...options);

const plan = (changes: object = {}) => ({
  ...{
    name: 'Spring',
    from: fixture.account.from,
    body: 'Hello {{contact_first_name}}',
    audience: { everyone: true },
  },
  ...{ purpose: 'informational', schedule: LATER },
  ...changes,
});

async function create(changes: object = {}): Promise<Campaign> {
  const created = await call('POST', '', plan(changes));
  expect(created).toMatchObject({ status: 201 });
  return created.body as Campaign;
}

/** Makes the phones contacts in a group, where audiences find them. */
async function enrol(phones: string[]): Promise<void> {
  const { service, account } = fixture;
  const { id } = await createGroup(service.deps, {
    ...{ accountId: account.accountId, name: 'Customers', optInType: 'SINGLE' },
  });
  for (const phone of phones) {
    const path = `/api/v1/contacts/by-phone/${phone}`;
    await callApi(service, { account, method: 'POST', path, body: {} });
    const joined = await callApi(service, { account, method: 'POST', path: `${path}/groups/${id}` });
    expect(joined.status).toBeLessThan(300);
  }
}

const read = async (id: string) => (await call('GET', `/${id}`)).body as Campaign;

describe('campaign test', () => {
  it('sends the text with the values of a contact, once for each phone, and charges single sends', async () => {
    const [ada = '', eve = ''] = sending.phones(2);
    await sending.optIn([ada], { firstName: 'Ada' });
    await sending.optIn([eve], { firstName: 'Eve' });
    const { id } = await create();
    const to = ['--to', `${ada},${eve}`, '--to', NO_CONTACT];

    const { results } = await onCampaign<TestAnswer>('test', id, ...to, '--as-contact', eve);

    expect(results).toMatchObject([
      { to: ada, status: 'queued' },
      { to: eve, status: 'queued' },
      { to: NO_CONTACT, code: 33028 },
    ]);
    await expectSoon(async () => {
      for (const phone of [ada, eve]) {
        expect((await sending.taken(phone)).map(({ body }) => body)).toEqual(['Hello Eve']);
      }
    });
    await expectSoon(async () => {
      expect(await sending.get(`message/${results[0]?.messageId}`)).toMatchObject({
        status: 200,
        body: { to: ada, status: 'sent' },
      });
    });
    expect(await sending.credits()).toMatchObject({ sms: 996 });
    expect(await read(id)).toMatchObject({ status: 'draft', counts: { selected: 0 } });
  });

  it('fills the merge tags with the values of each phone without --as-contact', async () => {
    const [ada = ''] = sending.phones(1);
    await sending.optIn([ada], { firstName: 'Ada' });
    const { id } = await create();
    await onCampaign('test', id, '--to', ada);
    await expectSoon(async () => {
      expect((await sending.taken(ada)).map(({ body }) => body)).toEqual(['Hello Ada']);
    });
  });

  it('refuses each phone with the code that the route has for it', async () => {
    const [stopped = ''] = sending.phones(1);
    await sending.optIn([stopped], {
      hardOptOut: { at: '2026-03-01T12:00:00.000Z', source: 'stop' },
    });
    const { id } = await create();
    const to = [stopped, NO_CONTACT, '12', '+1'];

    const { results } = await onCampaign<TestAnswer>('test', id, ...to.flatMap((phone) => ['--to', phone]));

    expect(await call('POST', `/${id}/test`, { to })).toMatchObject({ status: 200, body: { results } });
    expect(results.map(({ code }) => typeof code)).toEqual(['number', 'number', 'number', 'number']);
    expect(await sending.credits()).toMatchObject({ sms: 1_000 });
  });

  it('takes 10 phones and not 11, an existing contact and no other, and only own campaigns', async () => {
    const { id } = await create();
    const strangers = (count: number) => ['--to', Array.from({ length: count }, randomPhone).join(',')];

    expect((await onCampaign<TestAnswer>('test', id, ...strangers(10))).results).toHaveLength(10);
    await expect(onCampaign('test', id, ...strangers(11))).rejects.toThrow('/to');
    await expect(onCampaign('test', id, ...strangers(1), '--as-contact', NO_CONTACT)).rejects.toThrow(
      /contact/i,
    );
    await expect(onCampaign('test', id, ...strangers(1), '--as-contact', 'Ada')).rejects.toThrow('asContact');
    const { accountId } = await createApiAccount(fixture.service);
    const other = ['campaign', 'test', '--account', accountId, '--campaign', id];
    await expect(operate(...other, ...strangers(1))).rejects.toThrow('campaign');
    await operate('account', 'close', '--account', fixture.account.accountId, '--yes');
    await expect(onCampaign('test', id, ...strangers(1))).rejects.toThrow('was closed');
  });
});

describe('campaign recipients', () => {
  it('lists what the route lists, with its filters', async () => {
    const phones = [...sending.phones(2), INVALID];
    await enrol(phones);
    const { id } = await create({ schedule: undefined, launch: true });
    await expectSoon(async () => {
      expect(await read(id)).toMatchObject({ status: 'completed', counts: { delivered: 2 } });
    });
    const { results } = (await call('GET', `/${id}/recipients`)).body as { results: Recipient[] };
    const list = (...options: string[]) => onCampaign<Recipient[]>('recipients', id, ...options);

    expect(await list()).toMatchObject(results);
    expect((await list()).map(({ to }) => to).sort()).toEqual([...phones].sort());
    expect(await list('--limit', '2')).toMatchObject(results.slice(0, 2));
    expect(await list('--status', 'failed')).toMatchObject([{ to: INVALID, status: 'failed' }]);
    expect(await list('--reason', 'invalid_number')).toMatchObject([{ to: INVALID }]);
    expect(await list('--status', 'sent', '--delivery-status', 'delivered')).toHaveLength(2);
    expect(await list('--status', 'skipped')).toEqual([]);
    await expect(list('--status', 'dropped')).rejects.toThrow('--status');
    await expect(list('--reason', 'no reason')).rejects.toThrow('?reason');
  });

  it('says when those who wait are due, and nothing of a draft', async () => {
    const phones = sending.phones(2);
    await enrol(phones);
    const list = (id: string) => onCampaign<Recipient[]>('recipients', id, '--status', 'pending');
    const draft = await create();
    expect(await list(draft.id)).toEqual([]);

    const { id } = await create({
      ...{
        schedule: undefined,
        launch: true,
        sendingHours: { from: '00:00', to: '00:01', days: [inThreeDays()] },
      },
      expiresAt: new Date(Date.now() + 7 * 24 * 3_600_000).toISOString(),
    });
    await expectSoon(async () => {
      expect(await read(id)).toMatchObject({ status: 'sending', counts: { pending: 2 } });
    });

    for (const { dueAt } of await list(id)) expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now());
    expect((await list(id)).map(({ to }) => to).sort()).toEqual([...phones].sort());
    await onCampaign('cancel', id, '--yes');
  });
});

describe('the approval of a campaign', () => {
  const OPERATOR = userInfo().username;

  async function needApproval(): Promise<void> {
    const { accountId } = fixture.account;
    await updateAccount({ table: fixture.service.deps.table, accountId, changes: { approvalAbove: 0 } });
    await enrol(sending.phones(1));
  }

  /** Creates a campaign that a user of the console has launched, and not the operator. */
  async function launchedByUser(): Promise<string> {
    const { service, account } = fixture;
    await needApproval();
    const { headers } = await createConsoleUser(service, { accountId: account.accountId, role: 'sender' });
    const path = '/api/v1/campaigns';
    const body = plan({ launch: true });
    const launched = (await callApi(service, { method: 'POST', path, headers, body })).body as Campaign;
    expect(launched).toMatchObject({ status: 'awaitingApproval' });
    return launched.id;
  }

  it('is given and refused by the user of the computer, who has no way to be another', async () => {
    await needApproval();
    const { id } = await campaignVerb<Campaign>('create', '--plan', JSON.stringify(plan()));
    expect(await onCampaign('launch', id)).toMatchObject({ status: 'awaitingApproval' });

    for (const decision of [['approve'], ['reject', '--reason', 'No.']] as const) {
      const [verb, ...options] = decision;
      await expect(onCampaign(verb, id, ...options, '--yes')).rejects.toThrow(`${OPERATOR} launched`);
      const asEve = onCampaign(verb, id, ...options, '--by', 'eve', '--yes');
      await expect(asEve).rejects.toThrow("unknown option '--by'");
    }
    expect(await read(id)).toMatchObject({ status: 'awaitingApproval' });
  });

  it('is not given to the launch of an API key that the operator has made', async () => {
    const { accountId } = fixture.account;
    await needApproval();
    const key = await operate<{ id: string; secret: string }>('key', 'create', '--account', accountId);
    const { body } = await callApi(fixture.service, {
      ...{ method: 'POST', path: '/api/v1/campaigns', body: plan({ launch: true }) },
      account: { apiKeyId: key.id, apiKeySecret: key.secret },
    });
    const { id, status } = body as Campaign;
    expect(status).toBe('awaitingApproval');

    await expect(onCampaign('approve', id, '--yes')).rejects.toThrow(`${OPERATOR} launched`);
    expect(await read(id)).toMatchObject({ status: 'awaitingApproval' });
  });

  it('is given to the launch of a user, once', async () => {
    const id = await launchedByUser();

    expect(await onCampaign('approve', id, '--comment', 'Fine.', '--yes')).toMatchObject({
      status: 'scheduled',
      approval: { status: 'approved', by: { kind: 'operator', id: OPERATOR }, comment: 'Fine.' },
    });

    expect(await read(id)).toMatchObject({ status: 'scheduled' });
    await expect(onCampaign('approve', id, '--yes')).rejects.toThrow('scheduled');
    await expect(onCampaign('reject', id, '--reason', 'No.', '--yes')).rejects.toThrow('scheduled');
  });

  it('is refused: the campaign is a draft again, can be changed, and needs a new approval', async () => {
    const id = await launchedByUser();

    await expect(onCampaign('reject', id, '--yes')).rejects.toThrow('--reason');
    expect(await onCampaign('reject', id, '--reason', 'Too long.', '--yes')).toMatchObject({
      status: 'draft',
      approval: { status: 'rejected', reason: 'Too long.' },
    });

    expect(await call('PATCH', `/${id}`, { name: 'Summer' })).toMatchObject({
      status: 200,
      body: { name: 'Summer', status: 'draft' },
    });
    await expect(onCampaign('approve', id, '--yes')).rejects.toThrow('draft');
    expect(await onCampaign('launch', id)).toMatchObject({ status: 'awaitingApproval' });
    await expect(onCampaign('approve', id, '--yes')).rejects.toThrow(`${OPERATOR} launched`);
  });

  it('is given to the launch of an API key that no person has made', async () => {
    await needApproval();
    const { id, status } = await create({ launch: true });
    expect(status).toBe('awaitingApproval');

    expect(await onCampaign('approve', id, '--yes')).toMatchObject({ status: 'scheduled' });
  });
});

/** Returns a weekday that is neither today nor tomorrow in any zone. */
function inThreeDays(): string {
  const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
  return days[new Date(Date.now() + 3 * 24 * 3_600_000).getUTCDay()] ?? '';
}
