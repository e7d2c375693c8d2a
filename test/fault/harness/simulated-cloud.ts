import { toInsertRecord } from '../../../lib/local/lambda-records';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { BusEvent, EventBus } from '../../../shared/platform/queues/event-bus';
import type { MeasuredQueues } from '../../../shared/platform/queues/queues';
import type { Visibility } from '../../../shared/platform/queues/visibility';
import { latency } from './faulty-document-client';
import type { Mix } from './mix';
import type { Simulation } from './simulation';

/** Queues, stream and bus between the functions: they lose, repeat and reorder, as the real ones may. */
export type QueueName =
  | 'message'
  | 'chunk'
  | 'paced'
  | 'webhook'
  | 'erasure'
  | 'transfer'
  | 'campaign'
  | 'customEvent'
  | 'events'
  | 'inbound'
  | 'receipts';

/**
 * True for queues whose messages have another copy. Other messages are not lost: the operator redrives dead letters.
 */
const IS_HINT: Record<QueueName, boolean> = {
  message: true,
  chunk: true,
  paced: true,
  webhook: true,
  erasure: true,
  transfer: true,
  campaign: true,
  customEvent: true,
  events: true,
  inbound: false,
  receipts: false,
};
/** Batch sizes, as deployed. */
const BATCH_SIZES: Record<QueueName, number> = {
  message: 10,
  chunk: 1,
  paced: 20,
  webhook: 5,
  erasure: 1,
  transfer: 1,
  campaign: 1,
  customEvent: 5,
  events: 10,
  inbound: 10,
  receipts: 10,
};
const VISIBILITY_TIMEOUT_MS = 6 * 60_000;
const MAX_RECEIVES = 16;
const RECORDS_PER_BATCH = 100;
const STREAM_DELAY_MS = 300;
const STREAM_RETRY_MS = 1_000;
const STREAM_ATTEMPTS = 20;

interface Message {
  id: string;
  body: string;
  sentAtMs: number;
  visibleAtMs: number;
  receives: number;
  /** Time at which it is shown again, if its worker has set one. */
  shownAtMs?: number;
}

/** Function that consumes records. @returns ids of the records that failed; `all` when the function did not answer */
export type Consume = (
  records: Array<{
    messageId: string;
    body: string;
    receiptHandle: string;
    eventSourceARN: string;
    attributes: { SentTimestamp: string; ApproximateReceiveCount: string };
  }>,
) => Promise<'all' | string[]>;
export type Relay = (records: object[]) => Promise<'all' | string[]>;

export class SimulatedCloud {
  /** Events on the bus, in order, repetitions included. */
  readonly published: BusEvent[] = [];
  private readonly queues = new Map<QueueName, Message[]>();
  private readonly stream: Array<{ record: object; sequenceNumber: string; attempts: number }> = [];
  private sequence = 0;
  private isStreamAwake = false;
  private isStopped = false;

  constructor(
    private readonly options: {
      simulation: Simulation;
      mix: () => Mix;
      consumers: Partial<Record<QueueName, Consume>>;
      relay: Relay;
    },
  ) {}

  /** True when nothing waits in stream and queues. */
  get isEmpty(): boolean {
    return this.stream.length === 0 && [...this.queues.values()].every((messages) => messages.length === 0);
  }

  /** Disables all event-source mappings: what functions are at ends, and nothing more is delivered to them. */
  stop(): void {
    this.isStopped = true;
  }

  /** Returns what the queues hold. */
  get waiting(): Array<{ queue: QueueName; body: unknown }> {
    return [...this.queues].flatMap(([queue, messages]) =>
      messages.map(({ body }) => ({ queue, body: JSON.parse(body) as unknown })),
    );
  }

  /** Sends the service's messages to its queues. */
  readonly sender: MeasuredQueues = {
    send: async (queue, messages) =>
      this.sendInPart(`send to ${queue}`, messages, (message) =>
        this.put(queue, message.body, 1000 * (message.delaySeconds ?? 0)),
      ),
    countWaiting: async (queue) =>
      this.messagesOf(queue).filter(({ visibleAtMs }) => visibleAtMs === 0).length,
  };

  /** Sets when failed messages are shown again; the request may be lost. */
  readonly visibility: Visibility = {
    change: async (queueArn, hidden) => {
      await this.sendInPart('change visibility', hidden, ({ receiptHandle, seconds }) => {
        const queue = this.messagesOf(queueArn.split(':').at(-1) as QueueName);
        const message = queue.find(({ id }) => id === receiptHandle);
        if (message) message.shownAtMs = this.options.simulation.elapsed + 1000 * seconds;
      });
    },
  };

  /** Publishes the service's events. */
  readonly eventBus: EventBus = {
    publish: async (events) =>
      this.sendInPart('publish', events, (event) => {
        this.published.push(event);
        const { detailType, detail, outboxId, subjectId, time } = event;
        // The service has no rule for these events.
        if (subjectId !== undefined) return;
        this.put('events', {
          'detail-type': detailType,
          source: 'messaging-service',
          time,
          detail,
          resources: outboxId === undefined ? [] : [outboxId],
        });
      }),
  };

  put(queue: QueueName, body: unknown, delayMs = 0): void {
    const { simulation, mix } = this.options;
    const { lost, duplicated } = mix();
    if (IS_HINT[queue] && lost > 0 && simulation.random() < lost) {
      simulation.note(`  lost on its way: a message to ${queue}`);
      return;
    }
    const copies = duplicated > 0 && simulation.random() < duplicated ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const nowMs = simulation.now().getTime();
      const message = {
        id: `${queue}-${(this.sequence += 1)}`,
        body: JSON.stringify(body),
        sentAtMs: nowMs,
        visibleAtMs: 0,
        receives: 0,
      };
      this.messagesOf(queue).push(message);
      this.show(queue, message, delayMs + simulation.random() * (copy === 0 ? 200 : 90_000));
    }
  }

  /** Shows what functions are at again, as queues do when more time has passed than they hide a message. */
  showAgain(queues: readonly QueueName[]): void {
    for (const queue of queues) {
      const underWay = this.messagesOf(queue).filter(
        ({ visibleAtMs, receives }) => visibleAtMs === Infinity && receives > 0,
      );
      for (const { body, sentAtMs, receives } of underWay) {
        const id = `${queue}-${(this.sequence += 1)}`;
        const again = { id, body, sentAtMs, receives, visibleAtMs: 0 };
        this.messagesOf(queue).push(again);
        this.show(queue, again, 0);
      }
    }
  }

  /** Shows a new outbox item in the stream. */
  insert(item: Record<string, unknown>): void {
    const { simulation } = this.options;
    const sequenceNumber = String((this.sequence += 1)).padStart(21, '0');
    const record = toInsertRecord({
      item: marshall(item, { removeUndefinedValues: true }),
      sequenceNumber,
      insertedAt: simulation.now(),
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/S',
    });
    this.stream.push({ record, sequenceNumber, attempts: 0 });
    this.wakeStream(simulation.random() * STREAM_DELAY_MS);
  }

  private async sendInPart<T>(name: string, all: T[], take: (one: T) => void): Promise<number[]> {
    const { simulation, mix } = this.options;
    return simulation.call(name, latency(simulation, mix()), async () => {
      const { sendFailure } = mix();
      const fails = sendFailure > 0 && simulation.random() < sendFailure;
      const how = fails ? Math.floor(simulation.random() * 3) : -1;
      if (fails) simulation.note(`  fails: ${name}`);
      if (how === 0) throw new Error('Injected: nothing was taken');
      const refused: number[] = [];
      for (const [index, one] of all.entries()) {
        if (how === 1 && simulation.random() < 0.5) refused.push(index);
        else take(one);
      }
      if (how === 2) throw new Error('Injected: everything was taken');
      return refused;
    });
  }

  private messagesOf(queue: QueueName): Message[] {
    const messages = this.queues.get(queue) ?? [];
    this.queues.set(queue, messages);
    return messages;
  }

  private show(queue: QueueName, message: Message, delayMs: number): void {
    const { simulation } = this.options;
    message.visibleAtMs = Infinity;
    simulation.after(delayMs, async () => {
      message.visibleAtMs = 0;
      // Messages that are visible by then join the batch.
      simulation.after(simulation.random() * 50, () => void this.deliver(queue));
    });
  }

  private async deliver(queue: QueueName): Promise<void> {
    const { simulation, consumers } = this.options;
    const consume = consumers[queue];
    const waiting = this.messagesOf(queue).filter(({ visibleAtMs }) => visibleAtMs === 0);
    if (waiting.length === 0 || !consume || this.isStopped) return;
    const batch: Message[] = [];
    while (batch.length < BATCH_SIZES[queue] && waiting.length > 0) {
      batch.push(...waiting.splice(Math.floor(simulation.random() * waiting.length), 1));
    }
    for (const message of batch) {
      message.receives += 1;
      message.visibleAtMs = Infinity;
    }
    if (waiting.length > 0) simulation.after(simulation.random() * 50, () => void this.deliver(queue));
    const failed = await consume(
      batch.map(({ id, body, sentAtMs, receives }) => ({
        messageId: id,
        body,
        receiptHandle: id,
        eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue}`,
        attributes: { SentTimestamp: String(sentAtMs), ApproximateReceiveCount: String(receives) },
      })),
    );
    for (const message of batch) {
      const hasFailed = failed === 'all' || failed.includes(message.id);
      const isDeadLetter = IS_HINT[queue] && message.receives >= MAX_RECEIVES;
      if (hasFailed && !isDeadLetter) {
        const { shownAtMs = Infinity } = message;
        delete message.shownAtMs;
        const asked = Math.max(0, shownAtMs - simulation.elapsed);
        this.show(queue, message, Math.min(asked, VISIBILITY_TIMEOUT_MS));
      } else this.messagesOf(queue).splice(this.messagesOf(queue).indexOf(message), 1);
    }
  }

  private wakeStream(delayMs: number): void {
    if (this.isStreamAwake) return;
    this.isStreamAwake = true;
    this.options.simulation.after(delayMs, async () => {
      void this.readStream().finally(() => {
        this.isStreamAwake = false;
        if (this.stream.length > 0) this.wakeStream(STREAM_RETRY_MS);
      });
    });
  }

  private async readStream(): Promise<void> {
    const { simulation, mix, relay } = this.options;
    if (this.isStopped) return;
    const batch = this.stream.slice(0, RECORDS_PER_BATCH);
    const { streamLoss, streamRepeat } = mix();
    if (streamLoss > 0 && simulation.random() < streamLoss) {
      simulation.note(`  given up by the stream: ${batch.length} records`);
      this.stream.splice(0, batch.length);
      return;
    }
    const failed = await relay(batch.map(({ record }) => record));
    if (streamRepeat > 0 && simulation.random() < streamRepeat) return;
    for (const one of batch) {
      one.attempts += 1;
      const hasFailed = failed === 'all' || failed.includes(one.sequenceNumber);
      if (!hasFailed || one.attempts >= STREAM_ATTEMPTS) this.stream.splice(this.stream.indexOf(one), 1);
    }
  }
}
