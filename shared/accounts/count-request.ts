import { number, object } from 'valibot';
import { RATE_LIMIT_WINDOW_SECONDS, type RateLimitBucket } from '../limits';
import { type Clock, epochMs } from '../platform/clock';
import { defineItem } from '../platform/store/define-item';
import { rateKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import type { RateLimitDecision, WindowAddress } from './rate-limit';

const WINDOW_MS = RATE_LIMIT_WINDOW_SECONDS * 1000;

const windowItem = defineItem({
  entity: 'rateLimitWindow',
  key: rateKey,
  value: object({ closesAtMs: number(), count: number(), countedAtMs: number() }),
});

/**
 * Counts a request in a window, and decides whether it is within the limit.
 *
 * The window opens at the first counted request and lasts 60 s. Refused requests are not counted. One conditional write
 * decides, so that concurrent requests cannot exceed the limit. The first request of a window needs a second write,
 * unless `seenWindow` shows that no window is open.
 *
 * @param options.limit requests per window; 0 refuses all
 * @param options.amount for a request that counts as several, all of them or none; absent: 1
 * @param options.seenWindow the window as read just before; absent: not read
 *
 * **Source:** rules 8.1.
 */
export async function countRequest(
  deps: { table: Table; clock: Clock },
  options: {
    window: WindowAddress;
    limit: number;
    amount?: number;
    seenWindow?: { item: Item | undefined };
  },
): Promise<RateLimitDecision> {
  const { window: address, limit, amount = 1, seenWindow } = options;
  const { bucket } = address;
  const nowMs = epochMs(deps.clock);
  if (limit < amount) {
    const nothingLeft = { remaining: 0, resetSeconds: RATE_LIMIT_WINDOW_SECONDS };
    return { isAllowed: false, bucket, limit: Math.max(0, limit), ...nothingLeft };
  }
  let mayBeOpen = !seenWindow || openWindowOf(seenWindow.item, nowMs) !== undefined;
  return retryOnConflict(deps.table.waits, async () => {
    const decision = mayBeOpen
      ? await countInWindow(deps.table, { address, nowMs, limit, amount })
      : undefined;
    if (decision) return decision;
    const closesAtMs = nowMs + WINDOW_MS;
    if (await openWindow({ table: deps.table, address, nowMs, closesAtMs, amount })) {
      return {
        isAllowed: true,
        bucket,
        limit,
        remaining: limit - amount,
        resetSeconds: RATE_LIMIT_WINDOW_SECONDS,
        closesAtMs,
        countedAtMs: nowMs,
      };
    }
    // Another request opened the window first: this one counts in it, unless the other has been given back.
    mayBeOpen = true;
    return CONFLICT;
  });
}

/**
 * Gives a counted request back to its window. A window without requests is closed: the next request opens another one.
 * If another window is open already, nothing changes.
 *
 * @param options.counted the answer of `countRequest` to the request
 * @returns the window after the change
 *
 * **Source:** rules E7.
 */
export async function giveBack(
  deps: { table: Table; clock: Clock },
  options: { owner: string; counted: RateLimitDecision },
): Promise<RateLimitDecision> {
  const { bucket, limit, closesAtMs } = options.counted;
  const result = await deps.table.update({
    Key: rateKey({ owner: options.owner, bucket }),
    UpdateExpression: 'ADD #count :minusOne',
    ConditionExpression: '#closesAtMs = :closesAtMs AND #count > :zero',
    ExpressionAttributeNames: { '#count': 'count', '#closesAtMs': 'closesAtMs' },
    ExpressionAttributeValues: { ':minusOne': -1, ':closesAtMs': closesAtMs ?? 0, ':zero': 0 },
  });
  const item = result.written ? result.item : result.found;
  return seeWindow({ bucket, limit, now: deps.clock.now(), item });
}

/** Returns the current window, for a request that is not counted. */
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
    ...(window && { closesAtMs: window.closesAtMs, countedAtMs: window.countedAtMs }),
  };
}

/** @returns `undefined` when there is no open window */
async function countInWindow(
  table: Table,
  options: { address: WindowAddress; nowMs: number; limit: number; amount: number },
): Promise<RateLimitDecision | undefined> {
  const { address, nowMs, limit, amount } = options;
  const counted = await table.update({
    Key: rateKey(address),
    UpdateExpression: 'ADD #count :amount SET #countedAtMs = :nowMs',
    ConditionExpression: '#closesAtMs > :nowMs AND #count > :zero AND #count <= :most',
    ExpressionAttributeNames: {
      ...{ '#count': 'count', '#closesAtMs': 'closesAtMs', '#countedAtMs': 'countedAtMs' },
    },
    ExpressionAttributeValues: { ':amount': amount, ':zero': 0, ':nowMs': nowMs, ':most': limit - amount },
  });
  const window = openWindowOf(counted.written ? counted.item : counted.found, nowMs);
  if (!window) return undefined;
  return {
    isAllowed: counted.written,
    bucket: address.bucket,
    limit,
    remaining: Math.max(0, limit - window.count),
    resetSeconds: secondsUntil(window.closesAtMs, nowMs),
    closesAtMs: window.closesAtMs,
    countedAtMs: window.countedAtMs,
  };
}

/** @returns true when this request opened the window; it is then counted */
async function openWindow(options: {
  table: Table;
  address: WindowAddress;
  nowMs: number;
  closesAtMs: number;
  amount: number;
}): Promise<boolean> {
  const { nowMs, closesAtMs, amount } = options;
  const opened = await options.table.put({
    Item: {
      ...windowItem.item(options.address, { closesAtMs, count: amount, countedAtMs: nowMs }),
      expiresAtEpochSeconds: Math.ceil(closesAtMs / 1000),
    },
    ConditionExpression: 'attribute_not_exists(pk) OR closesAtMs <= :nowMs OR #count = :zero',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':nowMs': nowMs, ':zero': 0 },
  });
  return opened.written;
}

/** @returns `undefined` for a closed window: its time has passed, or its only request was given back */
function openWindowOf(item: Item | undefined, nowMs: number) {
  const window = windowItem.readIfAny(item);
  return window && window.closesAtMs > nowMs && window.count > 0 ? window : undefined;
}

/** Returns at most the window's length, because the clocks of two instances can differ. */
function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.min(RATE_LIMIT_WINDOW_SECONDS, Math.max(1, Math.ceil((timeMs - nowMs) / 1000)));
}
