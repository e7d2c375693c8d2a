/**
 * Processor time of the clients of the table, the queues, the bus, the provider and webhooks, for each call and for what it
 * sends and reads, against a server that answers at once, in another process:
 *
 *   node --import tsx test/bench/client-work.ts
 *
 * The simulation of AWS takes its figures from here (`test/simulate/cpu-figures.ts`).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BatchWriteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { openGuardedClient } from '../../shared/platform/outgoing/guarded-client';
import { createEumProvider } from '../../shared/platform/provider/eum/eum-provider';
import { createEventBus } from '../../shared/platform/queues/event-bus';
import { createQueues } from '../../shared/platform/queues/queues';
import { TableClient } from '../../shared/platform/store/client/table-client';
import { sizeOf } from '../simulate/cpu-model';
import { type BenchRow, benchRow, runAsProgram } from './bench-row';

const CALLS = 2_000;
const LARGE_CALLS = 100;
const AT_ONCE = 8;
const ROUNDS = 8;
const ITEMS = 500;
/** Messages or events in a call. One takes as long as ten, as far as this can be measured. */
const ENTRIES = 5;
const TEXT_BYTES = 200_000;
const SERVER = 'server';

/** Item with about as many attributes as a contact. */
const itemOf = (index: number) => ({
  ...{ pk: `CONTACT#acc_1#+1212${5_000_000 + index}`, sk: 'CONTACT', entity: 'contact', id: `con_${index}` },
  ...{ accountId: 'acc_1', phoneNumber: `+1212${5_000_000 + index}`, isFavorite: false, customFields: {} },
  ...{ memberships: { grp_all: { optInAt: '2026-03-02T12:00:00.000Z', tagIds: [] } }, version: 1 },
  ...{ createdAt: '2026-03-02T12:00:00.000Z', updatedAt: '2026-03-02T12:00:00.000Z' },
});
const items = Array.from({ length: ITEMS }, (_, index) => itemOf(index));
const text = 'x'.repeat(TEXT_BYTES);
const marshalled = (list: object[]) => list.map((item) => marshall(item));

/** Answers by the last word of what is asked for: an operation, or the partition key of a query. */
const ANSWERS: Record<string, object> = {
  GetItem: { Item: marshall(itemOf(0)) },
  many: { Items: marshalled(items), Count: ITEMS, ScannedCount: ITEMS },
  large: { Items: marshalled([{ pk: 'A', text }]), Count: 1, ScannedCount: 1 },
  PutItem: {},
  BatchWriteItem: { UnprocessedItems: {} },
  SendMessageBatch: { Successful: [], Failed: [] },
  PutEvents: { FailedEntryCount: 0, Entries: Array.from({ length: 10 }, () => ({ EventId: 'e' })) },
  SendTextMessage: { MessageId: '0b7b7d2e-6a3f-4f39-9d0a-1f4b0c7d2e6a' },
};

export async function run(): Promise<BenchRow[]> {
  const server = fork(fileURLToPath(import.meta.url), [SERVER]);
  try {
    const [endpoint] = (await once(server, 'message')) as [string];
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
      // As long as those of a Lambda.
      AWS_SESSION_TOKEN: 't'.repeat(800),
    });
    return [...(await measureTable()), ...(await measureOthers(endpoint))];
  } finally {
    server.kill();
  }
}

async function measureTable(): Promise<BenchRow[]> {
  const client = new TableClient();
  const TableName = 'T';
  const query = (key: string) =>
    new QueryCommand({
      ...{ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': key } },
    });
  const writes = items.slice(0, 25).map((Item) => ({ PutRequest: { Item } }));
  const [get, many, large] = [
    new GetCommand({ TableName, Key: { pk: 'A', sk: 'B' } }),
    query('many'),
    query('large'),
  ];
  const [batch, put] = [
    new BatchWriteCommand({ RequestItems: { [TableName]: writes } }),
    new PutCommand({ TableName, Item: { pk: 'A', sk: 'B', text } }),
  ];
  const us = async (command: object, calls: number) => cpuUsOf(() => client.send(command as never), calls);
  const getUs = await us(get, CALLS);
  const sizes = {
    item: sizeOf({ Item: itemOf(0) }),
    many: sizeOf({ Items: items }),
    large: sizeOf({ Items: [{ pk: 'A', text }] }),
    get: sizeOf(get.input),
    batch: sizeOf(batch.input),
    put: sizeOf(put.input),
  };
  const readKilobyte = ((await us(large, LARGE_CALLS)) - getUs) / sizes.large.kilobytes;
  const manyUs = (await us(many, LARGE_CALLS)) - getUs - readKilobyte * sizes.many.kilobytes;
  const readValue = manyUs / sizes.many.values;
  const sentKilobyte = ((await us(put, LARGE_CALLS)) - getUs) / sizes.put.kilobytes;
  const batchUs = (await us(batch, CALLS)) - getUs - sentKilobyte * sizes.batch.kilobytes;
  const sentValue = batchUs / sizes.batch.values;
  const tableCall = getUs - readValue * sizes.item.values - sentValue * sizes.get.values;
  client.close();
  return rowsOf({ tableCall, sentValue, sentKilobyte, readValue, readKilobyte });
}

async function measureOthers(endpoint: string): Promise<BenchRow[]> {
  const queues = createQueues(() => `${endpoint}/queue`);
  const bus = createEventBus(() => 'bus');
  const media = { locate: () => Promise.reject(new Error('There is none')) };
  const provider = createEumProvider({
    ...{ settings: { configurationSet: 'set', messageType: 'TRANSACTIONAL' }, media },
  });
  const webhooks = openGuardedClient({ policy: { allowsLoopback: true } });
  const messages = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      body: { jobId: 'job_1', chunk: index },
      groupId: 'acc_1',
    }));
  const events = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      detailType: 'messaging.message.delivered',
      time: '2026-03-02T12:00:00.000Z',
      detail: {
        accountId: 'acc_1',
        message: { id: `msg_${index}`, to: '+12125550177', status: 'delivered' },
      },
      outboxId: `out_${index}`,
    }));
  const message = {
    ...{ messageId: 'msg_1', accountId: 'acc_1', from: '+12065550100', to: '+12125550177' },
    ...{ body: 'Hello Ada, your order is ready.', type: 'SMS' },
  };
  const body = JSON.stringify(events(1)[0]);
  const figures = {
    queueCall: await cpuUsOf(() => queues.send('chunk', messages(ENTRIES)), CALLS),
    busCall: await cpuUsOf(() => bus.publish(events(ENTRIES)), CALLS),
    providerCall: await cpuUsOf(() => provider.send(message as never), CALLS),
    webhookCall: await cpuUsOf(
      () => webhooks.request(`${endpoint}/hook`, { method: 'POST', body, timeoutMs: 5_000, maxBytes: 1_000 }),
      CALLS,
    ),
  };
  provider.close();
  webhooks.close();
  return rowsOf(figures);
}

const rowsOf = (figures: Record<string, number>): BenchRow[] =>
  Object.entries(figures).map(([name, measured]) =>
    benchRow({ name: `client, ${name}`, measured, unit: 'µs', note: 'of a whole core' }),
  );

/** Returns the processor time of a call of this process, of the best round. The first round warms up. */
async function cpuUsOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    let left = calls;
    const work = async () => {
      while (left-- > 0) await call();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const { user, system } = process.cpuUsage(before);
    if (round > 0) best = Math.min(best, (user + system) / calls);
  }
  return best;
}

/** Serves the prepared answers, and sends its address to the parent process. */
async function serve(): Promise<void> {
  const bodies = new Map(Object.entries(ANSWERS).map(([name, answer]) => [name, JSON.stringify(answer)]));
  const listener: RequestListener = (request, response) => {
    void buffer(request).then((body) => {
      const operation =
        String(request.headers['x-amz-target'] ?? '')
          .split('.')
          .at(-1) ?? '';
      const name =
        operation === 'Query' ? (/"(many|large)"/.exec(body.toString('utf8'))?.[1] ?? '') : operation;
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(bodies.get(name) ?? '{}');
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

if (process.argv[2] === SERVER) await serve();
else await runAsProgram(import.meta.url, run);
