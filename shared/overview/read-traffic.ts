import type { Account } from '../accounts/account';
import { listAccounts } from '../accounts/account-store';
import type { Charge } from '../accounts/charge';
import { quotaUsedToday } from '../accounts/daily-quota';
import { balanceOf } from '../accounts/gather-credit-shards';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import { type ListedHold, listHolds } from '../senders/list-holds';
import { readDays, type Statistics, sumOf } from '../statistics/daily-statistics';
import { totalsOf } from './internal/totals-of';

type Deps = Pick<Platform, 'table' | 'clock'>;
type Day = { day: string } & Statistics;

/** Traffic of one account, with what it has left and what keeps its texts waiting. */
interface AccountTraffic {
  id: string;
  name: string;
  credits: Charge;
  quota: { limit: number; usedToday: number };
  totals: Statistics;
  /** Pauses and outages of the account and of its numbers. */
  holds: ListedHold[];
}

interface Traffic {
  totals: Statistics;
  /** Oldest day first. */
  series: Day[];
  /** Open accounts, those with the most texts first. */
  accounts: AccountTraffic[];
}

/** Accounts that are read at the same time, each by half a dozen requests to the table. */
const AT_ONCE = 8;

/** Returns what all open accounts have sent on the last days of UTC, today included. */
export async function readTraffic(deps: Deps, { days }: { days: number }): Promise<Traffic> {
  const open = (await listAccounts(deps.table)).filter(({ closedAt }) => closedAt === undefined);
  const accounts: AccountTraffic[] = [];
  const byDay = new Map<string, Day>();
  await forEachAtOnce(open, AT_ONCE, async (account) => {
    const { series, ...traffic } = await readAccount(deps, { account, days });
    accounts.push(traffic);
    for (const one of series) byDay.set(one.day, addDay(byDay.get(one.day), one));
  });
  const series = [...byDay.values()].sort((a, b) => a.day.localeCompare(b.day));
  accounts.sort((a, b) => b.totals.sent - a.totals.sent || a.name.localeCompare(b.name));
  return { totals: totalsOf(series), series, accounts };
}

async function readAccount(
  { table, clock }: Deps,
  { account, days }: { account: Account; days: number },
): Promise<AccountTraffic & { series: Day[] }> {
  const { id, name, dailyQuota: limit } = account;
  const [credits, usedToday, series, holds] = await Promise.all([
    balanceOf({ table }, account),
    quotaUsedToday({ table, clock }, id),
    readDays(table, { accountId: id, days, now: clock.now() }),
    listHolds(table, account),
  ]);
  return {
    ...{ id, name, credits, quota: { limit, usedToday }, totals: totalsOf(series), series },
    holds: holds.filter(({ scope }) => scope !== 'service'),
  };
}

function addDay(sum: Day | undefined, one: Day): Day {
  return sum === undefined ? one : { ...sumOf([sum, one]), day: one.day };
}
