import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { DemoDescription, ServiceDescription } from '../../../../lib/local/data-dir';
import { runScript } from '../../../support/run/run-script';
import { waitFor } from '../../../support/run/wait-for';
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../support/webhooks/webhook-receiver';
import { type Segment, startXrayDaemon, waysOf, type XrayDaemon } from '../../../support/aws/xray-daemon';
import { type ServiceProcess, spawnService, untilReady } from './service-process';

const TO = '+15555550123';

let folder: string;
let daemon: XrayDaemon;
let receiver: WebhookReceiver;
let service: ServiceProcess;
let demo: DemoDescription;

async function start(environment: Record<string, string>): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'tracing-'));
  daemon = await startXrayDaemon();
  receiver = await startWebhookReceiver();
  const fixed = { PROVIDER: 'eum', AWS_XRAY_DAEMON_ADDRESS: daemon.address };
  service = await untilReady(spawnService({ dataDir: folder, environment: { ...fixed, ...environment } }));
  demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as DemoDescription;
  // In a process of its own: a process reads the key that seals endpoints' secrets only once.
  const addEndpoint = ['webhook', 'add', '--account', demo.accountId, '--url', receiver.url];
  const added = await runScript('bin/operator.ts', addEndpoint, { ...process.env, DATA_DIR: folder });
  expect(added.exitCode).toBe(0);
}

async function end(): Promise<void> {
  await service.stop();
  await receiver.stop();
  await daemon.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.baseUrl}/api/v1/messaging/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${demo.apiKeyId}:${demo.apiKeySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as Record<string, unknown>;
}

const sendText = () => post('message', { to: TO, from: demo.from, body: 'Hello' });

/** Sends the smallest job. It has ten recipients; only one of them is a contact and sent to. */
function sendToJob(): Promise<unknown> {
  const others = Array.from({ length: 9 }, (_, index) => `+1206555019${index}`);
  return post('batch', {
    from: demo.from,
    recipients: [TO, ...others].map((to) => ({ to, body: 'Hello' })),
  });
}

const webhookOf = (type: string): Promise<ReceivedWebhook> =>
  waitFor(() => receiver.received.find(({ body }) => (JSON.parse(body) as { type: string }).type === type));

async function storedItems(): Promise<Array<Record<string, unknown>>> {
  const { tableName, endpoints } = JSON.parse(
    readFileSync(join(folder, 'service.json'), 'utf8'),
  ) as ServiceDescription;
  const client = new DynamoDBClient({
    endpoint: endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  client.destroy();
  return items;
}

/** Returns the trace of a webhook, when the segment of its call has arrived. */
function traceOf({ headers }: ReceivedWebhook): Promise<Segment[]> {
  const [version, traceId = '', parentId, flags] = String(headers.traceparent).split('-');
  expect([version, flags]).toEqual(['00', '01']);
  const xrayId = `1-${traceId.slice(0, 8)}-${traceId.slice(8)}`;
  return waitFor(() => {
    const segments = daemon.received.filter((segment) => segment.trace_id === xrayId);
    // The function behind the request ends last when it hands over at once.
    return segments.some(({ id }) => id === parentId) &&
      waysOf(segments).every((way) => way.startsWith('Http'))
      ? segments
      : undefined;
  });
}

describe('with tracing', () => {
  beforeAll(() => start({ TRACING: 'on' }));
  afterAll(end);

  it('a text is one trace from the request over the provider and its receipt to the webhook', async () => {
    const { id: messageId } = await sendText();
    const segments = await traceOf(await webhookOf('messaging.message.delivered'));
    const root = segments.find(({ parent_id: parent }) => parent === undefined)?.name ?? '';
    expect(waysOf(segments)).toEqual([
      root,
      `${root} > provider`,
      `${root} > provider > recordReceipt`,
      `${root} > provider > recordReceipt > deliverWebhook`,
    ]);
    const provider = segments.find(({ name }) => name === 'provider');
    expect(provider).toMatchObject({ type: 'subsegment', annotations: { messageId } });
    expect(segments.filter(({ fault }) => fault)).toEqual([]);
  });

  it('a job is one trace over outbox, queues and bus', async () => {
    await sendToJob();
    const segments = await traceOf(await webhookOf('messaging.job.completed'));
    const root = segments.find(({ parent_id: parent }) => parent === undefined)?.name ?? '';
    const chunk = `${root} > relayOutbox > sendChunk`;
    expect(waysOf(segments)).toEqual([
      root,
      `${root} > relayOutbox`,
      chunk,
      `${chunk} > provider`,
      `${chunk} > relayOutbox`,
      `${chunk} > relayOutbox > fanOutEvents`,
      `${chunk} > relayOutbox > fanOutEvents > deliverWebhook`,
    ]);
  });
});

describe('without tracing', () => {
  beforeAll(() => start({ TRACING: 'off' }));
  afterAll(end);

  it('nothing is sent to the daemon, to receivers or to the table', async () => {
    await sendText();
    await sendToJob();
    const webhooks = await Promise.all(
      ['messaging.message.delivered', 'messaging.job.completed'].map(webhookOf),
    );
    expect(webhooks.map(({ headers }) => headers.traceparent)).toEqual([undefined, undefined]);
    const items = await storedItems();
    expect(
      items.filter(({ entity }) => (entity as { S?: string } | undefined)?.S === 'delivery'),
    ).not.toEqual([]);
    expect(JSON.stringify(items)).not.toContain('Root=');
    expect(daemon.received).toEqual([]);
  });
});
