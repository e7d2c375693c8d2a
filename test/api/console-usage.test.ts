import { createGroup } from '../../shared/audience/groups/create-group';
import { dayIn } from '../../shared/time-zones/wall-clock';
import { type ConsoleUser, createConsoleUser } from '../support/console/console-user';
import { expectSoon } from '../support/service/api-sending';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const TIME_ZONE = 'Pacific/Kiritimati';
const fixture = useSendingService({ timeZone: TIME_ZONE, monthlyBudget: 1 }, { account: 'ofFile' });
let user: ConsoleUser;

beforeAll(async () => {
  const { accountId } = fixture.account;
  user = await createConsoleUser(fixture.service, { accountId, role: 'sender' });
});

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { method, path, headers: user.headers, body });
const idOf = ({ status, body }: ApiAnswer) => {
  expect([status, (body as { id?: string }).id]).toEqual([expect.any(Number), expect.any(String)]);
  return (body as { id: string }).id;
};

/** Use of texts of one part, as the receipts of the simulator have it. */
const textsOf = (texts: number) => ({
  ...{ texts, parts: texts, credits: { sms: texts * 2, mms: 0 } },
  price: (texts * 8_830) / 1_000_000,
});

/** Adds a contact to a new group. */
async function addToGroup(groupId: string, profile: object): Promise<void> {
  const contact = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
  await call('POST', contact, profile);
  await call('POST', `${contact}/groups/${groupId}`);
}

const createGroupNamed = async (name: string) =>
  (
    await createGroup(fixture.service.deps, {
      ...{ accountId: fixture.account.accountId, name, optInType: 'SINGLE' as const },
    })
  ).id;

/** Sends a text by an automation, two by a campaign, ten by a batch and a single one. */
async function sendFourteen(): Promise<{ automationId: string; campaignId: string }> {
  const { account, sending } = fixture;
  const [newPeople, friends] = [await createGroupNamed('New people'), await createGroupNamed('Friends')];
  const automationId = idOf(
    await call('POST', '/api/v1/automations', {
      ...{ name: 'Welcome', from: account.from, purpose: 'informational', entry: 'once' },
      ...{ trigger: { joined: newPeople }, steps: [{ send: { body: 'Welcome.' } }] },
    }),
  );
  await call('POST', `/api/v1/automations/${automationId}/start`);
  await addToGroup(newPeople, {});
  for (const firstName of ['Ada', 'Grace']) await addToGroup(friends, { firstName });
  const campaignId = idOf(
    await call('POST', '/api/v1/campaigns', {
      ...{ name: 'Spring', from: account.from, purpose: 'informational', body: 'Hello', launch: true },
      audience: { groups: [friends] },
    }),
  );
  const people = sending.phones(10);
  await sending.optIn(people);
  const [to = ''] = people;
  idOf(await sending.post('message', { to, body: 'Alone' }));
  idOf(await sending.post('batch', { recipients: people.map((phone) => ({ to: phone, body: 'Together' })) }));
  return { automationId, campaignId };
}

it('tells of a month what its texts came to, by campaign and automation, number, country and day', async () => {
  const { account, service } = fixture;
  const { automationId, campaignId } = await sendFourteen();
  const today = dayIn(TIME_ZONE, service.deps.clock.now().getTime());
  const month = today.slice(0, 'YYYY-MM'.length);
  type Usage = { days: Array<{ day: string }>; forecast?: object };
  await expectSoon(async () => {
    const { status, body } = await call('GET', `/console/api/usage?month=${month}`);
    const { days, forecast, ...rest } = body as Usage;
    expect([status, rest]).toEqual([
      200,
      {
        ...{ month, timeZone: TIME_ZONE, total: textsOf(14), budget: 1 },
        sources: [
          { kind: 'batch', ...textsOf(10) },
          { kind: 'campaign', id: campaignId, name: 'Spring', ...textsOf(2) },
          { kind: 'automation', id: automationId, name: 'Welcome', ...textsOf(1) },
          { kind: 'message', ...textsOf(1) },
        ],
        numbers: [{ number: account.from, ...textsOf(14) }],
        countries: [{ country: 'US', ...textsOf(14) }],
      },
    ]);
    expect(days.at(-1)).toEqual({ day: today, ...textsOf(14) });
    expect(days).toHaveLength(Number(today.slice(-2)));
    expect(forecast === undefined).toBe(today.endsWith('-01'));
  });
  const file = await call('GET', '/console/api/usage/export');
  expect(file).toMatchObject({ status: 200, body: { month } });
  const [header, ...lines] = (file.body as { text: string }).text.trimEnd().split('\n');
  expect(header).toBe('day,by,value,name,texts,parts,SMS credits,MMS credits,price in USD');
  expect(lines).toEqual([
    `${today},country,US,,14,14,28,0,0.12362`,
    // The sign would begin a formula in a spreadsheet.
    `${today},number,'${account.from},,14,14,28,0,0.12362`,
    `${today},source,${automationId},Welcome,1,1,2,0,0.00883`,
    `${today},source,batch,,10,10,20,0,0.0883`,
    `${today},source,${campaignId},Spring,2,2,4,0,0.01766`,
    `${today},source,message,,1,1,2,0,0.00883`,
  ]);
});

it('warns in the overview once four fifths of the budget are spent', async () => {
  const { sending } = fixture;
  const attention = async () => {
    const { body } = await call('GET', '/console/api/overview');
    return (body as { attention: Array<{ kind: string }> }).attention.filter(({ kind }) =>
      kind.startsWith('budget'),
    );
  };
  expect(await attention()).toEqual([]);
  const people = sending.phones(80);
  await sending.optIn(people);
  idOf(await sending.post('batch', { recipients: people.map((phone) => ({ to: phone, body: 'More' })) }));
  await expectSoon(async () =>
    expect(await attention()).toEqual([{ kind: 'budgetNearlyUsed', budget: 1, spent: textsOf(94).price }]),
  );
});

it('tells no budget of another month', async () => {
  const { body } = await call('GET', '/console/api/usage?month=2021-02');
  expect(body).not.toHaveProperty('budget');
});

it('is nothing in a month without texts, and refuses what is no month', async () => {
  const { accountId } = await createApiAccount(fixture.service);
  const { headers } = await createConsoleUser(fixture.service, { accountId, role: 'viewer' });
  const read = (query: string) => callApi(fixture.service, { path: `/console/api/usage${query}`, headers });
  const answer = await read('?month=2021-02');
  const nothing = textsOf(0);
  expect(answer).toMatchObject({
    status: 200,
    body: { ...{ month: '2021-02', total: nothing, sources: [], numbers: [], countries: [] } },
  });
  const { days } = answer.body as { days: object[] };
  expect(days).toHaveLength(28);
  expect(days[0]).toEqual({ day: '2021-02-01', ...nothing });
  for (const wrong of ['2021-13', '2021-00', '1999-12', '9999-12', '2021-1', '', 'now']) {
    expect([wrong, (await read(`?month=${wrong}`)).status]).toEqual([wrong, 400]);
    expect([wrong, (await read(`/export?month=${wrong}`)).status]).toEqual([wrong, 400]);
  }
});
