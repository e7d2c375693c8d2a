import { number, object, optional } from 'valibot';
import { ServiceError } from '../errors/service-error';
import type { Clock } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { quotaKey } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import type { Account } from './account';
import { countOfDay, dayOf } from './count-of-day';

const quotaItem = defineItem({
  entity: 'dailyQuota',
  key: ({ accountId, day }: { accountId: string; day: string }) => quotaKey(accountId, day),
  value: object({
    /** Recipients and opt-in texts, against the daily quota. */
    used: optional(number(), 0),
    /** Opt-in, confirmation and keyword texts and away replies, against the bound of free texts. */
    freeTexts: optional(number(), 0),
  }),
});

/** Returns the current UTC day, `YYYY-MM-DD`, to which a time counts. */
export function quotaDay(clock: Clock): string {
  return dayOf(clock.now());
}

/** Returns the counts of this UTC day: recipients of jobs and campaigns with opt-in texts, and free texts. */
export async function countsToday(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<{ used: number; freeTexts: number }> {
  const item = await deps.table.get(quotaKey(accountId, quotaDay(deps.clock)));
  return quotaItem.readIfAny(item) ?? NOTHING;
}

const NOTHING = { used: 0, freeTexts: 0 };

/** Returns the recipients that broadcasts and batches accepted on this UTC day, with the opt-in texts of this day. */
export async function quotaUsedToday(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<number> {
  return (await countsToday(deps, accountId)).used;
}

/**
 * Builds the write that counts recipients against the account's quota of the UTC day. Its condition fails when they do
 * not fit.
 */
export function takeQuota(options: {
  account: Pick<Account, 'id' | 'dailyQuota'>;
  recipients: number;
  now: Date;
}): TransactItem {
  const { account, recipients, now } = options;
  const counted = { used: { added: recipients, most: account.dailyQuota } };
  return { Update: countOfDay(keyAt(account.id, now), { now, counted }) };
}

/** Limits of the texts that the service itself sends. */
type TextBounds = Pick<Account, 'id' | 'dailyQuota' | 'freeTexts'>;

/**
 * Builds the write that counts opt-in and confirmation texts against the account's quota and its free texts of the UTC
 * day. Its condition fails when they do not fit; `optInTextsLeft` then tells from the counter how many do.
 *
 * @param options.replies replies that go out in the same transaction, which only count among the free texts
 *
 * **Source:** rules E7.
 */
export function takeOptInTexts(options: {
  account: TextBounds;
  texts: number;
  replies?: number;
  now: Date;
}): TransactItem {
  const { account, texts, replies = 0, now } = options;
  const counted = {
    used: { added: texts, most: account.dailyQuota },
    freeTexts: { added: texts + replies, most: account.freeTexts },
  };
  return { Update: countOfDay(keyAt(account.id, now), { now, counted }) };
}

/**
 * Builds the write that counts a reply of the service among the free texts of the UTC day. Its condition fails when none is
 * left. **Source:** rules E7.
 */
export function takeReply(options: { account: Pick<Account, 'id' | 'freeTexts'>; now: Date }): TransactItem {
  const { account, now } = options;
  const counted = { freeTexts: { added: 1, most: account.freeTexts } };
  return { Update: countOfDay(keyAt(account.id, now), { now, counted }) };
}

const keyAt = (accountId: string, now: Date) => quotaKey(accountId, dayOf(now));

export function secondsToNextDay(now: Date): number {
  const nextDayMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((nextDayMs - now.getTime()) / 1000));
}

/** Limit that leaves no room for more opt-in texts. */
export type TextBound = 'dailyQuota' | 'freeTexts';

/**
 * Returns how many more opt-in texts fit, by the counter that refused some, and the limit that refuses the next one.
 */
export function optInTextsLeft(
  account: TextBounds,
  counter: Item | undefined,
): { texts: number; bound: TextBound } {
  const counts = quotaItem.readIfAny(counter) ?? NOTHING;
  const quota = Math.max(0, account.dailyQuota - counts.used);
  const freeTexts = Math.max(0, account.freeTexts - counts.freeTexts);
  return freeTexts <= quota
    ? { texts: freeTexts, bound: 'freeTexts' }
    : { texts: quota, bound: 'dailyQuota' };
}

/** Returns the error for a limit of opt-in texts that is reached. **Source:** rules E7. */
export function optInTextRefused(bound: TextBound, now: Date): ServiceError {
  if (bound === 'dailyQuota') return quotaReached(now, 'reached');
  return new ServiceError('OptInRequestLimit', {
    cause: 'freeTexts',
    retryAfterSeconds: secondsToNextDay(now),
  });
}

/** Returns the error for a quota that is used up, or has too little left. */
export function quotaReached(now: Date, cause: 'reached' | 'tooMany'): ServiceError {
  return new ServiceError('DailyQuotaReached', { cause, retryAfterSeconds: secondsToNextDay(now) });
}
