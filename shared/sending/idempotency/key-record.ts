import { number, object, optional, parseJson, picklist, pipe, string, unknown } from 'valibot';
import { storedCharge } from '../../accounts/stored-charge';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { idempotencyKey, type IdempotencyScope } from '../../platform/store/keys';
import { IDEMPOTENCY_WINDOW_MS } from '../../limits';

/**
 * What is stored of an idempotency key.
 *
 * - `inProgress`: a request holds it until `leaseUntil`; after that it is held by none, and no caller knows the outcome
 * - `completed`: a success; repeats get its answer until `expiresAt`, which is open while the message still waits to be
 *   sent
 * - `outcomeUnknown`: the provider gave no answer, and the caller knows; the key is free, but the next request is not
 *   charged again
 *
 * Every write gives the record a new `revision`, and is conditional on the revision that it was decided on.
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
    /** JSON: a map would be read with its properties in another order. */
    answer: optional(pipe(string(), parseJson(), object({ status: number(), body: unknown() }))),
    /** What sends under this key have cost that was never refunded; absent is nothing. */
    paid: optional(storedCharge),
  }),
});
export type KeyRecord = ValueOf<typeof storedKey>;
export type KeyState = KeyRecord['state'];
/** The answer that a repeat gets: as the first one got it. */
export type StoredAnswer = NonNullable<KeyRecord['answer']>;

export interface KeyAddress {
  accountId: string;
  scope: IdempotencyScope;
  key: string;
}

export const readKeyRecord = storedKey.read;

/** The attributes of a record, less its time to live. */
export function toStoredKey<Fields extends Partial<KeyRecord>>({ answer, ...rest }: Fields) {
  return {
    ...rest,
    answer: answer && JSON.stringify(answer),
  };
}

/**
 * What a request that brings this key is to do.
 *
 * - `free`: go ahead
 * - `replay`: answer with the first answer
 * - `running`: another request holds it
 * - `abandoned`: its holder died, or no caller knows yet that the outcome is unknown: answer that first
 * - `outcomeUnknown`: the caller knows; go ahead without a second charge
 */
export type KeyDecision = 'free' | 'replay' | 'running' | 'abandoned' | 'outcomeUnknown';

/** Expiry is decided here, by comparing times; DynamoDB's own deletion only cleans up. */
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

/** Whether a request that brings this key is to have the answer of another one, given or still to come. */
export function isRepeat(record: KeyRecord | undefined, now: Date): boolean {
  const decision = decideKey(record, now);
  return decision === 'replay' || decision === 'running';
}

/** The longest time from counting a request to claiming its key. */
const CLAIMS_WITHIN_MS = 2_000;

/**
 * Returns true while a free key may still be claimed by the request that a limited one repeats: the one that used up the limit,
 * a moment ago. Later than that, limited requests are refused without waiting.
 *
 * @param options.limitReachedAtMs when the last request was counted, epoch milliseconds; absent: the limit is not reached
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

/** When the attempt of an `outcomeUnknown` record ended, in epoch milliseconds: its window runs from there. */
export function attemptEndedAtMs(record: KeyRecord): number {
  return record.state === 'outcomeUnknown' ? Date.parse(record.expiresAt ?? '') - IDEMPOTENCY_WINDOW_MS : NaN;
}

/** When a key that was completed at `from` may be used again. */
export function keyExpiry(from: Date): string {
  return new Date(from.getTime() + IDEMPOTENCY_WINDOW_MS).toISOString();
}
