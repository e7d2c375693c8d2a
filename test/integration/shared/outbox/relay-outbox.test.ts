import { type OutboxEntry, outboxItem, readOutboxItem } from '../../../../shared/outbox/outbox';
import { relayOutbox } from '../../../../shared/outbox/relay-outbox';
import { sweepOutbox } from '../../../../shared/outbox/sweep-outbox';
import type { BusEvent } from '../../../../shared/platform/queues/event-bus';
import {
  type Key,
  endpointQueueKey,
  outboxKey,
  webhookOutboxKey,
} from '../../../../shared/platform/store/keys';
import type { QueueMessage, QueueName } from '../../../../shared/platform/queues/queues';
import { useEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { recordingMeter } from '../../../support/logs/recording-meter';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;

const engine = useEngine();
let nowMs: number;
let published: BusEvent[];
let queued: Array<{ queue: QueueName; messages: QueueMessage[] }>;

beforeEach(() => {
  nowMs = START_MS;
  published = [];
  queued = [];
});

const platform = () => ({
  table: engine.table,
  log: createQuietLog(),
  metrics: recordingMeter(),
  clock: { now: () => new Date(nowMs) },
  eventBus: {
    publish: async (events: BusEvent[]) => {
      published.push(...events);
      return [] as number[];
    },
  },
  queues: {
    send: async (queue: QueueName, messages: QueueMessage[]) => {
      queued.push({ queue, messages });
      return [];
    },
  },
});

async function put(id: string, entry: OutboxEntry): Promise<void> {
  await engine.table.put({ Item: outboxItem({ id, entry, now: new Date(nowMs) }) });
}

const relay = (...ids: string[]) => relayAt(...ids.map(outboxKey));

async function relayAt(...keys: Key[]): Promise<string[]> {
  const items = await engine.table.batchGet(keys);
  return relayOutbox(
    platform(),
    items.flatMap((item) => (item ? [readOutboxItem(item)] : [])),
  );
}

const HINT: OutboxEntry = { kind: 'webhook', accountId: 'acc_1', endpointId: 'end_1' };
const EVENT: BusEvent = {
  detailType: 'contacts.group.opted_in',
  time: '2026-03-01T12:00:00.000Z',
  detail: { id: 'evt_1' },
};

describe('feedback on a message', () => {
  it('goes to the message queue, in a group apart from the texts of its account', async () => {
    await put('out_f', { kind: 'feedback', accountId: 'acc_1', providerMessageId: 'eum-1' });
    expect(await relay('out_f')).toEqual([]);
    const body = { accountId: 'acc_1', feedbackOn: 'eum-1', outboxId: 'out_f', attempt: 1 };
    expect(queued).toEqual([
      { queue: 'message', messages: [{ body, groupId: 'acc_1:feedback', trace: undefined }] },
    ]);
    expect(await engine.table.get(outboxKey('out_f'))).toBeUndefined();
  });
});

describe('an event in the outbox', () => {
  it('is published with the place to acknowledge it at, and stays there as it is', async () => {
    await put('out_1', { kind: 'event', event: EVENT });
    const before = await engine.table.get(outboxKey('out_1'));
    nowMs += MINUTE_MS - 1;
    expect(await relay('out_1')).toEqual([]);
    expect(published).toEqual([{ ...EVENT, outboxId: 'out_1' }]);
    expect(await engine.table.get(outboxKey('out_1'))).toEqual(before);
    await engine.table.delete({ Key: outboxKey('out_1') });
  });

  it('is due again a minute later when it is published a minute after its change', async () => {
    await put('out_1', { kind: 'event', event: EVENT });
    nowMs += MINUTE_MS;
    expect(await relay('out_1')).toEqual([]);
    expect(await engine.table.get(outboxKey('out_1'))).toMatchObject({
      gsi1pk: expect.stringMatching(/^DUE#EVENT#/) as string,
      gsi1sk: '2026-03-01T12:02:00.000Z#out_1',
    });
    await engine.table.delete({ Key: outboxKey('out_1') });
  });

  it('stays deleted when it was acknowledged before the bus answered', async () => {
    await put('out_2', { kind: 'event', event: EVENT });
    nowMs += MINUTE_MS;
    const slow = platform();
    slow.eventBus.publish = async () => {
      await engine.table.delete({ Key: outboxKey('out_2') });
      return [];
    };
    const item = readOutboxItem((await engine.table.get(outboxKey('out_2')))!);
    expect(await relayOutbox(slow, [item])).toEqual([]);
    expect(await engine.table.get(outboxKey('out_2'))).toBeUndefined();
  });

  it('is published again until it is acknowledged, at longer and longer intervals', async () => {
    await put('out_3', { kind: 'event', event: EVENT });
    await relay('out_3');
    const publishedAtMinute: number[] = [];
    for (let minute = 1; minute <= 20; minute++) {
      nowMs = START_MS + minute * MINUTE_MS;
      published = [];
      await sweepOutbox(platform());
      if (published.length > 0) publishedAtMinute.push(minute);
    }
    expect(publishedAtMinute).toEqual([1, 2, 4, 8, 16]);
    await engine.table.delete({ Key: outboxKey('out_3') });
    nowMs += 60 * MINUTE_MS;
    published = [];
    expect(await sweepOutbox(platform())).toBe(0);
  });

  it('stays as it is when the bus does not take it', async () => {
    await put('out_4', { kind: 'event', event: EVENT });
    const before = await engine.table.get(outboxKey('out_4'));
    const refusing = platform();
    refusing.eventBus.publish = async () => [0];
    const failed = await relayOutbox(refusing, [readOutboxItem(before!)]);
    expect(failed).toEqual(['out_4']);
    expect(await engine.table.get(outboxKey('out_4'))).toEqual(before);
    await engine.table.delete({ Key: outboxKey('out_4') });
  });

  it('stays as it is, and the log says so, when the bus cannot be reached', async () => {
    await put('out_7', { kind: 'event', event: EVENT });
    const before = await engine.table.get(outboxKey('out_7'));
    const broken = platform();
    broken.eventBus.publish = () => Promise.reject(new Error('AccessDeniedException'));
    const failed = await relayOutbox(broken, [readOutboxItem(before!)]);
    expect(failed).toEqual(['out_7']);
    expect(broken.log.lines).toEqual(['The bus took no events']);
    expect(await engine.table.get(outboxKey('out_7'))).toEqual(before);
    await engine.table.delete({ Key: outboxKey('out_7') });
  });
});

describe('a hint that deliveries are due', () => {
  it('stays in the outbox, and the log says so, when the queue cannot be reached', async () => {
    await put('out_8', { kind: 'webhook', accountId: 'acc_1', endpointId: 'end_1' });
    const before = await engine.table.get(webhookOutboxKey('out_8'));
    const broken = platform();
    broken.queues.send = () => Promise.reject(new Error('AccessDenied'));
    expect(await relayOutbox(broken, [readOutboxItem(before!)])).toEqual(['out_8']);
    expect(broken.log.lines).toEqual(['A queue took no messages']);
    expect(await engine.table.get(webhookOutboxKey('out_8'))).toEqual(before);
    await engine.table.delete({ Key: webhookOutboxKey('out_8') });
  });

  it('goes to the webhook queue, in the group of its endpoint, and out of the outbox', async () => {
    await put('out_5', { kind: 'webhook', accountId: 'acc_1', endpointId: 'end_1', delaySeconds: 5 });
    expect(await relayAt(webhookOutboxKey('out_5'))).toEqual([]);
    expect(queued).toEqual([
      {
        queue: 'webhook',
        messages: [{ body: { accountId: 'acc_1', endpointId: 'end_1' }, groupId: 'end_1', delaySeconds: 5 }],
      },
    ]);
    expect(await engine.table.get(webhookOutboxKey('out_5'))).toBeUndefined();
  });

  it('is relayed from where hints lay before they had a partition of their own', async () => {
    const item = outboxItem({ id: 'out_9', entry: HINT, now: new Date(nowMs) });
    await engine.table.put({ Item: { ...item, ...outboxKey('out_9') } });
    expect(await relay('out_9')).toEqual([]);
    expect(queued).toHaveLength(1);
    expect(await engine.table.get(outboxKey('out_9'))).toBeUndefined();
  });
});

describe('what the worker of webhook deliveries can write', () => {
  it.each<[string, OutboxEntry]>([
    ['an event', { kind: 'event', event: EVENT }],
    ['a message', { kind: 'message', messageId: 'msg_1', accountId: 'acc_1' }],
    [
      'a job',
      { kind: 'job', jobId: 'brc_1', accountId: 'acc_1', from: '+12065550100', firstChunk: 1, lastChunk: 1 },
    ],
  ])('is no order to relay %s', async (_title, entry) => {
    const key = webhookOutboxKey('out_10');
    await engine.table.put({
      Item: { ...outboxItem({ id: 'out_10', entry, now: new Date(nowMs) }), ...key },
    });
    expect(await relayAt(key)).toEqual([]);
    expect([published, queued]).toEqual([[], []]);
    expect(await engine.table.get(key)).toBeUndefined();
  });

  it('is no order to the timer, whatever it says of the index', async () => {
    const forged = outboxItem({ id: 'out_11', entry: { kind: 'event', event: EVENT }, now: new Date(nowMs) });
    const { pk } = endpointQueueKey({ endpointId: 'end_1' });
    await engine.table.put({ Item: { ...forged, pk, sk: 'OUTBOX' } });
    nowMs += 2 * MINUTE_MS;
    expect(await sweepOutbox(platform())).toBe(0);
    expect(published).toEqual([]);
    await engine.table.delete({ Key: { pk, sk: 'OUTBOX' } });
  });

  it('is that an endpoint was disabled', async () => {
    const event = { ...EVENT, detailType: 'webhooks.endpoint.disabled' };
    await put('out_12', { kind: 'event', event });
    expect(await relayAt(webhookOutboxKey('out_12'))).toEqual([]);
    expect(published).toEqual([{ ...event, outboxId: 'out_12' }]);
    await engine.table.delete({ Key: webhookOutboxKey('out_12') });
  });
});

describe('an item that is not as declared', () => {
  const UNREADABLE: Array<[string, object]> = [
    ['of an unknown kind', { entry: { kind: 'fax', number: '+12065550123' } }],
    ['without an entry', { entry: undefined }],
    ['with an attribute of another type', { entry: { ...HINT, endpointId: 7 } }],
    ['without a time', { createdAt: undefined }],
  ];

  it.each(UNREADABLE)(
    '%s stays in the outbox, is counted, and its neighbours are relayed',
    async (_, change) => {
      const broken = { ...outboxItem({ id: 'out_13', entry: HINT, now: new Date(nowMs) }), ...change };
      await engine.table.put({ Item: broken });
      // Enough entries for all shards of the index, so that some follow the unreadable one in its shard.
      const others = Array.from({ length: 20 }, (_, index) => `out_14_${index}`);
      for (const id of others) await put(id, HINT);
      nowMs += 2 * MINUTE_MS;
      const swept = platform();
      expect(await sweepOutbox(swept)).toBe(others.length);
      expect(queued.flatMap(({ messages }) => messages)).toHaveLength(others.length);
      expect(swept.log.lines).toEqual(['Outbox item not readable']);
      expect(swept.metrics.recorded).toEqual([['OutboxItemsUnreadable', 1]]);
      expect(await engine.table.get(webhookOutboxKey('out_13'))).toMatchObject({ id: 'out_13' });
      await engine.table.delete({ Key: webhookOutboxKey('out_13') });
    },
  );
});
