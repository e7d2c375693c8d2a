/**
 * DynamoDB capacity units of a single send with all later work, and of the receipts of a job:
 *
 *   node --import tsx test/bench/receipts-capacity.ts
 *
 * The functions themselves are called, with the events that queue, stream and bus would deliver.
 */
import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { handler as sendMessage } from '../../functions/http/send-message';
import { handler as fanOutEvents } from '../../functions/workers/fan-out-events';
import { handler as relayOutbox } from '../../functions/workers/outbox-relay';
import { handler as recordReceipt } from '../../functions/workers/record-receipt';
import { toInsertRecord } from '../../lib/local/lambda-records';
import { readOutbox } from '../support/engines/outbox-items';
import type { WebhookTask } from '../../shared/outbox/relay-outbox';
import { callbackRequest } from '../../shared/twilio/callback-request';
import { systemClock } from '../../shared/platform/clock';
import type { BusEvent } from '../../shared/platform/queues/event-bus';
import { createIds } from '../../shared/platform/ids';
import { getPlatform } from '../../shared/platform/platform';
import type { QueueMessage } from '../../shared/platform/queues/queues';
import { deriveSealingKey } from '../../shared/platform/secrets/sealing-key';
import { deliverQueue } from '../../shared/webhooks/deliver-queue';
import { addEndpoint } from '../../shared/webhooks/manage-endpoints';
import { callHandler } from '../support/routes/call-handler';
import { countAllUnits, type Units } from '../support/engines/capacity-meter';
import type { TestEngine } from '../support/engines/engine';
import { createJobsFixture } from '../support/sending/jobs-fixture';
import { seededRandom } from '../support/run/seeded-random';
import { createSendingAccount } from '../support/sending/sending-account';
import { startWebhookReceiver } from '../support/webhooks/webhook-receiver';
import { useInstantProvider, withEngine } from './bench-engine';
import { type BenchRow, runAsProgram } from './bench-row';
import { invoke, receiptEvent, toRecord } from './receipt-events';
import { unitRows } from './unit-rows';

const SENDS = 100;
/** Most write units of a single send with two receipts, and those that it takes today. */
const MOST_WRITES = { withoutEndpoint: 12, withEndpoint: 16 };
const WRITES_TODAY = { withoutEndpoint: 14.5, withEndpoint: 16.5 };
const WHY_MORE = 'a text is put into two indexes, which find it by its phone and by its time';
const JOB_RECIPIENTS = 5_000;
const RECEIPTS_A_BATCH = 1_000;
/** Distance by which receipts of a job differ from the order of its sends. */
const SHUFFLED_WITHIN = 2_000;
const DELIVERY_BUDGET_MS = 60_000;

export async function run(): Promise<BenchRow[]> {
  return [
    ...(await withEngine((engine) => measureSends(engine, { hasEndpoint: false, name: 'no endpoint' }))),
    ...(await withEngine((engine) => measureSends(engine, { hasEndpoint: true, name: 'one endpoint' }))),
    ...(await withEngine(measureJobReceipts)),
  ];
}

/** Connects the functions by queues, a stream and a bus. */
function connectFunctions({ table }: TestEngine) {
  const onBus: BusEvent[] = [];
  const hints: QueueMessage[] = [];
  Object.assign(getPlatform(), {
    table,
    queues: {
      send: async (queue: string, messages: QueueMessage[]) => {
        if (queue === 'webhook') hints.push(...messages);
        return [];
      },
    },
    eventBus: { publish: async (events: BusEvent[]) => (onBus.push(...events), []) },
  });
  return { onBus, hints };
}

async function measureSends(
  engine: TestEngine,
  { hasEndpoint, name }: { hasEndpoint: boolean; name: string },
): Promise<BenchRow[]> {
  const kind = hasEndpoint ? 'withEndpoint' : 'withoutEndpoint';
  const { accountId, authorization, from, to } = await createSendingAccount(engine, {
    rateLimits: { message: 1_000_000 },
  });
  useInstantProvider();
  const { onBus, hints } = connectFunctions(engine);
  const receiver = await startWebhookReceiver();
  const platform = getPlatform();
  const sealingKey = deriveSealingKey('a key for benches');
  const policy = { allowsLoopback: true };
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock), sealingKey, policy };
  if (hasEndpoint) await addEndpoint(deps, { accountId, url: receiver.url, eventTypes: undefined });
  const total: Units = { read: 0, write: 0 };
  const counted = async <T>(act: () => Promise<T>): Promise<T> => {
    const { units, result } = await countAllUnits(act);
    total.read += units.read;
    total.write += units.write;
    return result;
  };
  const messageIds: string[] = [];
  // The first request of an instance looks the key up.
  await callHandler(sendMessage, { authorization, body: { to, from, body: 'Hello', dryRun: true } });
  for (let sent = 0; sent < SENDS; sent++) {
    const answer = await counted(() =>
      callHandler(sendMessage, { authorization, body: { to, from, body: 'Hello' } }),
    );
    if (answer.status !== 201) throw new Error(answer.text);
    messageIds.push((answer.body as { id: string }).id);
  }
  for (const eventType of ['TEXT_SENT', 'TEXT_DELIVERED']) {
    const events = messageIds.map((messageId) => receiptEvent(messageId, eventType));
    await counted(() => invoke(recordReceipt, { Records: events.map(toRecord) }));
  }
  await counted(() => relay(engine));
  const published = onBus
    .splice(0)
    .flatMap(({ detail, outboxId, subjectId }) =>
      subjectId === undefined ? [{ detail, resources: [outboxId] }] : [],
    );
  await counted(() => invoke(fanOutEvents, { Records: published.map(toRecord) }));
  for (const { body } of hints) {
    await counted(async () =>
      deliverQueue(
        { ...platform, sealingKey, policy, receiverClock: systemClock, callbackRequest },
        { ...(body as WebhookTask), budgetMs: DELIVERY_BUDGET_MS },
      ),
    );
  }
  await receiver.stop();
  if (hasEndpoint && receiver.ids().length !== SENDS)
    throw new Error(`${receiver.ids().length} were delivered`);
  return unitRows(
    `single send with two receipts, ${name}`,
    { read: total.read / SENDS, write: total.write / SENDS },
    { write: MOST_WRITES[kind], known: { because: WHY_MORE, upTo: WRITES_TODAY[kind] } },
  );
}

async function measureJobReceipts(engine: TestEngine): Promise<BenchRow[]> {
  connectFunctions(engine);
  const fixture = await createJobsFixture(engine.table, { contacts: JOB_RECIPIENTS, dailyQuota: 1_000_000 });
  fixture.answer.current = (message) => {
    fixture.taken.push(message);
    return { outcome: 'accepted', providerMessageId: randomUUID() };
  };
  await fixture.broadcast();
  await fixture.runToEnd();
  const random = seededRandom(1);
  const events = fixture.taken
    .flatMap(({ messageId }, index) =>
      ['TEXT_SENT', 'TEXT_DELIVERED'].map((eventType) => ({
        at: index + random() * SHUFFLED_WITHIN,
        event: receiptEvent(messageId, eventType),
      })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
  const { units } = await countAllUnits(async () => {
    for (let start = 0; start < events.length; start += RECEIPTS_A_BATCH) {
      const batch = events.slice(start, start + RECEIPTS_A_BATCH);
      await invoke(recordReceipt, { Records: batch.map(toRecord) });
    }
  });
  const count = events.length;
  return unitRows(
    'receipt of a broadcast recipient',
    { read: units.read / count, write: units.write / count },
    { write: 0.1 },
  );
}

async function relay(engine: TestEngine): Promise<void> {
  const records = [];
  for (const item of await readOutbox(engine.table)) {
    records.push(
      toInsertRecord({
        item: marshall(item, { removeUndefinedValues: true }),
        sequenceNumber: String(records.length),
        insertedAt: new Date(),
        streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/S',
      }),
    );
  }
  if (records.length > 0) await invoke(relayOutbox, { Records: records });
}

void runAsProgram(import.meta.url, run);
