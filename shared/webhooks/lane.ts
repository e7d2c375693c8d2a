import { type InferOutput, number, object, optional, picklist, string } from 'valibot';
import { putIntoOutbox } from '../outbox/outbox';
import { updateExpression } from '../platform/store/expressions';
import { dueAttributes, laneKey } from '../platform/store/keys';
import type { Platform } from '../platform/platform';
import { LONGEST_QUEUE_DELAY_SECONDS } from '../platform/queues';
import { commit } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { isHeld, leaseIsFree, newLease } from '../platform/store/lease';
import type { Table, TransactItem, UpdateInput } from '../platform/store/table';

const disabledByWorker = object({
  reason: picklist(['gone', 'failing']),
  at: string(),
  /** The endpoint's `enabledAt` when it was switched off. */
  enabledAt: string(),
});
/** It holds as long as the endpoint has not been switched on again since. */
export type DisabledByWorker = InferOutput<typeof disabledByWorker>;

/**
 * The queue of an endpoint's deliveries. One worker at a time works on it, so that an endpoint which hangs holds up one
 * worker and its own deliveries only.
 *
 * It is in the `due` index while deliveries may wait in it, at the time at which a worker should look.
 */
export const laneItem = defineItem({
  entity: 'lane',
  key: laneKey,
  value: object({
    endpointId: string(),
    accountId: string(),
    /** Grows with every delivery that is added: a worker that releases the queue makes sure that it has seen all. */
    arrivals: number(),
    leaseId: optional(string()),
    leaseUntil: optional(string()),
    /** When the failures since the last success began; absent when the last attempt succeeded. */
    failingSince: optional(string()),
    lastSuccessAt: optional(string()),
    /** That a worker has switched the endpoint off. */
    disabled: optional(disabledByWorker),
  }),
});
export type Lane = ValueOf<typeof laneItem>;
export const readLane = laneItem.read;

/** Longer than a worker can live: while it does, the lane is its own. */
export const LANE_LEASE_MS = 90_000;

type LaneAddress = Pick<Lane, 'endpointId' | 'accountId'>;

/** Says that something was put into the line. To be written with it or after it, never before. */
export function announceArrival(address: LaneAddress, now: Date): UpdateInput {
  const { endpointId, accountId } = address;
  return {
    Key: laneKey(endpointId),
    ...updateExpression({
      set: {
        entity: 'lane',
        endpointId,
        accountId,
        ...dueAttributes('DELIVERY', { id: endpointId, dueAt: now.toISOString() }),
      },
      add: { arrivals: 1 },
    }),
  };
}

/** Whether a worker is at it that will see what was announced just now. */
export function isLeased(lane: Pick<Lane, 'leaseUntil'>, now: Date): boolean {
  return isHeld(lane, now);
}

/** Takes the lane for a worker; `undefined` when another has it, or there is none. */
export async function takeLane(
  table: Table,
  options: { endpointId: string; leaseId: string; now: Date },
): Promise<Lane | undefined> {
  const { endpointId, leaseId, now } = options;
  const lease = newLease({ leaseId, now, durationMs: LANE_LEASE_MS });
  const isFree = leaseIsFree(now);
  const result = await table.update({
    Key: laneKey(endpointId),
    ...updateExpression(
      { set: { ...lease, ...dueAttributes('DELIVERY', { id: endpointId, dueAt: lease.leaseUntil }) } },
      { values: isFree.values },
    ),
    ConditionExpression: `attribute_exists(pk) AND ${isFree.ConditionExpression}`,
  });
  return result.written && result.item ? readLane(result.item) : undefined;
}

/**
 * Gives the lane back until the next delivery in it is due.
 *
 * @param options.lane as it is known to the worker: `arrivals` as of before it looked the last time
 * @param options.nextDueAt absent: nobody waits
 * @returns `arrived` when something was put into the line in the meantime and has to be looked at, with the lane as it
 *   is now; `lost` when the lease ran out and another has the lane
 */
export async function releaseLane(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { lane: Lane; nextDueAt: string | undefined },
): Promise<{ result: 'released' | 'lost' } | { result: 'arrived'; lane: Lane }> {
  const { lane, nextDueAt } = options;
  const outcome = await commit(deps.table, [
    { write: { Update: releaseUpdate(lane, nextDueAt) }, onFail: 'changed' },
    ...hintOf(deps, { lane, nextDueAt }).map((write) => ({ write })),
  ]);
  if (outcome.committed) return { result: 'released' };
  const found = laneItem.readIfAny(outcome.found);
  if (found === undefined || found.leaseId !== lane.leaseId) return { result: 'lost' };
  return { result: 'arrived', lane: { ...lane, arrivals: found.arrivals } };
}

function releaseUpdate(lane: Lane, nextDueAt: string | undefined): UpdateInput {
  const { failingSince, lastSuccessAt } = lane;
  const due = nextDueAt && dueAttributes('DELIVERY', { id: lane.endpointId, dueAt: nextDueAt });
  return {
    Key: laneKey(lane.endpointId),
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
      { values: { ':mine': lane.leaseId, ':seen': lane.arrivals } },
    ),
    ConditionExpression: 'leaseId = :mine AND arrivals = :seen',
  };
}

/** Notes that the endpoint is switched off, once for each time that it was switched on. */
export function disableUpdate(endpointId: string, disabled: DisabledByWorker): UpdateInput {
  return {
    Key: laneKey(endpointId),
    ...updateExpression(
      { set: { disabled } },
      { names: { '#enabledAt': 'enabledAt' }, values: { ':since': disabled.enabledAt } },
    ),
    ConditionExpression:
      'attribute_exists(pk) AND (attribute_not_exists(#disabled) OR #disabled.#enabledAt <> :since)',
  };
}

/** A wait that fits into a queue's delay ends on time; a longer one ends with the timer, within a minute. */
function hintOf(
  deps: Pick<Platform, 'clock' | 'ids'>,
  options: { lane: Lane; nextDueAt: string | undefined },
): TransactItem[] {
  if (options.nextDueAt === undefined) return [];
  const now = deps.clock.now();
  const delaySeconds = Math.max(0, Math.ceil((Date.parse(options.nextDueAt) - now.getTime()) / 1000));
  if (delaySeconds > LONGEST_QUEUE_DELAY_SECONDS) return [];
  return [hintDelivery(deps.ids, { ...options.lane, delaySeconds, now })];
}

/** Puts a hint to look into the lane on its way to the webhook queue. */
export function hintDelivery(
  ids: Platform['ids'],
  options: LaneAddress & { delaySeconds?: number; now: Date },
): TransactItem {
  const { accountId, endpointId, delaySeconds, now } = options;
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'webhook', accountId, endpointId, delaySeconds },
    now,
  });
}
