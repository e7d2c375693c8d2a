import type { Account } from './account';

/** Days that sent and received data are kept; `none`: forever. */
export type RetentionDays = Account['retentionDays'];
/** Account settings that decide how long data are kept. */
export type Retention = Pick<Account, 'retentionDays' | 'retainedSince'>;

/** Time before all others; a key cannot be compared with an empty text. */
const BEFORE_ALL = '0';
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns when data are past retention, in epoch seconds, for the time to live of their item.
 *
 * @param madeAt ISO time
 * @param atLeastDays least number of days, for data that workers still read
 * @returns `undefined` for data that are kept forever
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
 * Returns the latest time up to which data are past retention for a reader. DynamoDB deletes late, and data from before
 * a change of the setting follow the new setting.
 *
 * @returns ISO time; a text that sorts before all times when nothing is past retention
 */
export function overSince({ retentionDays, retainedSince = BEFORE_ALL }: Retention, now: Date): string {
  if (retentionDays === 'none') return retainedSince;
  const since = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  return since > retainedSince ? since : retainedSince;
}

/** Returns true when data are past retention for a reader. */
export const isOver = (retention: Retention, madeAt: string, now: Date): boolean =>
  madeAt <= overSince(retention, now);

/** Returns true when data made under one setting are past retention earlier under another. */
export function isShorter(days: RetentionDays, than: RetentionDays): boolean {
  if (days === 'none') return false;
  return than === 'none' || days < than;
}
