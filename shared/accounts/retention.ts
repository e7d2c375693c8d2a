import type { Account } from './account';

/** How many days what was sent and received is kept; `none`: for good. */
export type RetentionDays = Account['retentionDays'];

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * When something made at a time is to be gone, in epoch seconds, for the time to live of its item.
 *
 * @param madeAt ISO
 * @returns `undefined` for what stays
 *
 * **Source:** rules E2.
 */
export function retainedUntil(retentionDays: RetentionDays, madeAt: string): number | undefined {
  if (retentionDays === 'none') return undefined;
  return Math.floor((Date.parse(madeAt) + retentionDays * DAY_MS) / 1000);
}

/**
 * Whether something made at a time is over for a reader. DynamoDB deletes late, and what was made before the setting
 * was changed goes by the new one.
 */
export function isOver(
  { retentionDays }: Pick<Account, 'retentionDays'>,
  madeAt: string,
  now: Date,
): boolean {
  const untilSeconds = retainedUntil(retentionDays, madeAt);
  return untilSeconds !== undefined && untilSeconds * 1000 <= now.getTime();
}
