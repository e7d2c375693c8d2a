import { createAccount } from '../../../shared/accounts/create-account';
import { readOutboxItem } from '../../../shared/outbox/outbox';
import { relayOutbox, type WebhookTask } from '../../../shared/outbox/relay-outbox';
import { sweepOutbox } from '../../../shared/outbox/sweep-outbox';
import { systemClock } from '../../../shared/platform/clock';
import type { BusEvent, EventBus } from '../../../shared/platform/queues/event-bus';
import { createIds } from '../../../shared/platform/ids';
import type { QueueMessage, Queues } from '../../../shared/platform/queues/queues';
import { deriveSealingKey } from '../../../shared/platform/secrets/sealing-key';
import type { Table } from '../../../shared/platform/store/table';
import { callbackRequest } from '../../../shared/twilio/callback-request';
import { type DeliverDeps, deliverQueue } from '../../../shared/webhooks/deliver-queue';
import {
  fanOutEvents,
  type PublishedEvent,
  readPublishedEvent,
} from '../../../shared/webhooks/fan-out-events';
import { addEndpoint } from '../../../shared/webhooks/manage-endpoints';
import { sweepDeliveries } from '../../../shared/webhooks/sweep-deliveries';
import { readOutbox } from '../engines/outbox-items';
import { createQuietLog } from '../logs/quiet-log';
import { recordingMeter } from '../logs/recording-meter';

export const START = '2026-03-01T12:00:00.000Z';

/** Path of events to endpoints in simulated time: bus, queues and timer in memory, the table on a real engine. */
export interface WebhookFixture {
  deps: DeliverDeps & { queues: Queues; eventBus: EventBus };
  accountId: string;
  log: { lines: string[] };
  /** Events that were put on the bus. */
  published: BusEvent[];
  add(
    url: string,
    eventTypes?: Parameters<typeof addEndpoint>[1]['eventTypes'],
  ): Promise<{ id: string; secret: string }>;
  /** Builds events of the account that are not published yet. */
  makeEvents(count: number, type?: string): PublishedEvent[];
  /** Puts events through the fan-out and runs until nothing is due. */
  deliver(events: PublishedEvent[]): Promise<void>;
  /** Moves the time, lets the timer run, and runs until nothing is due. */
  advance(ms: number): Promise<void>;
  /** Relays, fans out and delivers until nothing is due. */
  run(): Promise<void>;
  /** Loses every message in the queues. */
  purgeQueues(): void;
  /** Loses every event on the bus. */
  dropFromBus(): void;
  now(): Date;
}

export async function createWebhookFixture(
  table: Table,
  options: { deliveryBudgetMs?: number } = {},
): Promise<WebhookFixture> {
  let nowMs = Date.parse(START);
  const clock = { now: () => new Date(nowMs) };
  const queued: Array<{ task: WebhookTask; visibleAtMs: number }> = [];
  const onBus: BusEvent[] = [];
  const published: BusEvent[] = [];
  const queues: Queues = {
    send: async (queue, messages: QueueMessage[]) => {
      if (queue !== 'webhook') throw new Error(`Nothing goes to the ${queue} queue here`);
      for (const { body, delaySeconds = 0 } of messages) {
        queued.push({ task: body as WebhookTask, visibleAtMs: nowMs + 1000 * delaySeconds });
      }
      return [];
    },
  };
  const eventBus: EventBus = {
    publish: async (events) => {
      published.push(...events);
      onBus.push(...events);
      return [];
    },
  };
  const log = createQuietLog();
  const deps = {
    table,
    clock,
    ids: createIds(clock),
    log,
    metrics: recordingMeter(),
    queues,
    eventBus,
    receiverClock: systemClock,
    sealingKey: deriveSealingKey('a key for tests'),
    policy: { allowsLoopback: true },
    callbackRequest,
  };
  const { id: accountId } = await createAccount(deps, { name: 'Webhooks' });

  const relay = async (): Promise<boolean> => {
    const items = (await readOutbox(table)).map(readOutboxItem);
    if (items.length > 0) await relayOutbox(deps, items);
    return items.length > 0;
  };
  const fanOut = async (): Promise<boolean> => {
    const events = onBus.splice(0);
    const envelopes = events.map(({ detail, outboxId }) => ({ detail, resources: [outboxId] }));
    await fanOutEvents(
      deps,
      envelopes.flatMap((envelope) => readPublishedEvent(envelope) ?? []),
    );
    return events.length > 0;
  };
  const work = async (): Promise<boolean> => {
    const due = queued.filter(({ visibleAtMs }) => visibleAtMs <= nowMs);
    for (const message of due) queued.splice(queued.indexOf(message), 1);
    const budgetMs = options.deliveryBudgetMs ?? 60_000;
    await Promise.all(due.map(({ task }) => deliverQueue(deps, { ...task, budgetMs })));
    return due.length > 0;
  };
  const run = async () => {
    for (;;) {
      const hasWorked = [await relay(), await fanOut(), await work()];
      if (!hasWorked.includes(true)) return;
    }
  };

  return {
    deps,
    accountId,
    log,
    published,
    add: async (url, eventTypes) => {
      const { endpoint, secret } = await addEndpoint(deps, { accountId, url, eventTypes });
      return { id: endpoint.id, secret };
    },
    makeEvents: (count, type = 'contacts.group.opted_in') =>
      Array.from({ length: count }, () => {
        const time = clock.now().toISOString();
        const detail = { id: deps.ids.next('evt'), type, version: 1, time, accountId };
        const event = readPublishedEvent({ detail, resources: [] });
        if (!event) throw new Error('Not an event');
        return event;
      }),
    deliver: async (events) => {
      await fanOutEvents(deps, events);
      await run();
    },
    advance: async (ms) => {
      nowMs += ms;
      await sweepOutbox(deps);
      await sweepDeliveries(deps);
      await run();
    },
    run,
    purgeQueues: () => void queued.splice(0),
    dropFromBus: () => void onBus.splice(0),
    now: clock.now,
  };
}
