import { takeOver, whyNotHandedOver } from '../../../../lib/regions/take-over';
import { EVER } from '../../../../lib/restore/end-open-work';
import { putBackLog } from '../../../../lib/restore/put-back-log';
import { optInContact, optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { findContact } from '../../../../shared/audience/contacts/find-contact';
import { newMessage, readMessage } from '../../../../shared/messages/message';
import { messageItem } from '../../../../shared/messages/message-writes';
import { findDuePlaces } from '../../../../shared/outbox/find-due';
import { outboxItem } from '../../../../shared/outbox/outbox';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { contactIndexAttributes, dueAttributes, messageKey } from '../../../../shared/platform/store/keys';
import { findDuty, readRegions } from '../../../../shared/regions/duty';
import { beat } from '../../../../shared/regions/beat';
import { sendWhileActive } from '../../../../shared/regions/send-while-active';
import type { LogEntry } from '../../../../shared/restore-log/entry';
import { Table } from '../../../../shared/platform/store/table';
import {
  type ConsentPlatform,
  consentPlatform,
  NOW,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { createDeployedTable, useEngine } from '../../../support/engines/engine';

const PHONE = '+12125550124' as E164;

const engine = useEngine({ hasOwnEngine: true, usesSdk: true, setsEnvironment: true });

afterEach(() => {
  delete process.env.REGION_SIDE;
});

const enter = (side: 'first' | 'second') => void (process.env.REGION_SIDE = side);

let tables = 0;
async function newTable() {
  const name = `Regions-${(tables += 1)}`;
  await createDeployedTable(engine.client, name);
  return consentPlatform(new Table(engine.documents, name));
}

const waitingMessage = (deps: ConsentPlatform, accountId: string) =>
  newMessage({
    ...{ id: deps.ids.next('msg'), accountId, to: PHONE, from: '+12065550100', body: 'Hello' },
    ...{ charge: { sms: 2, mms: 0 }, idempotencyKey: undefined, mediaUrl: undefined },
    ...{ phase: 'waiting', attempts: 1, createdAt: NOW, expiresAtEpochSeconds: 0 },
  });

/** Returns how many items of each kind wait in a region. */
async function waitingIn({ table }: ConsentPlatform, side: 'first' | 'second') {
  const found: Record<string, number> = {};
  for (const kind of ['MESSAGE', 'OUTBOX', 'EVENT', 'DELIVERY', 'OPT_OUT'] as const)
    for await (const _ of findDuePlaces(table, kind, EVER, side)) found[kind] = (found[kind] ?? 0) + 1;
  return found;
}

/** Stores a text that waits, an outbox item and an endpoint with deliveries, in the first region. */
async function seedWork(deps: ConsentPlatform) {
  enter('first');
  const { id: accountId } = await seedAccount(deps);
  const message = waitingMessage(deps, accountId);
  const entry = { kind: 'webhook', accountId, endpointId: 'whe_1' } as const;
  const key = { pk: 'ENDPOINT#whe_1', sk: 'QUEUE' };
  await deps.table.batchPut([
    messageItem(message),
    outboxItem({ id: deps.ids.next('out'), entry, now: deps.clock.now() }),
    { ...key, ...dueAttributes('DELIVERY', { id: 'whe_1', dueAt: NOW }) },
  ]);
  return { accountId, message };
}

describe('taking over from a region that is lost', () => {
  it('ends texts that may have gone out, and goes on with what is harmless to repeat', async () => {
    const deps = await newTable();
    const { message } = await seedWork(deps);
    enter('second');
    expect(await waitingIn(deps, 'first')).toEqual({ MESSAGE: 1, OUTBOX: 1, DELIVERY: 1 });
    expect(await takeOver(deps, { side: 'second', isLost: true, isDryRun: true })).toMatchObject({
      messages: 1,
      carriedOn: 2,
    });
    expect(await waitingIn(deps, 'first')).toEqual({ MESSAGE: 1, OUTBOX: 1, DELIVERY: 1 });

    expect(await takeOver(deps, { side: 'second', isLost: true, isDryRun: false })).toEqual({
      ...{ messages: 1, jobs: 0, campaigns: 0, automations: 0, carriedOn: 2 },
    });
    expect(await waitingIn(deps, 'first')).toEqual({});
    // With the event of the text whose outcome is unknown.
    expect(await waitingIn(deps, 'second')).toEqual({ OUTBOX: 2, DELIVERY: 1 });
    const item = await deps.table.get(messageKey(message.id));
    expect(item && readMessage(item)).toMatchObject({ status: 'unknown', phase: 'settled' });
    expect((await readRegions(deps.table, 'second')).active).toMatchObject({ side: 'second' });
  });

  it('ends what is replicated later by another run, and keeps the time of the first', async () => {
    const deps = await newTable();
    const { accountId } = await seedWork(deps);
    enter('second');
    await takeOver(deps, { side: 'second', isLost: true, isDryRun: false });
    const { active } = await readRegions(deps.table, 'second');
    enter('first');
    await deps.table.put({ Item: messageItem(waitingMessage(deps, accountId)) });
    enter('second');
    deps.advance(60_000);
    expect(await takeOver(deps, { side: 'second', isLost: true, isDryRun: false })).toMatchObject({
      messages: 1,
      carriedOn: 0,
    });
    expect((await readRegions(deps.table, 'second')).active).toEqual(active);
  });
});

describe('taking over from a region that was handed over', () => {
  it('goes on with texts that wait', async () => {
    const deps = await newTable();
    const { message } = await seedWork(deps);
    enter('second');
    expect(await takeOver(deps, { side: 'second', isLost: false, isDryRun: false })).toMatchObject({
      messages: 0,
      carriedOn: 3,
    });
    expect(await waitingIn(deps, 'second')).toEqual({ MESSAGE: 1, OUTBOX: 1, DELIVERY: 1 });
    const item = await deps.table.get(messageKey(message.id));
    expect(item && readMessage(item)).toMatchObject({ phase: 'waiting' });
  });

  it.each([
    [undefined, '2026-03-01T12:05:00.000Z', 'notPaused'],
    ['2026-03-01T12:03:00.001Z', '2026-03-01T12:05:00.000Z', 'notSettled'],
    ['2026-03-01T12:03:00.000Z', '2026-03-01T12:05:00.000Z', undefined],
    ['2026-03-01T12:03:00.000Z', '2026-03-01T12:04:59.999Z', 'notFollowed'],
    ['2026-03-01T12:00:00.000Z', '2026-03-01T12:01:59.999Z', 'notFollowed'],
    ['2026-03-01T11:00:00.000Z', '2026-03-01T12:02:00.000Z', undefined],
    ['2026-03-01T11:00:00.000Z', '2026-03-01T12:01:59.999Z', 'notFollowed'],
  ])('paused since %s, with a heartbeat of %s: %s', (pausedSince, at, why) => {
    const now = new Date('2026-03-01T12:05:00.000Z');
    expect(whyNotHandedOver({ other: { at } }, { pausedSince, now })).toBe(why);
  });
});

it('hands nothing to the provider in a region that is not active', async () => {
  const deps = await newTable();
  const asked: string[] = [];
  const provider = sendWhileActive(
    {
      send: async ({ messageId }) => {
        asked.push(messageId);
        return { outcome: 'accepted', providerMessageId: 'p' };
      },
    },
    deps,
  );
  const send = (messageId: string) =>
    provider.send({ messageId, to: PHONE, from: '+12065550100', body: 'Hello', mediaUrl: undefined });
  enter('second');
  expect(await send('msg_1')).toMatchObject({ outcome: 'unavailable', isNoOutage: true });
  await takeOver(deps, { side: 'second', isLost: true, isDryRun: false });
  // A read is kept for a second.
  deps.advance(1_000);
  expect(await send('msg_2')).toMatchObject({ outcome: 'accepted' });
  enter('first');
  deps.advance(1_000);
  expect(await send('msg_3')).toMatchObject({ outcome: 'unavailable' });
  delete process.env.REGION_SIDE;
  expect(await send('msg_4')).toMatchObject({ outcome: 'accepted' });
  expect(asked).toEqual(['msg_2', 'msg_4']);
});

it('does nothing after a return until it has heard from the other region', async () => {
  const deps = await newTable();
  enter('first');
  expect(await beat(deps)).toBe('active');
  deps.advance(10 * 60_000);
  expect(await findDuty(deps)).toBe('away');
  expect(await beat(deps)).toBe('away');
  deps.advance(61_000);
  expect(await beat(deps)).toBe('away');
  enter('second');
  await beat(deps);
  enter('first');
  expect(await beat(deps)).toBe('active');
});

describe('the restore log of a region that is back', () => {
  const put = async (deps: ConsentPlatform, entries: LogEntry[]) => {
    const log = (async function* () {
      yield entries;
    })();
    return putBackLog(deps, { log, baseUrl: 'https://api.example.com', isDryRun: false });
  };

  async function seedPerson(deps: ConsentPlatform) {
    const { id: accountId } = await seedAccount(deps);
    const id = deps.ids.next('con');
    await seedContact(deps, {
      ...{ accountId, phoneNumber: PHONE, id, memberships: {} },
      ...contactIndexAttributes({ accountId, id }),
    });
    const entry = (action: 'HARD_OPT_OUT' | 'HARD_OPT_OUT_LIFTED', at: string): LogEntry => ({
      ...{ kind: 'consent', accountId, numberHash: 'hash', contactId: id, action, reason: 'STOP' },
      ...{ at, sequence: '1' },
    });
    const find = () => findContact(deps.table, { accountId, phoneNumber: PHONE });
    return { accountId, entry, find };
  }

  it('puts back a STOP that was not replicated', async () => {
    const deps = await newTable();
    const { entry, find } = await seedPerson(deps);
    expect(await put(deps, [entry('HARD_OPT_OUT', NOW)])).toMatchObject({ optedOut: 1 });
    expect((await find())?.hardOptOut).toMatchObject({ source: 'stop' });
  });

  it('does not end a STOP that is later than the end in the log', async () => {
    const deps = await newTable();
    const { accountId, entry, find } = await seedPerson(deps);
    const ended = entry('HARD_OPT_OUT_LIFTED', deps.clock.now().toISOString());
    deps.advance(60_000);
    await optOutContact(deps, { accountId, phoneNumber: PHONE, source: 'stop' });
    expect(await put(deps, [ended])).toMatchObject({ optOutsLifted: 0 });
    expect((await find())?.hardOptOut).toBeDefined();
    await optInContact(deps, { accountId, phoneNumber: PHONE, evidence: 'START' });
    expect((await find())?.hardOptOut).toBeUndefined();
  });
});
