import { boolean, number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { deliveryKey } from '../platform/store/keys';
import { nextAttemptDelayMs } from './retry-schedule';

/** One event for one endpoint. */
export const deliveryItem = defineItem({
  entity: 'delivery',
  key: (address: { endpointId: string; eventId: string }) => deliveryKey(address.endpointId, address.eventId),
  value: object({
    endpointId: string(),
    accountId: string(),
    eventId: string(),
    eventType: string(),
    eventTime: string(),
    /** The text that is signed and sent, the same at every attempt. */
    payload: string(),
    status: picklist(['pending', 'delivered', 'failed']),
    /** Since it was made, or was replayed. */
    attempts: number(),
    /** Only while pending. */
    nextAttemptAt: optional(string()),
    lastAttemptAt: optional(string()),
    /** What the receiver answered; absent when it did not. */
    lastResponseStatus: optional(number()),
    /** Why the last attempt failed, as a sentence for the operator. */
    lastError: optional(string()),
    /** The payload is about a person who was erased since, and says so. */
    erased: optional(boolean()),
    createdAt: string(),
    expiresAtEpochSeconds: number(),
  }),
});
export type Delivery = ValueOf<typeof deliveryItem>;

/**
 * - `gone`: 410, which asks for no further request
 * - `failed`: anything else that is not 2xx
 */
export type AttemptOutcome =
  | { outcome: 'delivered'; responseStatus: number }
  | { outcome: 'gone'; responseStatus: number }
  | {
      outcome: 'failed';
      responseStatus: number | undefined;
      error: string;
      retryAfterSeconds: number | undefined;
    };

/** Deliveries are kept for this long, to be looked at and replayed. */
const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

export const ENDPOINT_DISABLED = 'The endpoint is disabled.';

/** A delivery that is due at once. */
export function newDelivery(
  fields: Pick<Delivery, 'endpointId' | 'accountId' | 'eventId' | 'eventType' | 'eventTime' | 'payload'> & {
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

/**
 * What an attempt makes of a delivery.
 *
 * @param options.now at its end
 * @param options.random in [0, 1), spreads retries
 */
export function deliveryAfter(
  outcome: AttemptOutcome,
  options: { delivery: Delivery; now: Date; random: number },
): Delivery {
  const { now, random } = options;
  const attempted: Delivery = {
    ...options.delivery,
    attempts: options.delivery.attempts + 1,
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
    case 'failed': {
      const { error: lastError, retryAfterSeconds } = outcome;
      const delayMs = nextAttemptDelayMs({ attempts: attempted.attempts, retryAfterSeconds, random });
      if (delayMs === undefined) return { ...attempted, status: 'failed', lastError };
      const nextAttemptAt = new Date(now.getTime() + delayMs).toISOString();
      return { ...attempted, status: 'pending', lastError, nextAttemptAt };
    }
  }
}

/** A delivery that no worker attempts, because its endpoint is switched off; kept for a replay. */
export function failUnattempted(delivery: Delivery): Delivery {
  return { ...delivery, status: 'failed', nextAttemptAt: undefined, lastError: ENDPOINT_DISABLED };
}

/** A delivery from its beginning again, due at once. */
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
