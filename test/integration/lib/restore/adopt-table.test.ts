import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type AdoptReport, adoptTable } from '../../../../lib/restore/adopt-table';
import { createApiKey, revokeApiKey } from '../../../../shared/accounts/api-keys';
import { optInContact, optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { changeConsent } from '../../../../shared/audience/consent/change-consent';
import { createContact } from '../../../../shared/audience/contacts/create-contact';
import { findErasedPerson } from '../../../../shared/audience/contacts/erased-person';
import { findContact } from '../../../../shared/audience/contacts/find-contact';
import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { requestErasure } from '../../../../shared/erasure/request-erasure';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import type { Item } from '../../../../shared/platform/store/item';
import { Table } from '../../../../shared/platform/store/table';
import {
  contactIndexAttributes,
  dueAttributes,
  jobKey,
  messageKey,
} from '../../../../shared/platform/store/keys';
import { type Campaign, campaignItem } from '../../../../shared/campaigns/record/campaign';
import { callCampaignWorker } from '../../../../shared/campaigns/record/campaign-wake';
import { newMessage, readMessage, storedMessage } from '../../../../shared/messages/message';
import { storeJob } from '../../../support/sending/stored-job';
import { entriesOfChanges } from '../../../../shared/restore-log/entries-of-changes';
import { type LogEntry, readLogEntry } from '../../../../shared/restore-log/entry';
import { decideKey, readKeyRecord } from '../../../../shared/sending/idempotency/key-record';
import {
  type ConsentPlatform,
  consentPlatform,
  NOW,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { createDeployedTable, useEngine } from '../../../support/engines/engine';

const STOPPED = '+12125550124' as E164;
const RETURNED = '+12125550125' as E164;
const LEFT = '+12125550126' as E164;
const ERASED = '+12125550127' as E164;
const NEWCOMER = '+12125550128' as E164;
const KEPT = '+12125550129' as E164;
const BASE_URL = 'https://api.example.com';

const engine = useEngine({ hasOwnEngine: true, usesSdk: true, setsEnvironment: true });

/** Stores a contact that the index `contacts` has. */
const seedListed = (
  deps: ConsentPlatform,
  contact: { accountId: string; phoneNumber: E164 } & Record<string, unknown>,
) => {
  const id = deps.ids.next('con');
  return seedContact(deps, { ...contact, id, ...contactIndexAttributes({ ...contact, id }) });
};

async function itemsOf(TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const { Items } of paginateScan({ client: engine.documents }, { TableName })) {
    items.push(...((Items ?? []) as Item[]));
  }
  return items;
}

/** Returns the entries that the function writes for items, as their lines are read again. */
async function logOf(items: Item[], at: Date): Promise<LogEntry[]> {
  const records = items.map((item, index): DynamoDBRecord => ({
    eventName: 'INSERT',
    eventID: String(index),
    dynamodb: {
      NewImage: marshall(item, { removeUndefinedValues: true }) as never,
      SequenceNumber: String(index),
      ApproximateCreationDateTime: at.getTime() / 1000,
    },
  }));
  const entries = await entriesOfChanges(records);
  return entries.map((entry) => readLogEntry(JSON.stringify(entry)));
}

/** Platform of a table, and its restored copy as it was when `backUp` was called. */
async function twoTables(name: string) {
  await createDeployedTable(engine.client, name);
  await createDeployedTable(engine.client, `${name}-restored`);
  const deps = consentPlatform(new Table(engine.documents, name));
  const restored = { ...deps, table: new Table(engine.documents, `${name}-restored`) };
  let before: Item[] = [];
  let restoredTo = deps.clock.now();
  return {
    deps,
    restored,
    backUp: async () => {
      before = await itemsOf(name);
      await restored.table.batchPut(before);
      restoredTo = deps.clock.now();
      deps.advance(60_000);
    },
    adopt: async (isDryRun = false): Promise<AdoptReport> => {
      const known = new Set(before.map((item) => JSON.stringify(item)));
      const changed = (await itemsOf(name)).filter((item) => !known.has(JSON.stringify(item)));
      const log = await logOf(changed, deps.clock.now());
      const entries = (async function* () {
        yield log;
      })();
      return adoptTable(restored, { log: entries, restoredTo, baseUrl: BASE_URL, isDryRun });
    },
  };
}

const NOTHING: AdoptReport = {
  ...{ messages: 0, jobs: 0, campaigns: 0, automations: 0, outboxItems: 0 },
  ...{ optedOut: 0, optOutsLifted: 0, leftGroups: 0, underReview: 0, erased: 0 },
  ...{ keys: 0, balances: 0, revokedKeys: 0 },
};

describe('what people have decided since the restore point', () => {
  it('stands: opt-outs and their ends, departures, erasures, and the opt-out of one who came later', async () => {
    const { deps, restored, backUp, adopt } = await twoTables('People');
    const { id: accountId } = await seedAccount(deps);
    const group = await createGroup(deps, { accountId, name: 'News', optInType: 'SINGLE' });
    const memberships = { [group.id]: { optInAt: '2026-01-01T00:00:00.000Z', tagIds: [] } };
    for (const phoneNumber of [STOPPED, RETURNED, LEFT, ERASED, KEPT])
      await seedListed(deps, { accountId, phoneNumber, memberships, firstName: 'Ada' });
    await optOutContact(deps, { accountId, phoneNumber: RETURNED, source: 'stop' });
    await backUp();

    await optOutContact(deps, { accountId, phoneNumber: STOPPED, source: 'stop' });
    await optInContact(deps, { accountId, phoneNumber: RETURNED, evidence: 'START' });
    const remove = { trigger: { type: 'remove', groupId: group.id }, actor: { type: 'api' } } as const;
    await changeConsent(deps, { accountId, phoneNumber: LEFT, ...remove });
    await requestErasure(deps, { accountId, phoneNumber: ERASED });
    await seedListed(deps, { accountId, phoneNumber: NEWCOMER, memberships });
    await optOutContact(deps, { accountId, phoneNumber: NEWCOMER, source: 'carrier' });

    const others = { balances: expect.any(Number) as number, outboxItems: expect.any(Number) as number };
    const expected = { ...NOTHING, optedOut: 2, optOutsLifted: 1, leftGroups: 1, erased: 1, ...others };
    const untouched = await itemsOf(restored.table.name);
    expect(await adopt(true)).toEqual(expected);
    expect(await itemsOf(restored.table.name)).toEqual(untouched);
    expect(await adopt()).toEqual(expected);
    // A second time nothing is left to do.
    expect(await adopt()).toMatchObject({ ...NOTHING, ...others });

    const find = (phoneNumber: string) => findContact(restored.table, { accountId, phoneNumber });
    expect(await find(STOPPED)).toMatchObject({ hardOptOut: { source: 'stop' }, memberships: {} });
    expect((await find(RETURNED))?.hardOptOut).toBeUndefined();
    expect(await find(LEFT)).toMatchObject({ firstName: 'Ada', memberships: {} });
    expect(await find(ERASED)).toMatchObject({ id: undefined, erasureId: expect.any(String) as string });
    expect(await find(KEPT)).toMatchObject({ firstName: 'Ada', memberships });
    expect(await find(NEWCOMER)).toBeUndefined();
    await createContact(restored, {
      accountId,
      phoneNumber: NEWCOMER,
      body: {},
      schema: readSchema(undefined),
    });
    expect(await find(NEWCOMER)).toMatchObject({ hardOptOut: { source: 'carrier' } });
  });

  it('keeps the opt-out of a person who was erased, came again and opted out', async () => {
    const { deps, restored, backUp, adopt } = await twoTables('Returned');
    const { id: accountId } = await seedAccount(deps);
    await seedListed(deps, { accountId, phoneNumber: ERASED, firstName: 'Ada' });
    await backUp();
    await requestErasure(deps, { accountId, phoneNumber: ERASED });
    deps.advance(1_000);
    await createContact(deps, { accountId, phoneNumber: ERASED, body: {}, schema: readSchema(undefined) });
    await optOutContact(deps, { accountId, phoneNumber: ERASED, source: 'stop' });

    expect(await adopt()).toMatchObject({ optedOut: 1, erased: 1 });
    expect(await findErasedPerson(restored.table, { accountId, phoneNumber: ERASED })).toMatchObject({
      hardOptOut: { source: 'stop' },
    });
  });
});

it('puts back balances, used keys and revoked API keys', async () => {
  const { deps, restored, backUp, adopt } = await twoTables('Records');
  const { id: accountId } = await seedAccount(deps, { smsCredits: 100 });
  const key = await createApiKey(deps, accountId);
  const usedKey = (name: string, state = 'completed'): Item => ({
    ...{ pk: `IDEMPOTENCY#${accountId}#message#${name}`, sk: 'IDEMPOTENCY', entity: 'idempotency', state },
    ...{ revision: 'r', subjectId: `msg_${name}`, expiresAt: '2026-03-03T12:00:00.000Z' },
    answer: JSON.stringify({ status: 201, body: {} }),
  });
  await deps.table.put({ Item: usedKey('before') });
  await backUp();
  await deps.table.batchPut([
    ...[usedKey('before'), usedKey('since'), usedKey('running', 'inProgress')],
    { ...usedKey('over'), expiresAt: '2026-03-01T12:00:30.000Z' },
    {
      pk: `CREDIT_SHARD#${accountId}#07`,
      sk: 'CREDIT_SHARD',
      entity: 'creditShard',
      smsCredits: 7,
      mmsCredits: 0,
    },
  ]);
  await deps.table.update({
    Key: { pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' },
    UpdateExpression: 'SET smsCredits = :less, dailyQuota = :wrong',
    ExpressionAttributeValues: { ':less': 98, ':wrong': 0 },
  });
  await revokeApiKey(deps, { accountId, keyId: key?.key.id ?? '' });

  expect(await adopt()).toEqual({ ...NOTHING, keys: 2, balances: 2, revokedKeys: 1 });
  const account = await restored.table.get({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });
  expect(account).toMatchObject({ smsCredits: 98, dailyQuota: 1_000 });
  const shard = await restored.table.get({ pk: `CREDIT_SHARD#${accountId}#07`, sk: 'CREDIT_SHARD' });
  expect(shard).toMatchObject({ smsCredits: 7 });
  const revoked = await restored.table.get({ pk: `KEY#${key?.key.id}`, sk: 'KEY' });
  expect(revoked?.revokedAt).toEqual(expect.any(String));
  const readKey = async (name: string) =>
    restored.table.get({ pk: `IDEMPOTENCY#${accountId}#message#${name}`, sk: 'IDEMPOTENCY' });
  expect(await readKey('before')).toEqual(usedKey('before'));
  expect(await readKey('over')).toBeUndefined();
  for (const name of ['since', 'running']) {
    const lost = readKeyRecord((await readKey(name)) as Item);
    expect(decideKey(lost, deps.clock.now())).toBe('replay');
    expect(lost.answer).toMatchObject({
      ...{ status: 409 },
      body: { code: 33104, status: 409, moreInfo: `${BASE_URL}/docs/errors#33104` },
    });
  }
});

describe('a key that was claimed since the restore point', () => {
  /** Puts back the keys of a log, and returns what a request with each finds. */
  async function keysAfter(name: string, log: LogEntry[]) {
    await createDeployedTable(engine.client, name);
    const deps = consentPlatform(new Table(engine.documents, name));
    const entries = (async function* () {
      for (const entry of log) yield [entry];
    })();
    const { keys } = await adoptTable(deps, {
      ...{ log: entries, restoredTo: deps.clock.now(), baseUrl: BASE_URL, isDryRun: false },
    });
    const found = (await itemsOf(name)).map((item) => [
      String(item.pk),
      decideKey(readKeyRecord(item), deps.clock.now()),
    ]);
    return { keys, found: Object.fromEntries(found) as Record<string, string> };
  }
  const logged = (pk: string, state: 'claimed' | 'used' | 'freed', expiresAt?: string): LogEntry => ({
    ...{ kind: 'key', at: NOW, sequence: '1', pk, state },
    ...(expiresAt !== undefined && { expiresAt }),
  });

  it('is refused when its holder neither used nor freed it', async () => {
    const until = '2026-03-03T12:00:00.000Z';
    const log = [
      ...[logged('KEY-died', 'freed'), logged('KEY-died', 'claimed', until)],
      ...[logged('KEY-sent', 'claimed', until), logged('KEY-sent', 'used', until)],
      ...[logged('KEY-failed', 'claimed', until), logged('KEY-failed', 'freed')],
      logged('KEY-forgotten', 'claimed', '2026-03-01T11:59:59.000Z'),
    ];
    expect(await keysAfter('Claims', log)).toEqual({
      keys: 2,
      found: { 'KEY-died': 'replay', 'KEY-sent': 'replay' },
    });
  });
});

it('ends queued texts and jobs without a refund, pauses campaigns, and drops what was relayed since', async () => {
  const { deps, restored, backUp, adopt } = await twoTables('Work');
  const { id: accountId } = await seedAccount(deps, { smsCredits: 100 });
  const queued = newMessage({
    ...{ id: deps.ids.next('msg'), accountId, to: STOPPED, from: '+12065550100', body: 'Hello' },
    ...{ createdAt: NOW, nextAttemptAt: NOW, charge: { sms: 2, mms: 0 } },
  });
  const dueAt = '2026-03-01T12:00:01.000Z';
  const listed = dueAttributes('MESSAGE', { id: queued.id, dueAt });
  await deps.table.put({ Item: { ...storedMessage.item(queued.id, queued as never), ...listed } });
  const job = await storeJob(deps.table, { accountId, id: `brc_${'0'.repeat(26)}`, chunks: 1, size: 3 });
  const address = { accountId, id: deps.ids.next('cmp') };
  const call = callCampaignWorker(deps.ids, { ...address, now: deps.clock.now() });
  const campaign: Campaign = {
    ...{ ...address, name: 'Spring', from: '+12065550100', body: 'Hello' },
    audience: { kind: 'people', everyone: true, fieldReferences: {} },
    ...{ purpose: 'informational', status: 'scheduled', version: 1 },
    ...{ jobCount: 0, jobsDone: 0, skippedBy: {}, retentionDays: 90 },
    counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
    ...{ createdAt: NOW, updatedAt: NOW, launchedAt: NOW },
  };
  await deps.table.put({ Item: { ...campaignItem.item(address, campaign), ...call.set } });
  await deps.table.transact([call.write]);
  await backUp();

  const balances = expect.any(Number) as number;
  const expected = { ...NOTHING, messages: 1, jobs: 1, campaigns: 1, outboxItems: 1, balances };
  expect(await adopt(true)).toEqual(expected);
  expect(await adopt()).toEqual(expected);
  const message = readMessage((await restored.table.get(messageKey(queued.id))) as Item);
  expect(message).toMatchObject({ status: 'unknown', phase: 'settled' });
  expect(await restored.table.get(jobKey(job.id))).toMatchObject({
    ...{ status: 'cancelled', chargePerRecipient: { sms: 0, mms: 0 }, gsi1pk: expect.any(String) as string },
  });
  expect(await restored.table.get(campaignItem.key(address))).toMatchObject({
    ...{ status: 'paused', pausedFrom: 'scheduled' },
  });
  const account = await restored.table.get({ pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' });
  expect(account).toMatchObject({ smsCredits: 100 });
  const relayed = (await itemsOf(restored.table.name)).filter(({ entity }) => entity === 'outbox');
  expect(relayed.filter(({ createdAt }) => createdAt === NOW)).toEqual([]);
});

it('logs no number, name or text', async () => {
  const deps = consentPlatform(engine.table);
  const { id: accountId } = await seedAccount(deps);
  await seedListed(deps, { accountId, phoneNumber: STOPPED, firstName: 'Marked' });
  await optOutContact(deps, { accountId, phoneNumber: STOPPED, source: 'stop', evidence: 'Marked' });
  await requestErasure(deps, { accountId, phoneNumber: STOPPED });
  const entries = await logOf(await itemsOf(engine.table.name), deps.clock.now());
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['consent', 'credits', 'erasure']);
  expect(JSON.stringify(entries)).not.toMatch(/Marked|2125550124/);
});
