import { number, object } from 'valibot';
import { RATE_LIMIT_WINDOW_SECONDS, type RateLimitBucket } from '../limits';
import { type Clock, epochMs } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import { type Key, rateKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { RateLimitDecision } from './rate-limit';

const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1000;

interface WindowAddress {
  accountId: string;
  bucket: RateLimitBucket;
}

const windowItem = defineItem({
  entity: 'rateLimitWindow',
  key: ({ accountId, bucket }: WindowAddress) => rateKey(accountId, bucket),
  value: object({ closesAtMs: number(), count: number() }),
});

/**
 * Counts a request in the account's window of the bucket, and decides whether it is within the limit.
 *
 * The window opens at the first counted request and lasts 60 s. Refused requests are not counted. One conditional
 * write decides: concurrent requests cannot exceed the limit. The first request of a window needs a second write,
 * unless `seenWindow` shows that no window is open.
 *
 * @param options.limit requests per window; 0 refuses all
 * @param options.seenWindow the window as read just before; absent: not read
 *
 * **Source:** rules 8.1.
 */
export async function countRequest(
  deps: { table: Table; clock: Clock },
  options: {
    accountId: string;
    bucket: RateLimitBucket;
    limit: number;
    seenWindow?: { item: Item | undefined };
  },
): Promise<RateLimitDecision> {
  const { bucket, limit } = options;
  const nowMs = epochMs(deps.clock);
  if (limit <= 0) {
    return { isAllowed: false, bucket, limit: 0, remaining: 0, resetSeconds: RATE_LIMIT_WINDOW_SECONDS };
  }
  const address: WindowAddress = { accountId: options.accountId, bucket };
  const key = windowItem.key(address);
  const { seenWindow } = options;
  let mayBeOpen = !seenWindow || openWindowOf(seenWindow.item, nowMs) !== undefined;
  return retryOnConflict(deps.table.waits, async () => {
    const decision = mayBeOpen ? await countInWindow(deps.table, { key, nowMs, bucket, limit }) : undefined;
    if (decision) return decision;
    const closesAtMs = nowMs + WINDOW_MS;
    if (await openWindow({ table: deps.table, address, nowMs, closesAtMs })) {
      return {
        isAllowed: true,
        bucket,
        limit,
        remaining: limit - 1,
        resetSeconds: RATE_LIMIT_WINDOW_SECONDS,
        closesAtMs,
      };
    }
    // Another request opened the window first: this one counts in it, unless the other was given back meanwhile.
    mayBeOpen = true;
    return CONFLICT;
  });
}

/**
 * Takes a counted request out of its window again. A window without requests is closed: the next request opens another
 * one. When another window is open already, nothing changes.
 *
 * @param options.counted the answer of `countRequest` to the request
 * @returns the window after the change
 *
 * **Source:** rules E7.
 */
export async function giveBack(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; counted: RateLimitDecision },
): Promise<RateLimitDecision> {
  const { bucket, limit, closesAtMs } = options.counted;
  const result = await deps.table.update({
    Key: rateKey(options.accountId, bucket),
    UpdateExpression: 'ADD #count :minusOne',
    ConditionExpression: '#closesAtMs = :closesAtMs AND #count > :zero',
    ExpressionAttributeNames: { '#count': 'count', '#closesAtMs': 'closesAtMs' },
    ExpressionAttributeValues: { ':minusOne': -1, ':closesAtMs': closesAtMs ?? 0, ':zero': 0 },
  });
  const item = result.written ? result.item : result.found;
  return seeWindow({ bucket, limit, now: deps.clock.now(), item });
}

/** The window as it stands, for a request that is not counted. */
export function seeWindow(options: {
  bucket: RateLimitBucket;
  limit: number;
  now: Date;
  item: Item | undefined;
}): RateLimitDecision {
  const { bucket, limit } = options;
  const nowMs = options.now.getTime();
  const window = openWindowOf(options.item, nowMs);
  return {
    isAllowed: true,
    bucket,
    limit,
    remaining: Math.max(0, limit - (window?.count ?? 0)),
    resetSeconds: window ? secondsUntil(window.closesAtMs, nowMs) : RATE_LIMIT_WINDOW_SECONDS,
    ...(window && { closesAtMs: window.closesAtMs }),
  };
}

/** @returns `undefined` when there is no open window */
async function countInWindow(
  table: Table,
  options: { key: Key; nowMs: number; bucket: RateLimitBucket; limit: number },
): Promise<RateLimitDecision | undefined> {
  const { key, nowMs, bucket, limit } = options;
  const counted = await table.update({
    Key: key,
    UpdateExpression: 'ADD #count :one',
    ConditionExpression: '#closesAtMs > :nowMs AND #count >= :one AND #count < :limit',
    ExpressionAttributeNames: { '#count': 'count', '#closesAtMs': 'closesAtMs' },
    ExpressionAttributeValues: { ':one': 1, ':nowMs': nowMs, ':limit': limit },
  });
  const window = openWindowOf(counted.written ? counted.item : counted.found, nowMs);
  if (!window) return undefined;
  return {
    isAllowed: counted.written,
    bucket,
    limit,
    remaining: counted.written ? Math.max(0, limit - window.count) : 0,
    resetSeconds: secondsUntil(window.closesAtMs, nowMs),
    closesAtMs: window.closesAtMs,
  };
}

/** @returns whether this request opened the window; it is then counted */
async function openWindow(options: {
  table: Table;
  address: WindowAddress;
  nowMs: number;
  closesAtMs: number;
}): Promise<boolean> {
  const { closesAtMs } = options;
  const opened = await options.table.put({
    Item: {
      ...windowItem.item(options.address, { closesAtMs, count: 1 }),
      expiresAtEpochSeconds: Math.ceil(closesAtMs / 1000),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR closesAtMs <= :nowMs OR #count = :zero',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':nowMs': options.nowMs, ':zero': 0 },
  });
  return opened.written;
}

/** @returns `undefined` for a closed window: its time has passed, or its only request was taken out again */
function openWindowOf(item: Item | undefined, nowMs: number) {
  const window = windowItem.readIfAny(item);
  return window && window.closesAtMs > nowMs && window.count > 0 ? window : undefined;
}

/** At most the window's length: the clocks of two instances can differ. */
function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.min(RATE_LIMIT_WINDOW_SECONDS, Math.max(1, Math.ceil((timeMs - nowMs) / 1000)));
}
