import { type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import * as acceptEvents from '../../functions/http/accept-events';
import * as addMembership from '../../functions/http/add-membership';
import * as changeAutomations from '../../functions/http/change-automations';
import * as changeCampaigns from '../../functions/http/change-campaigns';
import * as createImport from '../../functions/http/create-import';
import * as eraseContact from '../../functions/http/erase-contact';
import * as previewSegment from '../../functions/http/preview-segment';
import * as sendBroadcast from '../../functions/http/send-broadcast';
import * as sendMessage from '../../functions/http/send-message';
import * as startImport from '../../functions/http/start-import';
import * as deliverWebhook from '../../functions/workers/deliver-webhook';
import * as enterByEvents from '../../functions/workers/enter-by-events';
import * as erasePeople from '../../functions/workers/erase-people';
import * as fanOutEvents from '../../functions/workers/fan-out-events';
import * as outboxRelay from '../../functions/workers/outbox-relay';
import * as receiveInbound from '../../functions/workers/receive-inbound';
import * as recordReceipt from '../../functions/workers/record-receipt';
import * as sendChunk from '../../functions/workers/send-chunk';
import * as sendPacedChunks from '../../functions/workers/send-paced-chunks';
import * as sendQueuedMessage from '../../functions/workers/send-queued-message';
import * as sweep from '../../functions/workers/sweep';
import * as transferContacts from '../../functions/workers/transfer-contacts';
import * as workCampaigns from '../../functions/workers/work-campaigns';
import { settingsOf, type WorkerEntry, workerSettingsOf } from '../../lib/stack/function-settings';
import { concurrencyOf, reservedConcurrencyOf, type SizeName } from '../../lib/stack/size';
import type { DeadLetterDeps } from '../../shared/erasure/erase-dead-letters';
import type { EventBus } from '../../shared/platform/queues/event-bus';
import type { Ids } from '../../shared/platform/ids';
import { createLog } from '../../shared/platform/observability/log';
import { getPlatform, type Platform } from '../../shared/platform/platform';
import type { MeasuredQueues } from '../../shared/platform/queues/queues';
import type { Visibility } from '../../shared/platform/queues/visibility';
import { Table } from '../../shared/platform/store/table';
import type { DeliverDeps } from '../../shared/webhooks/deliver-queue';
import { useTableOfInstance } from '../fault/harness/instances';
import type { Simulation } from '../fault/harness/simulation';
import { CpuModel } from './cpu-model';
import { createDynamoDbModel, type DynamoDbUsage } from './dynamodb-model';
import { LambdaModel, type SimulatedFunction } from './lambda-model';
import type { Limits } from './limits';
import { ProviderModel } from './provider-model';
import { type Consume, QueueModel } from './queue-model';
import { ReceiverModel } from './receiver-model';
import { StreamModel } from './stream-model';
import { TokenBucket } from './token-bucket';
import { NO_DEAD_LETTERS } from '../support/aws/no-dead-letters';
import { memoryFiles } from '../support/audience/memory-files';
import { itemsPutBy } from '../support/engines/items-put-by';
import { routeKeyOf } from '../support/routes/on-route';

export const START = '2026-03-02T12:00:00.000Z';
const MINUTE_MS = 60_000;
/** Most messages or events in one call of SQS or EventBridge. */
const ENTRIES_A_CALL = 10;
const TIMER = 'functions/workers/sweep.ts';

type Handler = (event: never, context: never) => Promise<unknown>;
type Operation = keyof typeof HTTP;
type QueueName =
  | 'message'
  | 'chunk'
  | 'paced'
  | 'webhook'
  | 'erasure'
  | 'transfer'
  | 'customEvent'
  | 'campaign'
  | 'events'
  | 'inbound'
  | 'receipts';

const HTTP = {
  acceptEvents: { handler: acceptEvents.handler, entry: 'functions/http/accept-events.ts' },
  addMembership: { handler: addMembership.handler, entry: 'functions/http/add-membership.ts' },
  sendMessage: { handler: sendMessage.handler, entry: 'functions/http/send-message.ts' },
  sendBroadcast: { handler: sendBroadcast.handler, entry: 'functions/http/send-broadcast.ts' },
  createCampaign: { handler: changeCampaigns.handler, entry: 'functions/http/change-campaigns.ts' },
  createAutomation: { handler: changeAutomations.handler, entry: 'functions/http/change-automations.ts' },
  startAutomation: { handler: changeAutomations.handler, entry: 'functions/http/change-automations.ts' },
  eraseContact: { handler: eraseContact.handler, entry: 'functions/http/erase-contact.ts' },
  createImport: { handler: createImport.handler, entry: 'functions/http/create-import.ts' },
  startImport: { handler: startImport.handler, entry: 'functions/http/start-import.ts' },
  previewSegment: { handler: previewSegment.handler, entry: 'functions/http/preview-segment.ts' },
} as const;

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  durationMs: number;
}

/** The service's own functions under a model of AWS, in simulated time. The table behind them is a real engine. */
export class World {
  readonly simulation: Simulation;
  readonly provider: ProviderModel;
  readonly receiver: ReceiverModel;
  readonly lambda: LambdaModel;
  readonly cpu: CpuModel;
  readonly stream: StreamModel;
  readonly queues: Record<QueueName, QueueModel>;
  readonly dynamoDb: DynamoDbUsage;
  /** The table without the model, for set-up and checks. */
  readonly table: Table;
  /** Files in the bucket. */
  readonly files = memoryFiles();
  /** True: the provider sends receipts of its texts. */
  hasReceipts = false;
  events = 0;
  /** Called with each event that goes to the bus, as often as it does. */
  onEvent: (type: string, detail: object) => void = () => undefined;
  requests = 0;
  private readonly throttles = new Map<Operation, TokenBucket>();
  private readonly limits: Limits;

  constructor(options: {
    simulation: Simulation;
    limits: Limits;
    client: DynamoDBDocumentClient;
    tableName: string;
    providerMs: number;
    receiverMs: number;
    /** Value of `-c reservedConcurrency`. */
    hasReservations: boolean;
    /** Value of `-c size`. */
    size: SizeName;
  }) {
    const { client, tableName, limits } = options;
    this.limits = limits;
    const { simulation } = options;
    this.simulation = simulation;
    this.table = new Table(client, tableName);
    this.provider = new ProviderModel({
      simulation,
      answerMs: options.providerMs,
      work: () => this.cpu.handle('text') + this.cpu.call('providerCall'),
      onTaken: ({ messageId }) => this.report(messageId),
    });
    this.receiver = new ReceiverModel({
      ...{ simulation, answerMs: options.receiverMs },
      work: () => this.cpu.handle('webhook') + this.cpu.call('webhookCall'),
    });
    const workerFunction = (entry: WorkerEntry) => workerOf(options.size, entry);
    const relay = workerFunction('functions/workers/outbox-relay.ts');
    const timer = { name: TIMER, ...settingsOf(TIMER) };
    const workers = {
      message: workerFunction('functions/workers/send-queued-message.ts'),
      chunk: workerFunction('functions/workers/send-chunk.ts'),
      paced: workerFunction('functions/workers/send-paced-chunks.ts'),
      webhook: workerFunction('functions/workers/deliver-webhook.ts'),
      erasure: workerFunction('functions/workers/erase-people.ts'),
      transfer: workerFunction('functions/workers/transfer-contacts.ts'),
      campaign: workerFunction('functions/workers/work-campaigns.ts'),
      customEvent: workerFunction('functions/workers/enter-by-events.ts'),
      events: workerFunction('functions/workers/fan-out-events.ts'),
      inbound: workerFunction('functions/workers/receive-inbound.ts'),
      receipts: workerFunction('functions/workers/record-receipt.ts'),
    } satisfies Record<QueueName, object>;
    this.lambda = new LambdaModel({
      simulation,
      limits,
      functions: [relay, timer, ...Object.values(workers)],
      hasReservations: options.hasReservations,
    });
    this.cpu = new CpuModel(this.lambda);
    const queue = (name: QueueName, handler: unknown) =>
      new QueueModel({
        name,
        simulation,
        limits,
        lambda: this.lambda,
        consumer: { ...workers[name], consume: this.consumeWith(handler) },
      });
    this.queues = {
      message: queue('message', sendQueuedMessage.handler),
      chunk: queue('chunk', sendChunk.handler),
      paced: queue('paced', sendPacedChunks.handler),
      webhook: queue('webhook', deliverWebhook.handler),
      erasure: queue('erasure', erasePeople.handler),
      transfer: queue('transfer', transferContacts.handler),
      campaign: queue('campaign', workCampaigns.handler),
      customEvent: queue('customEvent', enterByEvents.handler),
      events: queue('events', fanOutEvents.handler),
      inbound: queue('inbound', receiveInbound.handler),
      receipts: queue('receipts', recordReceipt.handler),
    };
    this.stream = new StreamModel({
      simulation,
      limits,
      lambda: this.lambda,
      relay: {
        ...relay,
        perShard: relay.maxConcurrency,
        relay: async (Records) => this.consumeWith(outboxRelay.handler)(Records as never, () => 0),
      },
    });
    const model = createDynamoDbModel({
      simulation,
      limits,
      cpu: this.cpu,
      send: client.send.bind(client) as never,
      onWritten: (command) => this.feedStream(command),
    });
    this.dynamoDb = model.usage;
    const platform: Partial<Platform & DeadLetterDeps> = {
      clock: { now: () => simulation.now() },
      ids: createSeededIds(simulation),
      log: createLog(() => undefined),
      provider: this.provider,
      queues: this.sender,
      eventBus: this.bus,
      visibility: this.visibility,
      files: this.files,
      // No message is received so often that it becomes a dead letter.
      ...NO_DEAD_LETTERS,
    };
    const openClient: DeliverDeps['openClient'] = () => this.receiver.open();
    Object.assign(getPlatform(), platform, { openClient });
    useTableOfInstance(this.lambda.instances, () => new Table(model.client, tableName));
    this.tick(timer);
  }

  get ids(): Ids {
    return getPlatform().ids;
  }

  /** Sends a request through the API: its throttle, Lambda's concurrency, the handler. */
  async request(
    operation: Operation,
    request: { authorization: string; body?: object; pathParameters?: Record<string, string> },
  ): Promise<Answer> {
    const { simulation } = this;
    this.requests += 1;
    const startedAtMs = simulation.elapsed;
    const answered = (status: number, body: Record<string, unknown> = {}): Answer => ({
      status,
      body,
      durationMs: simulation.elapsed - startedAtMs,
    });
    if (!this.takeFromThrottle(operation)) return answered(429);
    const { handler, entry } = HTTP[operation];
    const event = {
      version: '2.0',
      routeKey: routeKeyOf(operation),
      headers: { authorization: request.authorization, 'content-type': 'application/json' },
      requestContext: { requestId: 'request', timeEpoch: simulation.now().getTime() },
      pathParameters: request.pathParameters,
      isBase64Encoded: false,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    };
    const outcome = await this.lambda.invoke({ name: entry, ...settingsOf(entry) }, async () => {
      this.cpu.handle('invocation');
      this.cpu.handle('requestKilobyte', (event.body?.length ?? 0) / 1_024);
      return (handler as unknown as Handler)(event as never, {} as never);
    });
    if (outcome.state !== 'ended') return answered(503);
    const { statusCode, body } = outcome.value as { statusCode: number; body?: string };
    return answered(statusCode, JSON.parse(body ?? '{}') as Record<string, unknown>);
  }

  /** Sends a text from a phone. */
  say(from: string, to: string, body: string): void {
    const { simulation, limits } = this;
    simulation.after(limits.snsDelayMs, () =>
      this.queues.inbound.send({
        body: {
          originationNumber: from,
          destinationNumber: to,
          messageKeyword: 'KEYWORD',
          messageBody: body,
          inboundMessageId: `in-${simulation.step}`,
          previousPublishedMessageId: '',
        },
      }),
    );
  }

  /** Lets simulated time pass. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    this.simulation.after(ms, () => void (isOver = true));
    await this.simulation.run(() => isOver);
  }

  /** Sends the provider's receipts of a text: that it was sent, and a moment later that it was delivered. */
  private report(messageId: string): void {
    if (!this.hasReceipts) return;
    const { simulation } = this;
    simulation.after(500, () => this.reportStatus(messageId, 'TEXT_SENT'));
    simulation.after(1_000 + simulation.random() * 4_000, () =>
      this.reportStatus(messageId, 'TEXT_DELIVERED'),
    );
  }

  /** Sends one receipt of a text. */
  reportStatus(messageId: string, eventType: 'TEXT_SENT' | 'TEXT_DELIVERED'): void {
    const { simulation, limits } = this;
    const eventTimestamp = simulation.now().getTime();
    const isFinal = eventType === 'TEXT_DELIVERED';
    simulation.after(limits.snsDelayMs, () =>
      this.queues.receipts.send({ body: { eventType, eventTimestamp, isFinal, context: { messageId } } }),
    );
  }

  /** Calls SQS or EventBridge with so many messages or events, ten in each request. */
  private async callWith<T>(
    name: string,
    { entries, of }: { entries: number; of: 'queue' | 'bus' },
    act: () => Promise<T>,
  ): Promise<T> {
    const requests = Math.max(1, Math.ceil(entries / ENTRIES_A_CALL));
    const workMs = this.cpu.call(of === 'bus' ? 'busCall' : 'queueCall', requests);
    return this.simulation.call(name, workMs + this.limits.writeMedianMs, act);
  }

  private readonly sender: MeasuredQueues = {
    send: async (queue, messages) =>
      this.callWith('SendMessageBatch', { entries: messages.length, of: 'queue' }, async () => {
        for (const { body, groupId, delaySeconds } of messages)
          this.queues[queue].send({ body, groupId, delaySeconds });
        return [];
      }),
    countWaiting: async (queue) =>
      this.callWith(
        'GetQueueAttributes',
        { entries: 0, of: 'queue' },
        async () => this.queues[queue].waiting,
      ),
  };

  private readonly visibility: Visibility = {
    change: async (queueArn, messages) =>
      this.callWith('ChangeMessageVisibilityBatch', { entries: messages.length, of: 'queue' }, async () => {
        const queue = this.queues[queueArn.split(':').at(-1) as QueueName];
        for (const { receiptHandle, seconds } of messages) queue.showAgainAfter(receiptHandle, seconds);
      }),
  };

  private readonly bus: EventBus = {
    publish: async (events) =>
      this.callWith('PutEvents', { entries: events.length, of: 'bus' }, async () => {
        this.events += events.length;
        for (const { detailType, detail, outboxId, subjectId, time } of events) {
          this.onEvent(detailType, detail);
          // The service has no rule for these events.
          if (subjectId !== undefined) continue;
          const body = {
            'detail-type': detailType,
            source: 'messaging-service',
            time,
            detail,
            resources: outboxId === undefined ? [] : [outboxId],
          };
          this.simulation.after(this.limits.eventBridgeDelayMs, () => this.queues.events.send({ body }));
        }
        return [];
      }),
  };

  private consumeWith(handler: unknown): Consume {
    return async (Records, remainingMs) => {
      this.cpu.handle('invocation');
      this.cpu.handle('record', Records.length);
      const context: Partial<Context> = { getRemainingTimeInMillis: remainingMs };
      return failuresOf(await (handler as Handler)({ Records } as never, context as never));
    };
  }

  /** Runs the timer once a minute. */
  private tick(timer: SimulatedFunction): void {
    this.simulation.after(MINUTE_MS, () => {
      void this.lambda.invoke(timer, async () => {
        this.cpu.handle('invocation');
        return sweep.handler({});
      });
      this.tick(timer);
    });
  }

  private takeFromThrottle(operation: Operation): boolean {
    const { apiRoutePerSecond, apiBurst } = this.limits;
    const throttle = this.throttles.get(operation) ?? new TokenBucket(apiRoutePerSecond, apiBurst);
    this.throttles.set(operation, throttle);
    const nowMs = this.simulation.elapsed;
    if (!throttle.hasAny(nowMs)) return false;
    throttle.take(1, nowMs);
    return true;
  }

  private feedStream(command: object): void {
    for (const item of itemsPutBy(command)) if (item.sk === 'OUTBOX') this.stream.insert(item);
  }
}

function workerOf(size: SizeName, entry: WorkerEntry) {
  const settings = workerSettingsOf(entry);
  const sized = { name: entry, ...settings, reservedConcurrency: reservedConcurrencyOf(entry, size) };
  // The relay's concurrency is for each shard of a stream, whose number the size determines.
  if (entry === 'functions/workers/outbox-relay.ts') return sized;
  return { ...sized, maxConcurrency: concurrencyOf({ entry, ...settings }, size) };
}

function failuresOf(answer: unknown): string[] {
  const { batchItemFailures } = answer as { batchItemFailures: Array<{ itemIdentifier: string }> };
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Creates ids of their usual form that the seed determines. */
function createSeededIds(simulation: Simulation): Ids {
  const nextUlid = monotonicFactory(() => simulation.random());
  const digits = (length: number) =>
    Array.from({ length }, () => Math.floor(simulation.random() * 36).toString(36)).join('');
  return {
    next: (prefix) => `${prefix}_${nextUlid(simulation.now().getTime())}`,
    secret: () => digits(43),
    token: (characters) => digits(characters),
  };
}
