import type { Simulation } from '../fault/harness/simulation';
import type { LambdaModel, SimulatedFunction } from './lambda-model';
import type { Limits } from './limits';

export interface QueueRecord {
  messageId: string;
  body: string;
  receiptHandle: string;
  /** ARN that ends with the queue's name. */
  eventSourceARN: string;
  attributes: { SentTimestamp: string; ApproximateReceiveCount: string };
}

/** Function that consumes records. @returns ids of the records that failed; `all` when the function did not answer */
export type Consume = (records: QueueRecord[], remainingMs: () => number) => Promise<'all' | string[]>;

export interface Consumer extends SimulatedFunction {
  batchSize: number;
  batchWindowSeconds?: number;
  maxConcurrency: number;
  consume: Consume;
}

interface Waiting {
  id: string;
  body: string;
  groupId: string | undefined;
  sentAtMs: number;
  receives: number;
  /** Time at which it is shown again, if its worker has set one. */
  shownAtMs?: number;
}

export interface QueueUsage {
  sent: number;
  /** Number of messages with the body of another one that was not processed yet. */
  duplicates: number;
  receives: number;
  /** Longest wait of the oldest message when it was received, in seconds. */
  oldestSeconds: number;
}

const THROTTLED_PAUSE_MS = 1_000;

/**
 * Model of a standard queue with an event source of Lambda: pollers that grow from a few up to the source's maximum,
 * batches of the visible messages, fairness between groups, visibility timeouts of failed ones.
 */
export class QueueModel {
  readonly usage: QueueUsage = { sent: 0, duplicates: 0, receives: 0, oldestSeconds: 0 };
  private readonly visible: Waiting[] = [];
  private readonly groupsUnderWay = new Map<string, number>();
  private readonly underWayById = new Map<string, Waiting>();
  /** Messages that have failed, or whose worker died, until they are shown again. */
  private readonly hidden = new Set<Waiting>();
  private readonly bodies = new Map<string, number>();
  private batches = 0;
  private sequence = 0;
  private isPolling = false;
  private waitsUntilMs = 0;
  /** Messages that each free poller of a source with a batching window has gathered so far. */
  private readonly gathering: Waiting[][] = [];

  constructor(
    private readonly options: {
      name: string;
      simulation: Simulation;
      limits: Limits;
      lambda: LambdaModel;
      consumer: Consumer;
    },
  ) {}

  get depth(): number {
    return this.visible.length + this.batches + this.gathering.flat().length;
  }

  /** Number of visible messages. */
  get waiting(): number {
    return this.visible.length;
  }

  /** Number of messages that have failed, or whose worker died, and that are not shown again yet. */
  get hiddenCount(): number {
    return this.hidden.size;
  }

  /** Longest wait of a message that is visible, or hidden since it failed, in seconds. */
  get oldestWaitSeconds(): number {
    const { elapsed } = this.options.simulation;
    const waits = [...this.visible, ...this.hidden].map(({ sentAtMs }) => elapsed - sentAtMs);
    return waits.reduce((oldest, waitMs) => Math.max(oldest, waitMs), 0) / 1_000;
  }

  send(message: { body: unknown; groupId?: string | undefined; delaySeconds?: number | undefined }): void {
    const { simulation, limits, name } = this.options;
    this.usage.sent += 1;
    const delayMs = 1_000 * (message.delaySeconds ?? 0) + limits.sqsDelayMs * (0.5 + simulation.random());
    const waiting: Waiting = {
      id: `${name}-${(this.sequence += 1)}`,
      body: JSON.stringify(message.body),
      groupId: message.groupId,
      sentAtMs: simulation.elapsed + 1_000 * (message.delaySeconds ?? 0),
      receives: 0,
    };
    const alike = this.bodies.get(waiting.body) ?? 0;
    if (alike > 0) this.usage.duplicates += 1;
    this.bodies.set(waiting.body, alike + 1);
    this.showAfter(waiting, delayMs);
  }

  /** Sets when a message that a worker is processing is shown again. */
  showAgainAfter(receiptHandle: string, seconds: number): void {
    const message = this.underWayById.get(receiptHandle);
    if (message) message.shownAtMs = this.options.simulation.elapsed + 1_000 * seconds;
  }

  private showAfter(message: Waiting, delayMs: number): void {
    const { simulation, limits, consumer } = this.options;
    simulation.after(delayMs, () => {
      this.hidden.delete(message);
      const windowMs = 1_000 * (consumer.batchWindowSeconds ?? 0);
      const free = Math.floor(Math.min(limits.sqsPollersAtFirst, this.pollers - this.batches));
      if (windowMs === 0 || free < 1) {
        this.visible.push(message);
        return this.poll();
      }
      const batch = (this.gathering[Math.floor(simulation.random() * free)] ??= []);
      batch.push(message);
      if (batch.length === 1) simulation.after(windowMs, () => this.release(batch));
      else if (batch.length === consumer.batchSize) this.release(batch);
    });
  }

  /** Delivers a batch that is full, or whose window has ended. */
  private release(batch: Waiting[]): void {
    const index = this.gathering.indexOf(batch);
    if (index < 0) return;
    this.gathering[index] = [];
    if (this.batches < this.pollers && this.isAllowed()) void this.deliver(batch);
    else {
      this.visible.push(...batch);
      this.poll();
    }
  }

  /** Number of batches that Lambda takes at once by now. */
  private get pollers(): number {
    const { simulation, limits, consumer } = this.options;
    const grown = limits.sqsPollersAtFirst + (simulation.elapsed / 60_000) * limits.sqsPollersMorePerMinute;
    // Lambda's lowest maximum concurrency of an event source is two.
    return Math.max(1, Math.min(Math.max(2, consumer.maxConcurrency) / limits.scale, grown));
  }

  private poll(): void {
    if (this.isPolling) return;
    this.isPolling = true;
    // Messages that become visible at the same moment go into the same batch.
    this.options.simulation.after(0, () => {
      this.isPolling = false;
      while (this.visible.length > 0 && this.batches < this.pollers && this.isAllowed()) void this.deliver();
    });
  }

  private isAllowed(): boolean {
    const { simulation, lambda, consumer } = this.options;
    if (simulation.elapsed < this.waitsUntilMs) return false;
    if (lambda.hasRoom(consumer)) return true;
    this.waitsUntilMs = simulation.elapsed + THROTTLED_PAUSE_MS;
    simulation.after(THROTTLED_PAUSE_MS, () => this.poll());
    return false;
  }

  private async deliver(gathered?: Waiting[]): Promise<void> {
    const { simulation, lambda, consumer } = this.options;
    const batch = gathered ?? this.takeBatch();
    this.batches += 1;
    this.usage.receives += 1;
    for (const message of batch) {
      const { groupId, sentAtMs } = message;
      message.receives += 1;
      this.underWayById.set(message.id, message);
      this.countGroup(groupId, 1);
      this.usage.oldestSeconds = Math.max(this.usage.oldestSeconds, (simulation.elapsed - sentAtMs) / 1_000);
    }
    const records = batch.map(({ id, body, sentAtMs, receives }) => ({
      messageId: id,
      body,
      receiptHandle: id,
      eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${this.options.name}`,
      attributes: {
        SentTimestamp: String(Math.round(simulation.now().getTime() - simulation.elapsed + sentAtMs)),
        ApproximateReceiveCount: String(receives),
      },
    }));
    const outcome = await lambda.invoke(consumer, (remainingMs) => consumer.consume(records, remainingMs));
    this.batches -= 1;
    const failed = outcome.state === 'ended' ? outcome.value : 'all';
    for (const message of batch) {
      this.underWayById.delete(message.id);
      this.countGroup(message.groupId, -1);
      if (failed !== 'all' && !failed.includes(message.id)) {
        this.forget(message.body);
        continue;
      }
      const isThrottled = outcome.state === 'throttled';
      const hiddenMs =
        message.shownAtMs === undefined
          ? 6_000 * consumer.timeoutSeconds
          : Math.max(0, message.shownAtMs - simulation.elapsed);
      delete message.shownAtMs;
      this.hidden.add(message);
      this.showAfter(message, isThrottled ? THROTTLED_PAUSE_MS : hiddenMs);
    }
    this.poll();
  }

  private forget(body: string): void {
    const alike = this.bodies.get(body) ?? 0;
    if (alike > 1) this.bodies.set(body, alike - 1);
    else this.bodies.delete(body);
  }

  /** Takes a batch as a fair queue does: messages of the groups with the fewest under way come first. */
  private takeBatch(): Waiting[] {
    if (this.groupsUnderWay.size === 0) return this.visible.splice(0, this.options.consumer.batchSize);
    const batch: Waiting[] = [];
    while (batch.length < this.options.consumer.batchSize && this.visible.length > 0) {
      let best = 0;
      for (const [index, { groupId }] of this.visible.entries()) {
        if (this.underWay(groupId) < this.underWay(this.visible[best]?.groupId)) best = index;
      }
      batch.push(...this.visible.splice(best, 1));
    }
    return batch;
  }

  private underWay(groupId: string | undefined): number {
    return groupId === undefined ? 0 : (this.groupsUnderWay.get(groupId) ?? 0);
  }

  private countGroup(groupId: string | undefined, by: 1 | -1): void {
    if (groupId !== undefined) this.groupsUnderWay.set(groupId, this.underWay(groupId) + by);
  }
}
