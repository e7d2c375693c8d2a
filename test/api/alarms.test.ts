import { randomUUID } from 'node:crypto';
import { createGroup } from '../../shared/audience/groups/create-group';
import { dueToLeave } from '../../shared/audience/consent/consent-writes';
import type { MetricName } from '../../shared/platform/observability/metrics';
import { outboxItem } from '../../shared/outbox/outbox';
import { updateExpression } from '../../shared/platform/store/expressions';
import { contactKey, dueAttributes, groupKey } from '../../shared/platform/store/keys';
import { takeTurn } from '../../shared/transfers/take-turn';
import { readAlarms } from '../support/alarms/alarm';
import { startWatchedService, type WatchedService } from '../support/alarms/watched-service';
import { apiSending, expectSoon } from '../support/service/api-sending';
import { contactItem } from '../support/sending/jobs-fixture';
import { operate } from '../support/service/operate';
import { type ApiAccount, callApi, createApiAccount, type TestService } from '../support/service/service';
import { synthesizeStacks } from '../support/stack/stack-template';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhooks/webhook-receiver';

jest.setTimeout(600_000);

/** Numbers that make the simulator refuse, throttle, or fail as a provider may. */
const REFUSED = '+15005550001';
const THROTTLED = '+15005550010';
const SILENT = '+15005550011';

const ownAlarms = readAlarms(synthesizeStacks({ alarms: true, gradualDeployment: true })).filter((alarm) =>
  alarm.metrics.every(({ namespace }) => !namespace.startsWith('AWS/')),
);
/** Alarms that were seen to go off. */
const seen = new Set<string>();
/** Metrics of ordinary traffic. */
const ORDINARY: MetricName[] = [
  ...(['MessagesSent', 'MessagesRefused', 'MessagesUnknown', 'ProviderUnavailable', 'JobsEnded'] as const),
  ...(['WebhooksDelivered', 'OutboxLag', 'InboundLag', 'DueLag'] as const),
];

let watched: WatchedService;
let service: TestService;
let account: ApiAccount;
let receiver: WebhookReceiver;
let endpointId: string;
const sending = apiSending(() => ({ service, account }));

beforeAll(async () => {
  watched = await startWatchedService();
  ({ service } = watched);
  account = await createApiAccount(service);
  receiver = await startWebhookReceiver();
  endpointId = await addEndpoint();
});
afterAll(async () => {
  await receiver.stop();
  await watched.stop();
});

async function addEndpoint(): Promise<string> {
  const add = ['webhook', 'add', '--account', account.accountId, '--url', receiver.url];
  return (await operate<{ id: string }>(...add)).id;
}

/** Expects these alarms, and records them for the last test. */
async function expectAlarms(fromMs: number, expected: string[]): Promise<void> {
  const off = await watched.alarmsSince(ownAlarms, fromMs);
  for (const id of off) seen.add(id);
  expect(off).toEqual(expected.toSorted());
}

async function send(to: string): Promise<void> {
  const { status } = await sending.post('message', { to, body: 'Hello' });
  expect(status).toBeLessThan(300);
}

/** Sends a message, whatever the outcome. */
const sendAny = (to: string) => sending.post('message', { to, body: 'Hello' });

async function broadcast(people: string[]): Promise<void> {
  const recipients = people.map((to) => ({ to }));
  const { status, body } = await sending.post('broadcast', { body: 'News', recipients });
  expect({ status, body }).toMatchObject({ status: 202 });
}

const api = (method: string, path: string, body?: unknown) =>
  callApi(service, { account, method, path: `/api/v1/${path}`, body });

const QUEUES_OF_WORK = ['message', 'chunk', 'webhook', 'campaign', 'transfer'];

/** Sends texts to and from people, with only ordinary outcomes. */
async function trafficOfPeriod(people: string[]): Promise<void> {
  for (const to of people) await send(to);
  await send(REFUSED);
  await sendAny(THROTTLED);
  for (const from of people.slice(0, 3)) await sending.say(from, 'What is new?');
  await watched.settle();
}

/** Opens an endpoint in another account, one of whose webhooks waits for its next attempt; it gets no other. */
async function openFailingEndpoint(): Promise<WebhookReceiver> {
  const failing = await startWebhookReceiver();
  failing.answer = 500;
  const { accountId, from } = await createApiAccount(service);
  await operate('webhook', 'add', '--account', accountId, '--url', failing.url);
  const body = { from: sending.phones(1)[0], to: from, body: 'What is new?' };
  await callApi(service, { method: 'POST', path: '/_local/inbound', body });
  await expectSoon(async () => expect(failing.received.length).toBeGreaterThan(0));
  await watched.settle(['OUTBOX', 'EVENT']);
  return failing;
}

describe('alarms on what the functions measure', () => {
  const people = sending.phones(101);
  const [stopping = '', ...others] = people;
  const unreadable = sending.phones(6);

  beforeAll(async () => {
    await sending.optIn([...people, ...unreadable, REFUSED, THROTTLED, SILENT]);
  });

  it('stay off in ordinary traffic', async () => {
    const fromMs = await watched.beginPeriod();
    for (let period = 0; period < 4; period++) {
      await trafficOfPeriod(others.slice(0, 24));
      if (period === 0) await broadcast(others);
      if (period === 1) await sendAny(SILENT);
      if (period === 2) await sending.say(stopping, 'STOP');
      await watched.settle();
      await watched.passMinutes(5);
    }
    await expectAlarms(fromMs, []);
    const measured = new Set(watched.samples().map(({ name }) => name));
    expect(ORDINARY.filter((name) => !measured.has(name))).toEqual([]);
  });

  it('ProviderRefusals: the provider refuses', async () => {
    const fromMs = await watched.beginPeriod();
    for (let period = 0; period < 2; period++) {
      for (let index = 0; index < 25; index++) await send(REFUSED);
      await watched.settle();
      await watched.pass(300);
    }
    await expectAlarms(fromMs, ['ProviderRefusals']);
  });

  it('UnknownOutcomes: the connection to the provider breaks', async () => {
    const fromMs = await watched.beginPeriod();
    for (let index = 0; index < 5; index++) await sendAny(SILENT);
    await watched.settle();
    await watched.pass(300);
    await expectAlarms(fromMs, ['UnknownOutcomes']);
  });

  it('ProviderUnavailable: the provider throttles', async () => {
    const fromMs = await watched.beginPeriod();
    for (let period = 0; period < 3; period++) {
      for (let index = 0; index < 20; index++) await sendAny(THROTTLED);
      await watched.settle();
      await watched.pass(300);
    }
    await expectAlarms(fromMs, ['ProviderUnavailable']);
  });

  it('CountriesExceeded: a country has no budget left', async () => {
    const budget = (value: string) =>
      operate('account', 'set', '--account', account.accountId, '--country-budget', value);
    const fromMs = await watched.beginPeriod();
    await budget('US=0');
    expect(await sendAny(others[0] ?? '')).toMatchObject({ status: 429, body: { code: 33012 } });
    await watched.settle();
    await watched.pass(300);
    await expectAlarms(fromMs, ['CountriesExceeded']);
    await budget('none');
  });

  it('SendingHeld: sending of an account is paused, and only as it begins', async () => {
    const scope = ['--account', account.accountId];
    const fromMs = await watched.beginPeriod();
    await operate('pause', ...scope, '--reason', 'A wrong text');
    expect(await sendAny(others[0] ?? '')).toMatchObject({ status: 503, body: { code: 33117 } });
    await watched.settle();
    await watched.passMinutes(2);
    await expectAlarms(fromMs, ['SendingHeld']);

    const laterMs = await watched.beginPeriod();
    await watched.passMinutes(2);
    await operate('resume', ...scope);
    await send(others[0] ?? '');
    await watched.settle();
    await watched.passMinutes(2);
    await expectAlarms(laterMs, []);
  });

  it('SendingHeld: messages of all accounts wait, each minute until they go on', async () => {
    await operate('pause');
    await watched.settle();
    await watched.passMinutes(3);
    const fromMs = (await watched.now()).getTime();
    await watched.passMinutes(2);
    await expectAlarms(fromMs, ['SendingHeld']);

    await operate('resume');
    await watched.passMinutes(2);
    await watched.settle();
    const laterMs = await watched.beginPeriod();
    await watched.passMinutes(2);
    await expectAlarms(laterMs, []);
  });

  it('WebhookFailures: the server of an account fails', async () => {
    receiver.answer = 500;
    const fromMs = await watched.beginPeriod();
    for (let period = 0; period < 3; period++) {
      for (const from of others.slice(0, 20)) await sending.say(from, 'What is new?');
      await watched.passMinutes(5);
    }
    await expectAlarms(fromMs, ['WebhookFailures']);
    receiver.answer = 200;
    // Webhooks that would wait for hours are discarded.
    await operate('webhook', 'remove', '--account', account.accountId, '--endpoint', endpointId);
    endpointId = await addEndpoint();
    await watched.pass(1800);
    await watched.settle();
  });

  it('RecordsFailed: STOPs cannot be worked on, and take effect when they can', async () => {
    const { table } = service.deps;
    const keys = unreadable.map((phone) => contactKey(account.accountId, phone));
    for (const Key of keys)
      await table.update({ Key, ...updateExpression({ set: { memberships: 'none' } }) });
    const fromMs = await watched.beginPeriod();
    for (const phone of unreadable) await sending.say(phone, 'STOP');
    for (let minute = 0; minute < 20; minute++) await watched.pass();
    await expectAlarms(fromMs, ['InboundLag', 'RecordsFailed', 'WorkerDeploymentRecordsFailed']);

    for (const Key of keys) await table.update({ Key, ...updateExpression({ set: { memberships: {} } }) });
    for (let minute = 0; minute < 7; minute++) await watched.pass();
    await expectSoon(async () => {
      const contacts = await table.batchGet(keys);
      expect(contacts.every((contact) => contact?.hardOptOut !== undefined)).toBe(true);
    });
    await watched.settle();
  });

  it('OutboxItemsUnreadable and DueLagEvent: an item is of another release', async () => {
    const { table } = service.deps;
    const fromMs = await watched.beginPeriod();
    const now = await watched.now();
    const id = `out_${randomUUID()}`;
    const event = { detailType: 'messaging.job.completed', time: now.toISOString(), detail: {} };
    const item = {
      ...outboxItem({ id, entry: { kind: 'event', event }, now }),
      entry: { kind: 'fax' },
      ...dueAttributes('EVENT', { id, dueAt: now.toISOString() }),
    };
    await table.put({ Item: item });
    for (let minute = 0; minute < 22; minute++) await watched.pass();
    await expectAlarms(fromMs, ['DueLagEvent', 'OutboxItemsUnreadable']);
    await table.delete({ Key: { pk: item.pk, sk: item.sk } });
  });

  it('DueLagOptOut: a contact that has said STOP cannot leave a group', async () => {
    const { deps } = service;
    const { accountId } = account;
    const group = await createGroup(deps, { accountId, name: 'Broken', optInType: 'SINGLE' });
    await deps.table.update({
      Key: groupKey(accountId, group.id),
      ...updateExpression({ set: { name: 7 } }),
    });
    const fromMs = await watched.beginPeriod();
    const now = await watched.now();
    const at = now.toISOString();
    const contact = {
      ...contactItem(accountId, stopping),
      accountId,
      phoneNumber: stopping,
      memberships: { [group.id]: { optInAt: at, tagIds: [] } },
      pendingMemberships: {},
      hardOptOut: { at, source: 'stop' as const },
    };
    await deps.table.put({ Item: { ...contact, ...dueToLeave(contact, now) } });
    for (let minute = 0; minute < 22; minute++) await watched.pass();
    await expectAlarms(fromMs, ['DueLagOptOut']);
    await deps.table.delete({ Key: contactKey(accountId, stopping) });
  });

  it('DueLag of the rest, and OutboxLag: queues take nothing', async () => {
    const failing = await openFailingEndpoint();
    const fromMs = await watched.beginPeriod();
    for (const name of QUEUES_OF_WORK) await watched.deleteQueue(name);
    await sendAny(THROTTLED);
    await broadcast(others);
    const campaign = {
      name: 'Spring',
      from: account.from,
      body: 'Spring is here.',
      purpose: 'informational',
    };
    const launched = await api('POST', 'campaigns', {
      ...campaign,
      audience: { everyone: true },
      launch: true,
    });
    const exported = await api('POST', 'contacts/exports', { format: 'csv' });
    const created = await api('POST', 'contacts/imports', { format: 'csv' });
    const { id, upload } = created.body as { id: string; upload: { url: string } };
    await fetch(upload.url, { method: 'PUT', body: `phoneNumber\n${others[0]}` });
    const started = await api('POST', `contacts/imports/${id}/start`);
    expect([launched, exported, created, started].map(({ status }) => status)).toEqual([201, 202, 201, 202]);
    // A worker has taken both turns, and died.
    const task = { accountId: account.accountId, transferId: id };
    for (const transferId of [(exported.body as { id: string }).id, id]) {
      await takeTurn(service.deps, { ...task, transferId });
    }

    for (let minute = 0; minute < 25; minute++) await watched.pass();
    await expectAlarms(fromMs, [
      ...['DueLagCampaign', 'DueLagDelivery', 'DueLagExport', 'DueLagImport', 'DueLagJob', 'DueLagMessage'],
      ...['DueLagOutbox', 'OutboxLag'],
    ]);
    await failing.stop();
  });

  it('were each seen to go off', () => {
    expect([...seen].sort()).toEqual(ownAlarms.map(({ id }) => id).sort());
  });
});
