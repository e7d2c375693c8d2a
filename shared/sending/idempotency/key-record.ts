import { number, object, optional, parseJson, picklist, pipe, string, unknown } from 'valibot';
import { storedCharge } from '../../accounts/stored-charge';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { idempotencyKey, type IdempotencyScope } from '../../platform/store/keys';
import { IDEMPOTENCY_WINDOW_MS } from '../../limits';

/**
 * Stored record of an idempotency key.
 *
 * - `inProgress`: a request holds the key until `leaseUntil`; after that no request holds it, and no caller knows the
 *   outcome
 * - `completed`: the send succeeded; repeats get its answer until `expiresAt`, which is absent while the message still
 *   waits to be sent
 * - `outcomeUnknown`: the provider gave no answer, and the caller knows; the key is free, but the next request is not
 *   charged again
 *
 * Every write gives the record a new `revision` and is conditional on the revision on which the decision was based.
 *
 * **Source:** rules 8.3.
 */
const storedKey = defineItem({
  entity: 'idempotency',
  key: ({ accountId, scope, key }: KeyAddress) => idempotencyKey(accountId, scope, key),
  value: object({
    state: picklist(['inProgress', 'completed', 'outcomeUnknown']),
    revision: string(),
    /** The message, or job, that the key stands for. */
    subjectId: string(),
    leaseUntil: optional(string()),
    expiresAt: optional(string()),
    /** Stored as JSON, because DynamoDB does not keep the order of a map's properties. */
    answer: optional(pipe(string(), parseJson(), object({ status: number(), body: unknown() }))),
    /** Credits that sends under this key took and that were never refunded; absent means none. */
    paid: optional(storedCharge),
  }),
});
export type KeyRecord = ValueOf<typeof storedKey>;
export type KeyState = KeyRecord['state'];
/** Answer that a repeat gets: identical to the first one. */
export type StoredAnswer = NonNullable<KeyRecord['answer']>;

export interface KeyAddress {
  accountId: string;
  scope: IdempotencyScope;
  key: string;
}

export const readKeyRecord = storedKey.read;

/** Returns the attributes of a record without its time to live. */
export function toStoredKey<Fields extends Partial<KeyRecord>>({ answer, ...rest }: Fields) {
  return {
    ...rest,
    answer: answer && JSON.stringify(answer),
  };
}

/**
 * Decision for a request that brings this key.
 *
 * - `free`: go ahead
 * - `replay`: answer with the first answer
 * - `running`: another request holds the key
 * - `abandoned`: its holder died, or no caller has been told yet that the outcome is unknown: answer that first
 * - `outcomeUnknown`: the caller knows; go ahead without a second charge
 */
export type KeyDecision = 'free' | 'replay' | 'running' | 'abandoned' | 'outcomeUnknown';

/**
 * Decides from the record what a request with this key does. Expiry is decided here by comparing times; DynamoDB's own
 * deletion only cleans up.
 */
export function decideKey(record: KeyRecord | undefined, now: Date): KeyDecision {
  if (!record) return 'free';
  const isPast = (time: string | undefined) => time === undefined || Date.parse(time) <= now.getTime();
  switch (record.state) {
    case 'inProgress':
      if (!isPast(record.leaseUntil)) return 'running';
      return isPast(record.leaseUntil && keyExpiry(new Date(record.leaseUntil))) ? 'free' : 'abandoned';
    case 'completed':
      return record.expiresAt !== undefined && isPast(record.expiresAt) ? 'free' : 'replay';
    case 'outcomeUnknown':
      return isPast(record.expiresAt) ? 'free' : 'outcomeUnknown';
  }
}

/**
 * Returns true when a request with this key gets the answer of another request, which has been given or is still to
 * come.
 */
export function isRepeat(record: KeyRecord | undefined, now: Date): boolean {
  const decision = decideKey(record, now);
  return decision === 'replay' || decision === 'running';
}

/** Longest time between counting a request against its rate limit and claiming its key. */
const CLAIMS_WITHIN_MS = 2_000;

/**
 * Returns true while a free key may still be claimed by the first request, of which a rate-limited request is the
 * repeat: the first request used up the limit a moment ago. Later than that, rate-limited requests are refused without
 * waiting.
 *
 * @param options.limitReachedAtMs when the last request was counted, epoch milliseconds; absent: the limit is not
 *   reached
 */
export function mayBeClaimed(options: {
  limitReachedAtMs: number | undefined;
  waitedMs: number;
  now: Date;
}): boolean {
  const { limitReachedAtMs, waitedMs, now } = options;
  if (limitReachedAtMs === undefined || waitedMs >= CLAIMS_WITHIN_MS) return false;
  return now.getTime() < limitReachedAtMs + CLAIMS_WITHIN_MS;
}

/**
 * Returns the time at which the attempt of an `outcomeUnknown` record ended, in epoch milliseconds: its window starts
 * then. NaN for a record in another state.
 */
export function attemptEndedAtMs(record: KeyRecord): number {
  return record.state === 'outcomeUnknown' ? Date.parse(record.expiresAt ?? '') - IDEMPOTENCY_WINDOW_MS : NaN;
}

/** Returns the time from which a key that was completed at `from` may be used again; ISO. */
export function keyExpiry(from: Date): string {
  return new Date(from.getTime() + IDEMPOTENCY_WINDOW_MS).toISOString();
}
