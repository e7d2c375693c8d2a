import type { Item } from '../../platform/store/item';
import type { Charge } from '../../accounts/charge';
import { IDEMPOTENCY_WINDOW_MS } from '../../limits';

/** The answer that a repeat gets: as the first one got it. */
export interface StoredAnswer {
  status: number;
  body: unknown;
}

/**
 * What is remembered of an idempotency key.
 *
 * - `claimed`: a request holds it until `leaseUntil`; after that, nobody does, and nobody has told the caller the outcome
 * - `consumed`: a success; repeats get its answer until `expiresAt`, which is open while the message still waits to be
 *   handed over
 * - `attempted`: the outcome of a hand-over is unknown and the caller has been told so; the key is free, but the next
 *   request is not charged again
 *
 * Every write gives the record a new `revision`, and is conditional on the revision that it was decided on.
 *
 * **Source:** rules 8.3.
 */
export interface KeyRecord {
  state: 'claimed' | 'consumed' | 'attempted';
  revision: string;
  /** The message, or job, that the key stands for. */
  subjectId: string;
  leaseUntil: string | undefined;
  expiresAt: string | undefined;
  answer: StoredAnswer | undefined;
  /** What hand-overs under this key have cost that were never given back; absent is nothing. */
  paid?: Charge | undefined;
}

export function readKeyRecord(item: Item): KeyRecord {
  return {
    state: item.state as KeyRecord['state'],
    revision: item.revision as string,
    subjectId: item.subjectId as string,
    leaseUntil: item.leaseUntil as string | undefined,
    expiresAt: item.expiresAt as string | undefined,
    answer: readAnswer(item.answer as string | undefined),
    paid: item.paid as Charge | undefined,
  };
}

/** As text: a map would come back from the table with its properties in another order. */
export function writeAnswer(answer: StoredAnswer | undefined): string | undefined {
  return answer && JSON.stringify(answer);
}

function readAnswer(text: string | undefined): StoredAnswer | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredAnswer);
}

/**
 * What a request that brings this key is to do.
 *
 * - `free`: go ahead
 * - `replay`: answer with the first answer
 * - `running`: another request holds it
 * - `abandoned`: whoever held it died in between, or could tell nobody that the outcome is unknown: tell it first
 * - `attempted`: the caller knows; go ahead without a second charge
 */
export type KeyDecision = 'free' | 'replay' | 'running' | 'abandoned' | 'attempted';

/** Expiry is decided here, by comparing times; DynamoDB's own deletion only cleans up. */
export function decideKey(record: KeyRecord | undefined, now: Date): KeyDecision {
  if (!record) return 'free';
  const isPast = (time: string | undefined) => time === undefined || Date.parse(time) <= now.getTime();
  switch (record.state) {
    case 'claimed':
      if (!isPast(record.leaseUntil)) return 'running';
      return isPast(record.leaseUntil && keyExpiry(new Date(record.leaseUntil))) ? 'free' : 'abandoned';
    case 'consumed':
      return record.expiresAt !== undefined && isPast(record.expiresAt) ? 'free' : 'replay';
    case 'attempted':
      return isPast(record.expiresAt) ? 'free' : 'attempted';
  }
}

/** Whether a request that brings this key is to have the answer of another one, given or still to come. */
export function isRepeat(record: KeyRecord | undefined, now: Date): boolean {
  const decision = decideKey(record, now);
  return decision === 'replay' || decision === 'running';
}

/** When the attempt behind an `attempted` record ended, in epoch milliseconds: its window runs from there. */
export function attemptEndedAtMs(record: KeyRecord): number {
  return record.state === 'attempted' ? Date.parse(record.expiresAt ?? '') - IDEMPOTENCY_WINDOW_MS : NaN;
}

/** When a key that was consumed at `from` may be used again. */
export function keyExpiry(from: Date): string {
  return new Date(from.getTime() + IDEMPOTENCY_WINDOW_MS).toISOString();
}
