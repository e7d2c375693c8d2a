import { boolean, number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { deliveryKey } from '../platform/store/keys';
import { pack, packed } from '../platform/store/packing';
import type { UpdateInput } from '../platform/store/table';
import { type Attempt, packHistory, storedHistory, withAttempt } from './attempt-history';
import { nextAttemptDelayMs } from './internal/retry-schedule';

const storedDelivery = defineItem({
  entity: 'delivery',
  key: deliveryKey,
  value: object({
    /**
     * Event of the delivery, which only an erasure changes. The payload repeats most fields of the event: packed
     * together they fit into one write unit.
     */
    event: packed(
      object({
        endpointId: string(),
        accountId: string(),
        eventId: string(),
        eventType: string(),
        eventTime: string(),
        /** Text that is signed and sent, the same at every attempt. */
        payload: string(),
        createdAt: string(),
      }),
    ),
    status: picklist(['pending', 'delivered', 'failed']),
    /** Attempts since the delivery was created or replayed. */
    attempts: number(),
    /** Only while pending. */
    nextAttemptAt: optional(string()),
    lastAttemptAt: optional(string()),
    /** HTTP status of the receiver's response; absent without a response. */
    lastResponseStatus: optional(number()),
    /** Reason why the last attempt failed, as a sentence for the operator. */
    lastError: optional(string()),
    /** Attempts with the receiver's answers, oldest first; absent before the first, or where there was no room. */
    history: optional(storedHistory),
    /** Set when the payload was about a person who has been erased, and is no more. */
    erased: optional(boolean()),
    /** Number of erasures that have changed the payload or the answers: a worker that read it before does not write it. */
    erasures: optional(number()),
    expiresAtEpochSeconds: number(),
    /** Trace of the event's origin; absent when it was not traced. */
    trace: optional(string()),
  }),
});
type StoredDelivery = ValueOf<typeof storedDelivery>;

/** Delivery of one event to one endpoint. */
export type Delivery = Omit<StoredDelivery, 'event'> & StoredDelivery['event'];

/** @throws StoredItemError */
export function readDelivery(item: Item): Delivery {
  const { event, ...progress } = storedDelivery.read(item);
  return { ...event, ...progress };
}

export const readDeliveryIfAny = (item: Item | undefined) => item && readDelivery(item);

export function toDeliveryItem(delivery: Delivery): Item {
  const { endpointId, accountId, eventId, eventType, eventTime, payload, createdAt, ...rest } = delivery;
  const { history, ...progress } = rest;
  const event = pack({ endpointId, accountId, eventId, eventType, eventTime, payload, createdAt });
  const item = { ...deliveryKey(delivery), entity: 'delivery', event, ...progress };
  const arrivedAtOnce = progress.status === 'delivered' && history?.length === 1;
  const packedHistory = packHistory(history, { itemBytes: bytesOf(item), arrivedAtOnce });
  return { ...item, ...(packedHistory && { history: packedHistory }) };
}

/** Returns the size of an item by which DynamoDB bills, names and values; a number is smaller than it says. */
function bytesOf(item: Record<string, unknown>): number {
  const given = Object.entries(item).filter(([, value]) => value !== undefined);
  return given.reduce((bytes, [name, value]) => bytes + name.length + bytesOfValue(value), 0);
}

const bytesOfValue = (value: unknown) =>
  value instanceof Uint8Array ? value.length : 1 + Buffer.byteLength(String(value));

/**
 * Builds the write that takes a person from a delivery, if it is still in the state in which it was read.
 *
 * @param erased.payload new payload; absent: it is not about the person, but an answer names the person
 * @param erased.history attempts without the answers that may name the person
 */
export function eraseFromDelivery(
  delivery: Delivery,
  erased: { payload?: string; history: Attempt[] | undefined },
): UpdateInput {
  const { payload = delivery.payload, history } = erased;
  const item = toDeliveryItem({ ...delivery, payload, history });
  const hasHistory = item.history !== undefined;
  const isPayloadErased = erased.payload !== undefined;
  return {
    Key: deliveryKey(delivery),
    UpdateExpression: `SET #event = :event, erasures = :erasures${isPayloadErased ? ', erased = :true' : ''}${hasHistory ? ', history = :history' : ' REMOVE history'}`,
    // A worker that attempts it at this moment writes the next state with the payload that it has read.
    ConditionExpression: '#status = :status AND attempts = :attempts',
    ExpressionAttributeNames: { '#event': 'event', '#status': 'status' },
    ExpressionAttributeValues: {
      ':event': item.event,
      ...(hasHistory && { ':history': item.history }),
      ...(isPayloadErased && { ':true': true }),
      ':erasures': (delivery.erasures ?? 0) + 1,
      ':status': delivery.status,
      ':attempts': delivery.attempts,
    },
  };
}

/**
 * - `gone`: 410, which asks for no further request
 * - `discarded`: no request was made, and none is made later
 * - `failed`: anything else but a 2xx response
 */
export type AttemptOutcome =
  | { outcome: 'delivered'; responseStatus: number }
  | { outcome: 'gone'; responseStatus: number }
  | { outcome: 'discarded'; responseStatus: undefined; error: string }
  | {
      outcome: 'failed';
      responseStatus: number | undefined;
      error: string;
      retryAfterSeconds: number | undefined;
    };

/** Time for which deliveries are kept, to be viewed and replayed. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

const ENDPOINT_DISABLED = 'The endpoint is disabled.';

/** Creates a delivery that is due at once. */
export function newDelivery(
  fields: Pick<
    Delivery,
    'endpointId' | 'accountId' | 'eventId' | 'eventType' | 'eventTime' | 'payload' | 'trace'
  > & {
    now: Date;
  },
): Delivery {
  const { now, ...delivery } = fields;
  return {
    ...delivery,
    status: 'pending',
    attempts: 0,
    nextAttemptAt: now.toISOString(),
    lastAttemptAt: undefined,
    lastResponseStatus: undefined,
    lastError: undefined,
    createdAt: now.toISOString(),
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}

/** Time that an attempt took, and what the receiver answered. */
export type AttemptSeen = Pick<Attempt, 'durationMs' | 'answer' | 'isAnswerCut'>;

/**
 * Returns a delivery after an attempt.
 *
 * @param options.now at its end
 * @param options.random in [0, 1), spreads retries
 */
export function deliveryAfter(
  outcome: AttemptOutcome,
  options: { delivery: Delivery; now: Date; random: number; seen: AttemptSeen },
): Delivery {
  const after = stateAfter(outcome, options);
  if (outcome.outcome === 'discarded') return after;
  const { lastAttemptAt: at = '', lastResponseStatus: responseStatus, lastError: error } = after;
  const made = { ...options.seen, at, ...(responseStatus && { responseStatus }), ...(error && { error }) };
  return { ...after, history: withAttempt(after.history, made) };
}

function stateAfter(
  outcome: AttemptOutcome,
  { delivery, now, random }: { delivery: Delivery; now: Date; random: number },
): Delivery {
  const attempted: Delivery = {
    ...delivery,
    attempts: delivery.attempts + 1,
    lastAttemptAt: now.toISOString(),
    lastResponseStatus: outcome.responseStatus,
    lastError: undefined,
    nextAttemptAt: undefined,
  };
  switch (outcome.outcome) {
    case 'delivered':
      return { ...attempted, status: 'delivered' };
    case 'gone':
      return { ...attempted, status: 'failed', lastError: 'The receiver answered 410: gone.' };
    case 'discarded':
      return { ...attempted, status: 'failed', lastError: outcome.error };
    case 'failed': {
      const { error: lastError, retryAfterSeconds } = outcome;
      const delayMs = nextAttemptDelayMs({ attempts: attempted.attempts, retryAfterSeconds, random });
      if (delayMs === undefined) return { ...attempted, status: 'failed', lastError };
      const nextAttemptAt = new Date(now.getTime() + delayMs).toISOString();
      return { ...attempted, status: 'pending', lastError, nextAttemptAt };
    }
  }
}

/** Fails a delivery without an attempt, because its endpoint is disabled; it is kept for a replay. */
export function failUnattempted(delivery: Delivery): Delivery {
  return { ...delivery, status: 'failed', nextAttemptAt: undefined, lastError: ENDPOINT_DISABLED };
}

/** Restarts a delivery, due at once. */
export function restartDelivery(delivery: Delivery, now: Date): Delivery {
  return {
    ...delivery,
    status: 'pending',
    attempts: 0,
    nextAttemptAt: now.toISOString(),
    lastError: undefined,
    expiresAtEpochSeconds: Math.floor((now.getTime() + KEPT_FOR_MS) / 1000),
  };
}
