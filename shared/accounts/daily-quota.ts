import { number, object, optional } from 'valibot';
import { ServiceError } from '../errors/service-error';
import { type Clock, isoNow } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { quotaKey } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import type { Account } from './account';

const quotaItem = defineItem({
  entity: 'dailyQuota',
  key: ({ accountId, day }: { accountId: string; day: string }) => quotaKey(accountId, day),
  value: object({ used: optional(number(), 0) }),
});

/** The UTC day that a time counts towards, `YYYY-MM-DD`. */
export function quotaDay(clock: Clock): string {
  return isoNow(clock).slice(0, 'YYYY-MM-DD'.length);
}

/** Recipients that broadcast and batch accepted on this UTC day, and opt-in texts of this day. */
export async function quotaUsedToday(
  deps: { table: Table; clock: Clock },
  accountId: string,
): Promise<number> {
  const item = await deps.table.get(quotaKey(accountId, quotaDay(deps.clock)));
  return quotaItem.readIfAny(item)?.used ?? 0;
}

const KEPT_FOR_SECONDS = 3 * 24 * 60 * 60;

/** Counts recipients against the account's quota of the UTC day. Its condition fails when they do not fit. */
export function takeQuota(options: {
  account: Pick<Account, 'id' | 'dailyQuota'>;
  recipients: number;
  now: Date;
}): TransactItem {
  const { account, recipients, now } = options;
  const most = account.dailyQuota - recipients;
  return {
    Update: {
      Key: quotaKey(account.id, now.toISOString().slice(0, 'YYYY-MM-DD'.length)),
      ...updateExpression(
        {
          add: { used: recipients },
          set: { expiresAtEpochSeconds: Math.floor(now.getTime() / 1000) + KEPT_FOR_SECONDS },
        },
        { values: { ':most': most } },
      ),
      ConditionExpression: most >= 0 ? 'attribute_not_exists(used) OR used <= :most' : 'used <= :most',
    },
  };
}

export function secondsToNextDay(now: Date): number {
  const nextDayMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.max(1, Math.ceil((nextDayMs - now.getTime()) / 1000));
}

/** How many more recipients fit, by the counter that refused some. */
export function quotaLeft({ dailyQuota }: Pick<Account, 'dailyQuota'>, counter: Item | undefined): number {
  return Math.max(0, dailyQuota - (quotaItem.readIfAny(counter)?.used ?? 0));
}

/** The error of a quota that is used up, or has too little left. */
export function quotaReached(now: Date, cause: 'reached' | 'tooMany'): ServiceError {
  return new ServiceError('DailyQuotaReached', { cause, retryAfterSeconds: secondsToNextDay(now) });
}
