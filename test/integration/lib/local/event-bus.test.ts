import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, ListRulesCommand, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { installMovableClock, type MovableClock } from '../../../../lib/local/clock';
import { type EventBus, startEventBus } from '../../../../lib/local/event-bus';
import type { BusRule } from '../../../../lib/local/mappings';
import { startTestMessagingCloud, type TestMessagingCloud } from '../../../support/aws/messaging-cloud';
import { createQuietLog } from '../../../support/logs/quiet-log';

const NOW = '2026-11-20T12:00:00.123Z';
const ENTRY = { Source: 'messaging', DetailType: 'tested', Detail: '{"n":1}', EventBusName: 'bus' };

describe('startEventBus', () => {
  let cloud: TestMessagingCloud;
  let clock: MovableClock;
  let queue: { url: string; arn: string };
  let bus: EventBus;
  let client: EventBridgeClient;
  let folder: string;
  let queueCount = 0;

  beforeAll(async () => {
    cloud = await startTestMessagingCloud();
    clock = installMovableClock(0);
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(NOW));
    folder = mkdtempSync(join(tmpdir(), 'event-bus-'));
  });

  afterAll(async () => {
    clock.uninstall();
    rmSync(folder, { recursive: true });
    await cloud.stop();
  });

  afterEach(async () => {
    client.destroy();
    await bus.stop();
  });

  async function start(
    change: Partial<BusRule> = {},
    options: { dataFile?: string; onDelivered?: (events: object[]) => void } = {},
  ): Promise<void> {
    queue = await cloud.makeQueue(`events-${++queueCount}`);
    const rule = {
      logicalId: 'Rule',
      busName: 'bus',
      pattern: { source: ['messaging'] },
      queueUrls: [queue.url],
      ...change,
    };
    bus = await startEventBus({
      rules: [rule],
      sqs: cloud.sqs,
      clock,
      log: createQuietLog(),
      accessKeyId: 'local',
      ...options,
    });
    client = new EventBridgeClient({
      endpoint: bus.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
  }

  async function receive(): Promise<unknown[]> {
    const { Messages: messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queue.url, MaxNumberOfMessages: 10 }),
    );
    return messages.map(({ Body }) => JSON.parse(Body ?? '') as unknown);
  }

  it('delivers the event to the queue of a rule that matches', async () => {
    await start();
    const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: [ENTRY] }));
    expect([FailedEntryCount, await receive()]).toEqual([
      0,
      [
        {
          version: '0',
          id: Entries?.[0]?.EventId,
          'detail-type': 'tested',
          source: 'messaging',
          account: '000000000000',
          time: '2026-11-20T12:00:00Z',
          region: 'us-east-1',
          resources: [],
          detail: { n: 1 },
        },
      ],
    ]);
  });

  it.each([
    ['whose pattern does not match', { ...ENTRY, Source: 'other' }],
    ['of another bus', { ...ENTRY, EventBusName: 'default' }],
  ])('does not deliver by a rule %s, but remembers the event', async (_, entry) => {
    await start();
    await client.send(new PutEventsCommand({ Entries: [entry] }));
    expect([await receive(), bus.recentEvents()]).toEqual([
      [],
      [{ source: entry.Source, detailType: 'tested', time: NOW, detail: { n: 1 } }],
    ]);
  });

  it('knows a bus by its ARN, too', async () => {
    await start();
    const EventBusName = 'arn:aws:events:us-east-1:000000000000:event-bus/bus';
    await client.send(new PutEventsCommand({ Entries: [{ ...ENTRY, EventBusName }] }));
    expect(await receive()).toHaveLength(1);
  });

  it('takes the good entries of a request and names the bad ones', async () => {
    await start();
    const answer = await client.send(
      new PutEventsCommand({
        Entries: [
          ENTRY,
          { ...ENTRY, Detail: '[]' },
          { ...ENTRY, Source: undefined },
          { ...ENTRY, Detail: '{"n":2}' },
        ],
      }),
    );
    expect(answer).toMatchObject({
      FailedEntryCount: 2,
      Entries: [
        { EventId: expect.any(String) as string },
        { ErrorCode: 'MalformedDetail' },
        { ErrorCode: 'InvalidArgument' },
        { EventId: expect.any(String) as string },
      ],
    });
    expect(bus.recentEvents().map(({ detail }) => detail)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('tells of what it has delivered', async () => {
    const onDelivered = jest.fn();
    await start({}, { onDelivered });
    await client.send(new PutEventsCommand({ Entries: [ENTRY, { ...ENTRY, Detail: '[]' }] }));
    expect(onDelivered.mock.calls).toEqual([[[{ n: 1 }]]]);
  });

  it('fails an entry that it cannot deliver, and neither remembers it nor tells of it', async () => {
    const onDelivered = jest.fn();
    await start({ queueUrls: [`${cloud.url}/000000000000/missing`] }, { onDelivered });
    const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: [ENTRY] }));
    expect([FailedEntryCount, Entries?.[0]?.ErrorCode, bus.recentEvents()]).toEqual([
      1,
      'InternalFailure',
      [],
    ]);
    expect(onDelivered.mock.calls).toEqual([[[]]]);
  });

  it('turns another operation away', async () => {
    await start();
    await expect(client.send(new ListRulesCommand({}) as unknown as PutEventsCommand)).rejects.toMatchObject({
      name: 'UnknownOperationException',
    });
  });

  it('answers a body that is no JSON', async () => {
    await start();
    const answer = await fetch(bus.url, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AWSEvents.PutEvents',
        authorization: 'AWS4-HMAC-SHA256 Credential=local/',
      },
      body: '{',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { __type: 'ValidationException', message: 'Entries must hold at least one entry.' },
    ]);
  });

  it('remembers events over a restart, and forgets them when it is told to', async () => {
    const dataFile = join(folder, 'events.jsonl');
    await start({}, { dataFile });
    await client.send(new PutEventsCommand({ Entries: [ENTRY] }));
    const expected = [{ source: 'messaging', detailType: 'tested', time: NOW, detail: { n: 1 } }];
    await bus.stop();
    await start({}, { dataFile });
    const afterRestart = bus.recentEvents();
    bus.clear();
    expect([afterRestart, bus.recentEvents(), readFileSync(dataFile, 'utf8')]).toEqual([expected, [], '']);
  });

  it('remembers the last 10,000 events', async () => {
    const dataFile = join(folder, 'many.jsonl');
    const lines = Array.from({ length: 10_001 }, (_, n) =>
      JSON.stringify({ source: 's', detailType: 't', time: NOW, detail: { n } }),
    );
    writeFileSync(dataFile, `${lines.join('\n')}\n`);
    await start({}, { dataFile });
    await client.send(new PutEventsCommand({ Entries: [{ ...ENTRY, Detail: '{"n":"last"}' }] }));
    const events = bus.recentEvents();
    expect([events.length, events[0]?.detail, events.at(-1)?.detail]).toEqual([
      10_000,
      { n: 2 },
      { n: 'last' },
    ]);
  });
});
