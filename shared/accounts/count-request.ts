import { RATE_LIMIT_WINDOW_SECONDS, type RateLimitBucket } from '../limits';
import { type Clock, epochMs } from '../platform/clock';
import { type Key, rateKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { RateLimitDecision } from './rate-limit';

const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1000;

/**
 * Counts a request against the account's window of the bucket, and says whether it is within the limit.
 *
 * The window opens at the first counted request and lasts 60 s. Refused requests are not counted. One conditional
 * write decides, so that any number of requests at once cannot exceed the limit; the first request of a window needs
 * a second write unless it is known that there is none.
 *
 * @param options.limit requests per window; 0 lets nothing through
 * @param options.seenWindow the window as read a moment ago: where there is none, or one that is over, the first write
 *   opens one; absent when nobody has looked
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
  const key = rateKey(options.accountId, bucket);
  const { seenWindow } = options;
  let mayBeOpen = !seenWindow || openWindowOf(seenWindow.item, nowMs) !== undefined;
  return retryOnConflict(deps.table.waits, async () => {
    const decision = mayBeOpen ? await countInWindow(deps.table, { key, nowMs, bucket, limit }) : undefined;
    if (decision) return decision;
    const closesAtMs = nowMs + WINDOW_MS;
    if (await openWindow({ table: deps.table, key, nowMs, closesAtMs })) {
      return {
        isAllowed: true,
        bucket,
        limit,
        remaining: limit - 1,
        resetSeconds: RATE_LIMIT_WINDOW_SECONDS,
        closesAtMs,
      };
    }
    // Another request opened the window first: count in that one. Its place may be given back meanwhile.
    mayBeOpen = true;
    return CONFLICT;
  });
}

/**
 * Takes a counted request out of its window again. A window that holds no request any more is over: the next request
 * opens another one. Where the window has been followed by another one meanwhile, nothing changes.
 *
 * @param options.counted what `countRequest` said of the request
 * @returns the window as it is now
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

/** @returns whether this request opened it, and is its first */
async function openWindow(options: {
  table: Table;
  key: Key;
  nowMs: number;
  closesAtMs: number;
}): Promise<boolean> {
  const { closesAtMs } = options;
  const opened = await options.table.put({
    Item: {
      ...options.key,
      entity: 'rateLimitWindow',
      closesAtMs,
      count: 1,
      expiresAtEpochSeconds: Math.ceil(closesAtMs / 1000),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR closesAtMs <= :nowMs OR #count = :zero',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':nowMs': options.nowMs, ':zero': 0 },
  });
  return opened.written;
}

/** @returns `undefined` for a window that is over: its time has passed, or its only request was taken out again */
function openWindowOf(
  item: Item | undefined,
  nowMs: number,
): { count: number; closesAtMs: number } | undefined {
  if (!item) return undefined;
  const { count, closesAtMs } = item as Item & { count: number; closesAtMs: number };
  return closesAtMs > nowMs && count > 0 ? { count, closesAtMs } : undefined;
}

/** Within the window's length even where two instances' clocks differ. */
function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.min(RATE_LIMIT_WINDOW_SECONDS, Math.max(1, Math.ceil((timeMs - nowMs) / 1000)));
}
