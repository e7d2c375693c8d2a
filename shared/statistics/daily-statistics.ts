import { number, object, optional } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { statisticsKey, statisticsPk } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';

/**
 * Statistics of an account on a UTC day: messages sent, refused at the hand-over, reported as delivered, as not
 * delivered and as read, clicked for the first time, and people who texted STOP. Each counts on the day on which it became known.
 */
export const STATISTICS = [
  'sent',
  'failed',
  'delivered',
  'undelivered',
  'read',
  'clicked',
  'optedOut',
] as const;
export type Statistics = Record<(typeof STATISTICS)[number], number>;

const count = optional(number(), 0);
const statisticsItem = defineItem({
  entity: 'statistics',
  key: ({ accountId, ...place }: { accountId: string; day: string; shard: number }) =>
    statisticsKey(accountId, place),
  value: object({
    sent: count,
    failed: count,
    delivered: count,
    undelivered: count,
    read: count,
    clicked: count,
    optedOut: count,
  }),
});

/**
 * Items per day: very many chunks of an account can end in the same second, and transactions on one item wait for each
 * other.
 */
const SHARDS = 8;
const KEPT_FOR_SECONDS = 400 * 24 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (at: Date) => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Amounts that are added for an account. */
export interface Counted {
  accountId: string;
  at: Date;
  added: Partial<Statistics>;
}

/**
 * Builds the write for the transaction that causes the count.
 *
 * @param counted.spread any number: writes with different ones do not wait for each other
 */
export function countInDay(counted: Counted & { spread: number }): TransactItem {
  const { accountId, at, added, spread } = counted;
  return {
    Update: {
      Key: statisticsItem.key({ accountId, day: dayOf(at), shard: spread % SHARDS }),
      ...updateExpression({
        add: added,
        setIfAbsent: {
          entity: statisticsItem.entity,
          expiresAtEpochSeconds: Math.floor(at.getTime() / 1000) + KEPT_FOR_SECONDS,
        },
      }),
    },
  };
}

/**
 * Adds up the counts of a batch of records: one write for each account and day, however many records there are.
 *
 * @param options.spread any number: writes with different ones go to different items
 */
export async function countTogether(
  table: Table,
  all: readonly Counted[],
  { spread = 0 }: { spread?: number } = {},
): Promise<void> {
  const sums = new Map<string, Counted>();
  for (const counted of all) {
    const name = `${counted.accountId} ${dayOf(counted.at)}`;
    const known = sums.get(name);
    sums.set(name, known ? { ...known, added: add(known.added, counted.added) } : counted);
  }
  for (const sum of sums.values()) {
    if (STATISTICS.every((name) => !sum.added[name])) continue;
    const write = countInDay({ ...sum, spread });
    if ('Update' in write) await table.update(write.Update);
  }
}

function add(a: Partial<Statistics>, b: Partial<Statistics>): Partial<Statistics> {
  return Object.fromEntries(STATISTICS.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

/** Returns the last days, oldest first, today included; a day without any texts has zeros. */
export async function readDays(
  table: Table,
  { accountId, days, now }: { accountId: string; days: number; now: Date },
): Promise<Array<{ day: string } & Statistics>> {
  const shown = Array.from({ length: days }, (_, index) =>
    dayOf(new Date(now.getTime() - (days - 1 - index) * DAY_MS)),
  );
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': statisticsPk(accountId),
      ':first': shown[0],
      ':last': `${shown.at(-1)}#~`,
    },
  });
  const byDay = new Map(shown.map((day) => [day, { ...NOTHING }]));
  for (const item of items) {
    const sum = byDay.get(item.sk.slice(0, 'YYYY-MM-DD'.length));
    const read = statisticsItem.read(item);
    if (sum) for (const name of STATISTICS) sum[name] += read[name];
  }
  // A message that falls back from RCS after midnight leaves the count of a day that it did not enter.
  return [...byDay].map(([day, sum]) => ({ day, ...sum, undelivered: Math.max(0, sum.undelivered) }));
}

const NOTHING = Object.fromEntries(STATISTICS.map((name) => [name, 0])) as Statistics;

export function sumOf(days: ReadonlyArray<Statistics>): Statistics {
  const sum = { ...NOTHING };
  for (const day of days) for (const name of STATISTICS) sum[name] += day[name];
  return sum;
}
