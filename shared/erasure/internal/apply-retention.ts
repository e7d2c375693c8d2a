import { isOver, retainedUntil, type Retention } from '../../accounts/retention';
import { forEachAtOnce } from '../../platform/at-once';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import type { Table } from '../../platform/store/table';
import type { Retained } from './retained';

const WRITES_AT_ONCE = 8;
const ITEMS_AT_ONCE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface RetentionDeps extends Pick<Platform, 'table' | 'clock'> {
  /** Called between writes, as there can be many items. */
  onProgress: () => Promise<void>;
}

/**
 * Deletes an item that the present retention of its account no longer keeps, and otherwise shortens its time to live,
 * which was set when the item was made.
 *
 * **Source:** rules E2.
 */
export async function applyRetention(
  deps: RetentionDeps,
  item: Item,
  { retention, retained }: { retention: Retention; retained: Retained },
): Promise<void> {
  const { madeAt, atLeastDays = 0, parts = [] } = retained;
  const now = deps.clock.now();
  const isOldEnough = now.getTime() >= Date.parse(madeAt) + atLeastDays * DAY_MS;
  const isGone = isOver(retention, madeAt, now) && isOldEnough;
  const until = retainedUntil(retention.retentionDays, madeAt, atLeastDays);
  if (!isGone && !lastsLonger(item, until)) return;
  // The item leads to its parts, so it is deleted last.
  const isPart = (one: Item) => one.sk !== item.sk || one.pk !== item.pk;
  for (const pk of parts) await applyToAll(deps, pk, { isPart, isGone, until });
  await applyTo(deps.table, item, { isGone, until });
}

interface Sentence {
  isGone: boolean;
  /** Epoch seconds. */
  until: number | undefined;
}

async function applyToAll(
  { table, onProgress }: RetentionDeps,
  pk: string,
  { isPart, ...sentence }: Sentence & { isPart: (item: Item) => boolean },
): Promise<void> {
  const items = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ExpressionAttributeNames: { '#until': UNTIL },
    ProjectionExpression: 'pk, sk, #until',
    ConsistentRead: true,
  });
  let page: Item[] = [];
  const finishPage = async () => {
    if (sentence.isGone) await table.batchDelete(page);
    else await forEachAtOnce(page, WRITES_AT_ONCE, (part) => applyTo(table, part, sentence));
    page = [];
    await onProgress();
  };
  for await (const item of items) {
    if (isPart(item)) page.push(item);
    if (page.length === ITEMS_AT_ONCE) await finishPage();
  }
  await finishPage();
}

async function applyTo(table: Table, item: Item, { isGone, until }: Sentence): Promise<void> {
  const Key = { pk: item.pk, sk: item.sk };
  if (isGone) {
    await table.delete({ Key });
    return;
  }
  if (!lastsLonger(item, until)) return;
  await table.update({
    Key,
    ...updateExpression({ set: { [UNTIL]: until } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
}

const UNTIL = 'expiresAtEpochSeconds';

function lastsLonger(item: Item, until: number | undefined): boolean {
  if (until === undefined) return false;
  const before = item[UNTIL];
  return typeof before !== 'number' || before > until;
}
