/**
 * Price and duration of a pass over a table of 1,000,000,000 items, for a hundred erasures a day, from a pass over a
 * table of 100,000:
 *
 *   node --import tsx test/bench/erasure.ts
 *
 * ITEMS (100000). The items are those of contacts in a group, of single sends with a key and of a broadcast, with their
 * receipts, as the functions store them, copied under other keys.
 */
import { randomUUID } from 'node:crypto';
import { handler as addMembership } from '../../functions/http/add-membership';
import { handler as createContact } from '../../functions/http/create-contact';
import { handler as sendMessage } from '../../functions/http/send-message';
import { handler as recordReceipt } from '../../functions/workers/record-receipt';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Erasure } from '../../shared/erasure/erasure';
import { READING_PAUSE_MS } from '../../shared/erasure/internal/begin-pass';
import { nextPassAt } from '../../shared/erasure/internal/read-budget';
import { PAGES_BETWEEN_SAVES, readTable } from '../../shared/erasure/internal/read-table';
import { findSlices, putSlices, SLICES, WORKERS } from '../../shared/erasure/internal/slice';
import { partitionOf } from '../../shared/erasure/personal-data';
import { workerSettingsOf } from '../../lib/stack/function-settings';
import type { E164 } from '../../shared/phone-numbers/e164';
import { addNumber } from '../../shared/senders/number-store';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { getPlatform } from '../../shared/platform/platform';
import { createServiceTable } from '../../shared/platform/store/client/internal/service-table';
import type { Item } from '../../shared/platform/store/item';
import type { Partition } from '../../shared/platform/store/keys';
import { createQuietLog } from '../support/logs/quiet-log';
import { callHandler, createTestAccount } from '../support/routes/call-handler';
import { everyLimit } from '../support/routes/rate-limits';
import type { TestEngine } from '../support/engines/engine';
import { createJobsFixture } from '../support/sending/jobs-fixture';
import { useInstantProvider, withEngine } from './bench-engine';
import { type BenchRow, benchRow, runAsProgram } from './bench-row';
import { PRICES } from './prices';
import { AWS } from '../simulate/aws-figures';
import { invoke, receiptEvent, toRecord } from './receipt-events';

const ITEMS = Number(process.env.ITEMS ?? 100_000);
const SCALED_TO = 1_000_000_000;
const ERASURES = 100;
const FROM = '+12065559001';
const SINGLES = 200;
const RECIPIENTS = 300;
const DOLLARS_A_DAY = 10;
const HOURS_LATE = 24;
const HOUR_MS = 60 * 60_000;
/** Read units of a page of a megabyte, read with eventual consistency. */
const UNITS_A_PAGE = 128;
/** Time that DynamoDB takes to answer with such a page, a megabyte; a worker has a core for what it does with it. */
const SECONDS_A_PAGE = (1_000 * AWS.readMsPerKilobyte.value) / 1_000;
const STARTED_AT = '2026-03-01T00:00:00.000Z';

/** Partitions that grow with the texts and contacts of accounts. */
const COPIED: readonly Partition[] = ['contact', 'message', 'idempotency', 'job', 'receipt', 'jobList'];

export async function run(): Promise<BenchRow[]> {
  return withEngine(async (engine) => {
    const accountId = await fill(engine);
    const { readUnits, items, coreSeconds } = await readOnce(engine, accountId);
    const scale = SCALED_TO / items;
    const pages = (readUnits * scale) / UNITS_A_PAGE;
    const writes = pages / PAGES_BETWEEN_SAVES;
    // The next page is read while a page is worked on.
    const workerSeconds = Math.max(coreSeconds * scale, pages * SECONDS_A_PAGE);
    const passMs = READING_PAUSE_MS + (workerSeconds / WORKERS) * 1000;
    const startedAtMs = Date.parse(STARTED_AT);
    const next = nextPassAt({
      startedAt: STARTED_AT,
      endedAtMs: startedAtMs + passMs,
      readUnits: readUnits * scale,
    });
    const intervalMs = Math.max(Date.parse(next) - startedAtMs, passMs);
    const { memoryMb } = workerSettingsOf('functions/workers/erase-people.ts');
    const dollarsAPass =
      (readUnits * scale * PRICES.dynamoDbPerMillionReads) / 1_000_000 +
      (writes * PRICES.dynamoDbPerMillionWrites) / 1_000_000 +
      workerSeconds * (memoryMb / 1024) * PRICES.lambdaArmPerGbSecond;
    const what = 'erasures of 100 people a day among 1,000,000,000 items';
    return [
      benchRow({
        name: `${what}, a day`,
        measured: (dollarsAPass * 24 * HOUR_MS) / intervalMs,
        unit: '$',
        limit: DOLLARS_A_DAY,
        note: `a pass every ${(intervalMs / HOUR_MS).toFixed(1)} h: ${((readUnits * scale) / 1_000_000).toFixed(1)} million read units, ${Math.round(workerSeconds).toLocaleString('en-US')} s of workers, $${dollarsAPass.toFixed(2)}`,
      }),
      benchRow({
        name: `${what}, latest end`,
        measured: (intervalMs + passMs) / HOUR_MS,
        unit: 'h',
        limit: HOURS_LATE,
        note: `of a request that has just missed a pass; ${WORKERS} workers`,
      }),
      benchRow({
        name: `erasure pass, size of an item`,
        measured: (readUnits * 8_192) / items,
        unit: 'bytes',
        note: `${items.toLocaleString('en-US')} items`,
      }),
    ];
  });
}

/** Reads the whole table once, with one worker, for people of whom it has nothing. */
async function readOnce(engine: TestEngine, accountId: string) {
  const table = createServiceTable(engine.table.name);
  const deps = { table, clock: systemClock, ids: createIds(systemClock), log: createQuietLog() };
  const pass = { startedAt: STARTED_AT, sliceCount: SLICES, erasureIds: [], readUnits: 0 };
  await putSlices(deps, pass);
  const before = process.cpuUsage();
  const end = await readTable(deps, {
    pass,
    inTable: Array.from({ length: ERASURES }, (_, index) => erasureOf(accountId, index)),
    remainingMs: () => HOUR_MS,
    rest: async () => undefined,
  });
  const { user, system } = process.cpuUsage(before);
  if (end !== 'read') throw new Error('The table was not read to its end');
  const slices = (await findSlices(table, pass)) ?? [];
  const readUnits = slices.reduce((sum, slice) => sum + slice.readUnits, 0);
  return { readUnits, items: await countItems(engine), coreSeconds: (user + system) / 1_000_000 };
}

async function countItems({ table }: TestEngine): Promise<number> {
  let count = 0;
  for await (const _ of table.scan({ ProjectionExpression: 'pk' })) count += 1;
  return count;
}

function erasureOf(accountId: string, index: number): Erasure {
  return {
    id: `ers_${index}`,
    kind: 'person',
    accountId,
    status: 'running',
    phoneNumbers: [`+1646555${String(index).padStart(4, '0')}` as E164],
    profiles: [{ firstName: `Given${index}`, lastName: `Family${index}`, email: `g${index}@example.com` }],
    metByOthers: [],
    areNamesKnown: false,
    leavingGroupIds: [],
    isTableErased: false,
    hasUnended: false,
    searchedFiles: [],
    requestedAt: new Date().toISOString(),
  };
}

/** Fills the table. @returns the account to which half of the items belong */
async function fill(engine: TestEngine): Promise<string> {
  const { accountId, authorization } = await createTestAccount(engine, {
    smsCredits: 2 * SINGLES,
    rateLimits: everyLimit(1_000_000),
  });
  useInstantProvider();
  Object.assign(getPlatform(), { queues: { send: async () => [] }, eventBus: { publish: async () => [] } });
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  await addNumber(deps, { accountId, number: FROM, status: 'Active' });
  const { id: groupId } = await createGroup(deps, { accountId, name: 'Customers', optInType: 'SINGLE' });
  const sent: string[] = [];
  for (let index = 0; index < SINGLES; index++) {
    const phoneNumber = `+1212555${String(1_000 + index)}`;
    const pathParameters = { phoneNumber, groupId };
    const profile = {
      firstName: `First ${index}`,
      lastName: `Last ${index}`,
      email: `person${index}@example.com`,
    };
    await succeed(callHandler(createContact, { authorization, pathParameters, body: profile }));
    await succeed(
      callHandler(addMembership, { authorization, pathParameters, body: { optInMode: 'DIRECT' } }),
    );
    const body = { to: phoneNumber, from: FROM, body: 'Your order is ready.', idempotencyKey: randomUUID() };
    const message = await succeed(callHandler(sendMessage, { authorization, body }));
    sent.push((message as { id: string }).id);
  }
  const fixture = await createJobsFixture(engine.table, { contacts: RECIPIENTS, dailyQuota: 1_000_000 });
  fixture.answer.current = (message) => {
    fixture.taken.push(message);
    return { outcome: 'accepted', providerMessageId: randomUUID() };
  };
  await fixture.broadcast({ body: 'Hello {{contact_first_name}}, we are open again.' });
  await fixture.runToEnd();
  sent.push(...fixture.taken.map(({ messageId }) => messageId));
  for (const eventType of ['TEXT_SENT', 'TEXT_DELIVERED'])
    await invoke(recordReceipt, { Records: sent.map((id) => toRecord(receiptEvent(id, eventType))) });
  await copyItems(engine);
  return accountId;
}

async function copyItems({ table }: TestEngine): Promise<void> {
  const items: Item[] = [];
  for await (const found of table.scan({})) {
    const partition = partitionOf(found as Item);
    if (partition !== undefined && COPIED.includes(partition)) items.push(found as Item);
  }
  for (let copy = 1; copy <= ITEMS / items.length; copy++)
    await table.batchPut(
      items.map((item) => ({ ...item, pk: `${item.pk}${copy}` })),
      8,
    );
}

async function succeed(call: ReturnType<typeof callHandler>): Promise<unknown> {
  const answer = await call;
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body;
}

void runAsProgram(import.meta.url, run);
