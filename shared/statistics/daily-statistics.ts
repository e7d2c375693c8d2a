import { number, object, optional } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import { statisticsKey, statisticsPk } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import { foldInto, MAX_PLACES, placesOf, type UsageRow, type Use, rowsOf, writesOf } from './usage';

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
  key: ({ accountId, ...place }: { accountId: string; day: string; shard: number | string }) =>
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
  /** Use that the same write counts, in a day of the account's time zone, `YYYY-MM-DD`. */
  usage?: { day: string; uses: readonly Use[] } | undefined;
}

/**
 * Builds the write for the transaction that causes the count.
 *
 * @param counted.spread any number: writes with different ones do not wait for each other
 */
export function countInDay(counted: Omit<Counted, 'usage'> & { spread: number }): TransactItem {
  const { spread, ...rest } = counted;
  return { Update: updateOf({ ...rest, shard: spread % SHARDS }) };
}

function updateOf(options: {
  accountId: string;
  at: Date;
  added: Record<string, number>;
  shard: number | string;
}) {
  const { accountId, at, added, shard } = options;
  return {
    Key: statisticsItem.key({ accountId, day: dayOf(at), shard }),
    ...updateExpression({
      add: added,
      setIfAbsent: {
        entity: statisticsItem.entity,
        expiresAtEpochSeconds: Math.floor(at.getTime() / 1000) + KEPT_FOR_SECONDS,
      },
    }),
  };
}

/**
 * Adds up the counts of a batch of records: one write for each account and day, however many records there are. Only very
 * many campaigns and numbers in one batch take more.
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
    const name = `${counted.accountId} ${dayOf(counted.at)} ${counted.usage?.day}`;
    const known = sums.get(name);
    sums.set(name, known ? together(known, counted) : counted);
  }
  for (const { accountId, at, added, usage } of sums.values()) {
    const [first = {}, ...more] = writesOf(usage?.uses ?? []);
    const writes = [{ ...onlyCounts(added), ...first }, ...more];
    for (const write of writes.filter((one) => Object.keys(one).length > 0)) {
      await countUsage(table, { accountId, at, added: write, shard: usage?.day ?? spread % SHARDS });
    }
  }
}

/**
 * Adds to an item of a day. An item that has as many places as it may have takes no new ones: what they count goes to the
 * other values of their dimension.
 */
async function countUsage(table: Table, options: Parameters<typeof updateOf>[0]): Promise<void> {
  const update = updateOf(options);
  const unlessFull = { ...update, ConditionExpression: 'attribute_not_exists(isFull)' };
  const result = await table.update(unlessFull);
  if (!result.written) {
    const { counts, uses } = partsOf(options.added);
    await table.update(updateOf({ ...options, added: { ...counts, ...foldInto(result.found, uses) } }));
  } else if (placesOf(result.item).size >= MAX_PLACES) {
    await table.update({ Key: update.Key, ...updateExpression({ set: { isFull: true } }) });
  }
}

/** Parts what a write adds into the counts of texts and the use. */
function partsOf(added: Record<string, number>) {
  const isCount = (name: string) => STATISTICS.some((one) => one === name);
  const pick = (wanted: boolean) =>
    Object.fromEntries(Object.entries(added).filter(([name]) => isCount(name) === wanted));
  return { counts: pick(true), uses: pick(false) };
}

function together(a: Counted, b: Counted): Counted {
  const uses = [...(a.usage?.uses ?? []), ...(b.usage?.uses ?? [])];
  return { ...a, added: add(a.added, b.added), usage: a.usage && { ...a.usage, uses } };
}

const onlyCounts = (added: Partial<Statistics>): Record<string, number> =>
  Object.fromEntries(Object.entries(added).filter(([, amount]) => amount !== 0));

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

/** Returns the use of a month by day, dimension and value. @param options.month `YYYY-MM`, in the account's time zone */
export async function readUsageRows(
  table: Table,
  { accountId, month }: { accountId: string; month: string },
): Promise<UsageRow[]> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  // Days of other time zones than UTC lie in up to two days of UTC.
  const from = new Date(Date.UTC(year, number - 1, 0));
  const to = new Date(Date.UTC(year, number, 1));
  return readUsage(table, { accountId, from, to, isOfPeriod: (day) => day.startsWith(`${month}-`) });
}

/**
 * Returns the texts to each country on some days, as far as the provider has reported on them.
 *
 * @param options.from any time of the first day
 * @param options.to any time of the last day
 */
export async function readCountryTexts(
  table: Table,
  options: { accountId: string; from: Date; to: Date },
): Promise<ReadonlyMap<string, number>> {
  const [first, last] = [dayOf(options.from), dayOf(options.to)];
  const rows = await readUsage(table, { ...options, isOfPeriod: (day) => first <= day && day <= last });
  const texts = new Map<string, number>();
  for (const row of rows) {
    if (row.by === 'country') texts.set(row.value, (texts.get(row.value) ?? 0) + row.texts);
  }
  return texts;
}

async function readUsage(
  table: Table,
  options: { accountId: string; from: Date; to: Date; isOfPeriod: (day: string) => boolean },
): Promise<UsageRow[]> {
  const { accountId, from, to, isOfPeriod } = options;
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': statisticsPk(accountId),
      ':first': dayOf(from),
      ':last': `${dayOf(to)}#~`,
    },
  });
  const byDay = new Map<string, Item[]>();
  for (const item of items) {
    const day = item.sk.slice('YYYY-MM-DD#'.length);
    if (/^\d{4}-/.test(day) && isOfPeriod(day)) byDay.set(day, [...(byDay.get(day) ?? []), item]);
  }
  return [...byDay].flatMap(([day, ofDay]) => rowsOf(day, ofDay));
}
