import type { Account } from './account';

/** How many days what was sent and received is kept; `none`: for good. */
export type RetentionDays = Account['retentionDays'];
/** What of an account says how long that is kept. */
export type Retention = Pick<Account, 'retentionDays' | 'retainedSince'>;

/** A key cannot be compared with an empty text. */
const BEFORE_ALL = '0';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * When something made at a time is to be gone, in epoch seconds, for the time to live of its item.
 *
 * @param madeAt ISO
 * @param atLeastDays for what workers still read
 * @returns `undefined` for what stays
 *
 * **Source:** rules E2.
 */
export function retainedUntil(
  retentionDays: RetentionDays,
  madeAt: string,
  atLeastDays = 0,
): number | undefined {
  if (retentionDays === 'none') return undefined;
  return Math.floor((Date.parse(madeAt) + Math.max(retentionDays, atLeastDays) * DAY_MS) / 1000);
}

/**
 * The latest time of which what was made is over for a reader. DynamoDB deletes late, and what was made before the setting was
 * changed goes by the new one.
 *
 * @returns ISO; a text that sorts before all times when nothing is over
 */
export function overSince({ retentionDays, retainedSince = BEFORE_ALL }: Retention, now: Date): string {
  if (retentionDays === 'none') return retainedSince;
  const since = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  return since > retainedSince ? since : retainedSince;
}

/** Whether something made at a time is over for a reader. */
export const isOver = (retention: Retention, madeAt: string, now: Date): boolean =>
  madeAt <= overSince(retention, now);

/** Whether something that was made under one setting is over earlier under another. */
export function isShorter(days: RetentionDays, than: RetentionDays): boolean {
  if (days === 'none') return false;
  return than === 'none' || days < than;
}
