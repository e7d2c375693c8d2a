import { createGroup, type NewGroup } from '../../shared/groups/create-group';
import {
  type ApiAccount,
  type ApiAnswer,
  callApi,
  connectToService,
  createApiAccount,
  randomPhone,
  type TestService,
} from '../support/service';

let service: TestService;
let account: ApiAccount;
let phone: string;

beforeAll(() => {
  service = connectToService();
});
afterAll(() => service.close());
beforeEach(async () => {
  account = await createApiAccount(service, { silentOptIn: true, helpText: 'Call 555-0100.' });
  phone = randomPhone();
  await createContact(phone);
});

const contactPath = (number: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(number)}`;
const createContact = (number: string) =>
  callApi(service, { account, method: 'POST', path: contactPath(number), body: {} });
const makeGroup = (name: string, more: Partial<NewGroup> = {}) =>
  createGroup(service.deps, {
    accountId: account.accountId,
    name,
    optInType: 'SINGLE',
    from: account.from,
    ...more,
  });
const membership = (method: 'POST' | 'DELETE', groupId: string, body?: unknown, number = phone) =>
  callApi(service, { account, method, path: `${contactPath(number)}/groups/${groupId}`, body });
const groupIdsOf = (answer: ApiAnswer) =>
  (answer.body as { groups: Array<{ id: string }> }).groups.map(({ id }) => id);

async function readMemberships() {
  const { body } = await callApi(service, { account, path: contactPath(phone) });
  const { groups, pendingGroups } = body as Record<'groups' | 'pendingGroups', Array<{ id: string }>>;
  return { active: groups.map(({ id }) => id), pending: pendingGroups.map(({ id }) => id) };
}

async function say(body: string, inboundMessageId?: string): Promise<void> {
  const answer = await callApi(service, {
    method: 'POST',
    path: '/_local/inbound',
    body: {
      from: phone,
      to: account.from,
      body,
      ...(inboundMessageId !== undefined && { inboundMessageId }),
    },
  });
  expect(answer.status).toBe(202);
}

async function textsReceived(): Promise<string[]> {
  const answer = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(phone)}` });
  return (answer.body as { messages: Array<{ body: string }> }).messages.map(({ body }) => body);
}

interface EventDetail {
  id: string;
  accountId: string;
  group: { id: string };
  optInMode?: string;
  reason?: string;
}
async function events() {
  const answer = await callApi(service, { path: '/_local/events' });
  const all = (answer.body as { events: Array<{ detailType: string; detail: EventDetail }> }).events;
  const own = all.filter(
    ({ detailType, detail }) =>
      detailType.startsWith('contacts.group.') && detail.accountId === account.accountId,
  );
  // At least once: a repetition has the same id.
  const distinct = new Map(own.map((event) => [event.detail.id, event]));
  return [...distinct.values()].map(({ detailType, detail }) => [
    detailType,
    detail.group.id,
    detail.optInMode ?? detail.reason,
  ]);
}

/** The queues need their time; fails with the last answer when it stays wrong. */
async function expectSoon(assertion: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + 15_000;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const expectSoonToBe = <Value>(read: () => Promise<Value>, expected: Value) =>
  expectSoon(async () => {
    expect(await read()).toEqual(expected);
  });

describe('contract 2.5: contactCount', () => {
  it.each(Array.from({length:8},(_,i)=>i))('stress %d', async () => {
    const t0=performance.now();
    const group = await makeGroup('Crowd');
    const phones = Array.from({ length: 100 }, () => randomPhone());
    const made = await Promise.all(phones.map(createContact)); const t1=performance.now();
    process.stdout.write('creates '+JSON.stringify(made.filter(a=>a.status!==201).map(a=>[a.status,a.body]))+'\n');
    const answers = await Promise.all(phones.map((number) => membership('POST', group.id, {}, number)));
    process.stdout.write('bad '+JSON.stringify(answers.filter(a=>a.status!==200).map(a=>[a.status,a.body]))+` ${(t1-t0).toFixed(0)} ${(performance.now()-t1).toFixed(0)}\n`);
    expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 200));
    const answer = await callApi(service, { account, path: `/api/v1/groups/${group.id}` });
    expect(answer.body).toMatchObject({ contactCount: 100 });
  });
});
