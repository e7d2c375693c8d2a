import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import type { QueueMessage, QueueName } from '../platform/queues/queues';
import { continueTraces } from '../platform/observability/tracing';
import {
  awaitAcknowledgement,
  isAcknowledged,
  isInItsPlace,
  type OutboxEntry,
  type OutboxItem,
} from './outbox';

/** Body of a message on the chunk queue and on the paced queue. */
export interface ChunkTask {
  jobId: string;
  chunk: number;
}

/** Body of a message on the message queue: a message to hand over. */
export interface MessageTask {
  messageId: string;
}

/** Body of a message on the message queue: the provider is told that a person got a message. */
export interface FeedbackTask {
  accountId: string;
  /** The provider's id of the message. */
  feedbackOn: string;
  /** Entry of the outbox that caused it: the click, or the answer. */
  outboxId: string;
  /** Number of this try, from 1. */
  attempt: number;
}

/** Body of a message on the webhook queue: check if deliveries of the endpoint are due. */
export interface WebhookTask {
  accountId: string;
  endpointId: string;
  /** Part of the endpoint's queue; absent: the first. */
  part?: number | undefined;
}

/** Body of a message on the erasure queue. */
export interface ErasureTask {
  erasureId: string;
}

/** Body of a message on the transfer queue: an import or an export, according to its id. */
export interface TransferTask {
  accountId: string;
  transferId: string;
  /** Set when the contacts of a completed import are to be looked up. */
  lookUp?: true | undefined;
}

/** Body of a message on the campaign queue: check what the campaign needs. */
export interface CampaignTask {
  accountId: string;
  /** Also the id of an automation. */
  campaignId: string;
  /** Ended job of an automation whose results its worker looks at. */
  jobId?: string | undefined;
  /** Entry of the outbox that the worker deletes then. */
  outboxId?: string | undefined;
}

/** Body of a message on the campaign queue: something awaits an approval or was decided on. */
export interface ApprovalNoticeTask {
  accountId: string;
  /** Also the id of an automation. */
  campaignId: string;
  notice: object;
}

/** Body of a message on the campaign queue: addresses that get the notices of approvals were added or removed. */
export interface ApprovalTopicsTask {
  accountId: string;
  /** Hashes of the addresses. */
  topics: string[];
}

/** Body of a message on the custom-event queue: events that wait in the outbox. */
export interface CustomEventTask {
  accountId: string;
  outboxId: string;
}

/** Queues for the chunks of jobs. */
type ChunkQueue = Extract<QueueName, 'chunk' | 'paced'>;

const UPDATES_AT_ONCE = 16;

/**
 * Relays outbox items to their queue or the bus and deletes them; events stay until they are acknowledged. Relaying an
 * item twice is harmless: all consumers are idempotent.
 *
 * @returns the ids that could not be relayed; they stay in the outbox
 */
export async function relayOutbox(
  platform: Pick<Platform, 'table' | 'queues' | 'eventBus' | 'clock' | 'log'>,
  found: OutboxItem[],
): Promise<string[]> {
  const inPlace = found.filter(isInItsPlace);
  await discard(
    platform,
    found.filter((item) => !isInItsPlace(item)),
  );
  return continueTraces(
    inPlace.map(({ trace }) => trace),
    (here) =>
      relayItems(
        platform,
        inPlace.map((item, index) => ({ ...item, trace: here[index] })),
      ),
  );
}

async function relayItems(
  platform: Pick<Platform, 'table' | 'queues' | 'eventBus' | 'clock' | 'log'>,
  items: OutboxItem[],
): Promise<string[]> {
  const failed = new Set<string>([
    ...(await relayEvents(platform, items)),
    ...(await relayToQueue(platform, { queue: 'message', items, toMessages: messageTasks })),
    ...(await relayToQueue(platform, {
      queue: 'chunk',
      items,
      toMessages: (entry) => chunkTasks('chunk', entry),
    })),
    ...(await relayToQueue(platform, {
      queue: 'paced',
      items,
      toMessages: (entry) => chunkTasks('paced', entry),
    })),
    ...(await relayToQueue(platform, { queue: 'webhook', items, toMessages: webhookTasks })),
    ...(await relayToQueue(platform, { queue: 'erasure', items, toMessages: erasureTasks })),
    ...(await relayToQueue(platform, { queue: 'transfer', items, toMessages: transferTasks })),
    ...(await relayToQueue(platform, { queue: 'campaign', items, toMessages: campaignTasks })),
    ...(await relayToQueue(platform, { queue: 'customEvent', items, toMessages: customEventTasks })),
  ]);
  const relayed = items.filter((item) => !failed.has(item.id));
  const events = relayed.filter(({ entry }) => isAcknowledged(entry));
  const others = relayed.filter(({ entry }) => !isAcknowledged(entry));
  await platform.table.batchDelete(others.map(({ key }) => key));
  await forEachAtOnce(events, UPDATES_AT_ONCE, async (item) => {
    const update = awaitAcknowledgement(item, platform.clock.now());
    if (update) await platform.table.update(update);
  });
  return [...failed];
}

/** Deletes items in a partition to which no function of the service writes them. */
async function discard(platform: Pick<Platform, 'table' | 'log'>, items: OutboxItem[]): Promise<void> {
  if (items.length === 0) return;
  platform.log.error('Outbox items discarded that do not belong where they are', undefined, {
    count: items.length,
  });
  await platform.table.batchDelete(items.map(({ key }) => key));
}

async function relayEvents(
  platform: Pick<Platform, 'eventBus' | 'log'>,
  items: OutboxItem[],
): Promise<string[]> {
  const pairs = items.flatMap(({ id, entry, trace }) =>
    entry.kind === 'event' ? [{ id, event: { ...entry.event, outboxId: id, trace } }] : [],
  );
  if (pairs.length === 0) return [];
  try {
    const failed = await platform.eventBus.publish(pairs.map(({ event }) => event));
    return failed.flatMap((index) => pairs[index]?.id ?? []);
  } catch (error) {
    platform.log.error('The bus took no events', error, { count: pairs.length });
    return pairs.map(({ id }) => id);
  }
}

async function relayToQueue(
  platform: Pick<Platform, 'queues' | 'log'>,
  options: {
    queue: QueueName;
    items: OutboxItem[];
    toMessages: (entry: OutboxEntry, outboxId: string) => QueueMessage[];
  },
): Promise<string[]> {
  const pairs = options.items.flatMap(({ id, entry, trace }) =>
    // Only one chunk of a job is traced.
    options.toMessages(entry, id).map((message, index) => ({
      id,
      message: index === 0 ? { ...message, trace } : message,
    })),
  );
  if (pairs.length === 0) return [];
  try {
    const failed = await platform.queues.send(
      options.queue,
      pairs.map(({ message }) => message),
    );
    return failed.flatMap((index) => pairs[index]?.id ?? []);
  } catch (error) {
    platform.log.error('A queue took no messages', error, { queue: options.queue, count: pairs.length });
    return pairs.map(({ id }) => id);
  }
}

function messageTasks(entry: OutboxEntry, outboxId: string): QueueMessage[] {
  if (entry.kind === 'feedback') {
    const { accountId, providerMessageId: feedbackOn } = entry;
    const body: FeedbackTask = { accountId, feedbackOn, outboxId, attempt: 1 };
    return [{ body, groupId: feedbackQueueGroup(accountId) }];
  }
  if (entry.kind !== 'message') return [];
  const body: MessageTask = { messageId: entry.messageId };
  return [{ body, groupId: entry.accountId, delaySeconds: entry.delaySeconds }];
}

/** Returns the group in the message queue of an account's feedback, which does not delay its texts. */
export const feedbackQueueGroup = (accountId: string): string => `${accountId}:feedback`;

/**
 * Returns the message group for fair queues, so that the chunks of one sender number do not delay those of others. SQS
 * allows no `+` in the name of a group.
 */
export function chunkQueueGroup(job: { accountId: string; from: string }): string {
  return `${job.accountId}:${job.from.replace('+', '')}`;
}

/** Returns the queue for the chunks of a job. */
export function chunkQueueOf(job: { isPaced?: boolean | undefined }): ChunkQueue {
  return job.isPaced === true ? 'paced' : 'chunk';
}

function chunkTasks(queue: ChunkQueue, entry: OutboxEntry): QueueMessage[] {
  if (entry.kind !== 'job' || chunkQueueOf(entry) !== queue) return [];
  const messages: QueueMessage[] = [];
  for (let chunk = entry.firstChunk; chunk <= entry.lastChunk; chunk++) {
    const body: ChunkTask = { jobId: entry.jobId, chunk };
    messages.push({ body, groupId: chunkQueueGroup(entry), delaySeconds: entry.delaySeconds });
  }
  return messages;
}

function webhookTasks(entry: OutboxEntry): QueueMessage[] {
  if (entry.kind !== 'webhook') return [];
  const { accountId, endpointId, part, delaySeconds } = entry;
  const body: WebhookTask = { accountId, endpointId, part };
  return [{ body, groupId: endpointId, delaySeconds }];
}

function erasureTasks(entry: OutboxEntry): QueueMessage[] {
  if (entry.kind !== 'erasure') return [];
  const body: ErasureTask = { erasureId: entry.erasureId };
  return [{ body }];
}

function transferTasks(entry: OutboxEntry): QueueMessage[] {
  if (entry.kind !== 'transfer') return [];
  const { accountId, transferId, lookUp } = entry;
  const body: TransferTask = { accountId, transferId, lookUp };
  return [{ body, groupId: accountId }];
}

function campaignTasks(entry: OutboxEntry, id: string): QueueMessage[] {
  if (entry.kind === 'approvalNotice') {
    const { accountId, campaignId, notice } = entry;
    const body: ApprovalNoticeTask = { accountId, campaignId, notice };
    return [{ body, groupId: accountId }];
  }
  if (entry.kind === 'approvalTopics') {
    const { accountId, topics } = entry;
    const body: ApprovalTopicsTask = { accountId, topics };
    return [{ body, groupId: accountId }];
  }
  if (entry.kind !== 'campaign') return [];
  const { accountId, campaignId, jobId, delaySeconds } = entry;
  const outboxId = isAcknowledged(entry) ? id : undefined;
  const body: CampaignTask = { accountId, campaignId, jobId, outboxId };
  return [{ body, groupId: accountId, delaySeconds }];
}

function customEventTasks(entry: OutboxEntry, outboxId: string): QueueMessage[] {
  if (entry.kind !== 'customEvents') return [];
  const { accountId } = entry;
  const body: CustomEventTask = { accountId, outboxId };
  return [{ body, groupId: accountId }];
}
