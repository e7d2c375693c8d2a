import { type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { putIntoOutbox } from '../outbox/outbox';
import { updateExpression } from '../platform/store/expressions';
import {
  dueAttributes,
  ENDPOINT_QUEUE_PARTS,
  endpointQueueKey,
  type QueuePart,
} from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../platform/queues/queues';
import { commitOrUpdate } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { isHeld, leaseIsFree, newLease } from '../platform/store/lease';
import type { Table, TransactItem, UpdateInput } from '../platform/store/table';

const disabledByWorker = object({
  reason: picklist(['gone', 'failing']),
  at: string(),
  /** The endpoint's `enabledAt` at the time when it was disabled. */
  enabledAt: string(),
});
/** Record that a worker has disabled the endpoint. It is valid until the endpoint is enabled again. */
export type DisabledByWorker = InferOutput<typeof disabledByWorker>;

/**
 * Queue of an endpoint's deliveries, or a part of it. One worker at a time processes it, so that an endpoint that hangs
 * delays few workers and only its own deliveries.
 *
 * It is in the `due` index while deliveries may wait in it, at the time at which a worker should check it.
 */
export const endpointQueueItem = defineItem({
  entity: 'lane',
  key: endpointQueueKey,
  value: object({
    endpointId: string(),
    accountId: string(),
    part: optional(number()),
    /**
     * Incremented with every delivery that is added, so that a worker that releases the queue can tell that it has seen
     * all.
     */
    arrivals: number(),
    leaseId: optional(string()),
    leaseUntil: optional(string()),
    /** Time of the first failure since the last success; absent when the last attempt succeeded. */
    failingSince: optional(string()),
    lastSuccessAt: optional(string()),
    /** Set when a worker has disabled the endpoint. */
    disabled: optional(disabledByWorker),
  }),
});
export type EndpointQueue = ValueOf<typeof endpointQueueItem>;
export const readEndpointQueue = endpointQueueItem.read;

/** Longer than a worker can run: no other worker can lease the queue before it ends. */
const QUEUE_LEASE_MS = 90_000;

type QueueAddress = Pick<EndpointQueue, 'endpointId' | 'accountId' | 'part'>;

/** Returns all parts that the queue of an endpoint may have. */
export function queueParts(address: Omit<QueueAddress, 'part'>): QueueAddress[] {
  const { endpointId, accountId } = address;
  return Array.from({ length: ENDPOINT_QUEUE_PARTS }, (_, part) => ({
    endpointId,
    accountId,
    ...(part > 0 && { part }),
  }));
}

/** Builds the write that records a new delivery. It belongs with the delivery or after it, never before. */
export function announceArrival(address: QueueAddress, now: Date): UpdateInput {
  const { endpointId, accountId, part } = address;
  return {
    Key: endpointQueueKey(address),
    ...updateExpression({
      set: {
        entity: 'lane',
        endpointId,
        accountId,
        part,
        ...dueAttributes('DELIVERY', { id: endpointId, dueAt: now.toISOString() }),
      },
      add: { arrivals: 1 },
    }),
  };
}

/** Returns true when a worker has leased the queue, and so will see what was just announced. */
export function isLeased(endpointQueue: Pick<EndpointQueue, 'leaseUntil'>, now: Date): boolean {
  return isHeld(endpointQueue, now);
}

/** Leases the queue for a worker; `undefined` when another worker has it, or it does not exist. */
export async function leaseEndpointQueue(
  table: Table,
  options: QueuePart & { leaseId: string; now: Date },
): Promise<EndpointQueue | undefined> {
  const { endpointId, leaseId, now } = options;
  const lease = newLease({ leaseId, now, durationMs: QUEUE_LEASE_MS });
  const isFree = leaseIsFree(now);
  const result = await table.update({
    Key: endpointQueueKey(options),
    ...updateExpression(
      { set: { ...lease, ...dueAttributes('DELIVERY', { id: endpointId, dueAt: lease.leaseUntil }) } },
      { values: isFree.values },
    ),
    ConditionExpression: `attribute_exists(pk) AND ${isFree.ConditionExpression}`,
  });
  return result.written && result.item ? readEndpointQueue(result.item) : undefined;
}

/**
 * Releases the queue until the next delivery in it is due.
 *
 * @param options.endpointQueue as the worker knows it: `arrivals` as of before its last check
 * @param options.nextDueAt absent: no delivery waits
 * @returns `arrived` when a delivery was added in the meantime and has to be checked, with the current queue; `lost`
 *   when the lease expired and another worker has the queue
 */
export async function releaseEndpointQueue(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { endpointQueue: EndpointQueue; nextDueAt: string | undefined },
): Promise<{ result: 'released' | 'lost' } | { result: 'arrived'; endpointQueue: EndpointQueue }> {
  const { endpointQueue, nextDueAt } = options;
  const outcome = await commitOrUpdate(deps.table, [
    { write: { Update: releaseUpdate(endpointQueue, nextDueAt) }, onFail: 'changed' },
    ...hintOf(deps, { endpointQueue, nextDueAt }).map((write) => ({ write })),
  ]);
  if (outcome.committed) return { result: 'released' };
  const found = endpointQueueItem.readIfAny(outcome.found);
  if (found === undefined || found.leaseId !== endpointQueue.leaseId) return { result: 'lost' };
  return { result: 'arrived', endpointQueue: { ...endpointQueue, arrivals: found.arrivals } };
}

function releaseUpdate(endpointQueue: EndpointQueue, nextDueAt: string | undefined): UpdateInput {
  const { failingSince, lastSuccessAt } = endpointQueue;
  const due = nextDueAt && dueAttributes('DELIVERY', { id: endpointQueue.endpointId, dueAt: nextDueAt });
  return {
    Key: endpointQueueKey(endpointQueue),
    ...updateExpression(
      {
        set: { failingSince, lastSuccessAt, ...due },
        remove: [
          'leaseId',
          'leaseUntil',
          ...(failingSince === undefined ? ['failingSince'] : []),
          ...(due ? [] : ['gsi1pk', 'gsi1sk']),
        ],
      },
      { values: { ':mine': endpointQueue.leaseId, ':seen': endpointQueue.arrivals } },
    ),
    ConditionExpression: 'leaseId = :mine AND arrivals = :seen',
  };
}

/** Builds the write that records that the endpoint is disabled, once for each time that it was enabled. */
export function disableUpdate(endpointId: string, disabled: DisabledByWorker): UpdateInput {
  return {
    Key: endpointQueueKey({ endpointId }),
    ...updateExpression(
      { set: { disabled } },
      { names: { '#enabledAt': 'enabledAt' }, values: { ':since': disabled.enabledAt } },
    ),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(#disabled) OR #disabled.#enabledAt <> :since)',
  };
}

/**
 * Builds the hint for the next due delivery. A wait that fits into the delay of SQS ends on time; a longer one ends
 * with the timer, within a minute.
 */
function hintOf(
  deps: Pick<Platform, 'clock' | 'ids'>,
  options: { endpointQueue: EndpointQueue; nextDueAt: string | undefined },
): TransactItem[] {
  if (options.nextDueAt === undefined) return [];
  const now = deps.clock.now();
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(options.nextDueAt) - now.getTime()) / 1000));
  if (delaySeconds > LONGEST_QUEUE_DELAY_SECONDS) return [];
  return [hintDelivery(deps.ids, { ...options.endpointQueue, delaySeconds, now })];
}

/** Builds the write that has the relay send a hint for this endpoint to the webhook queue. */
export function hintDelivery(
  ids: Platform['ids'],
  options: QueueAddress & { delaySeconds?: number; now: Date },
): TransactItem {
  const { accountId, endpointId, part, delaySeconds, now } = options;
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'webhook', accountId, endpointId, part, delaySeconds },
    now,
  });
}
