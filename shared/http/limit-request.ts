import type { Item } from '../platform/store/item';
import type { Account } from '../accounts/account';
import { ServiceError } from '../errors/service-error';
import { ERROR_CODES } from '../errors/error-codes';
import type { RateLimitBucket } from '../limits';
import type { CorePlatform } from '../platform/platform';
import { countRequest, giveBack, seeWindow } from '../accounts/count-request';
import { limitOf, type RateLimitDecision, rateLimitHeaders } from '../accounts/rate-limit';
import type { AnswerHeaders } from './answer-errors';
import type { CountedRoute } from './route';

type Deps = Pick<CorePlatform, 'table' | 'clock' | 'log'>;

/** What counts a request. */
export interface RequestLimit {
  account: Account;
  bucket: RateLimitBucket;
  /** The window of `bucket` as it was when the account was read; absent when it was not read. */
  seenWindow: { item: Item | undefined } | undefined;
}

/** @param body not validated yet */
export function bucketOf(route: CountedRoute, body: unknown): RateLimitBucket {
  return isDryRun(body) ? (route.dryRunBucket ?? route.bucket) : route.bucket;
}

const isDryRun = (body: unknown) => (body as { dryRun?: unknown } | null | undefined)?.dryRun === true;

/** The window as it was read, for an answer that is not counted. */
export function readWindow(
  { clock }: Deps,
  { account, bucket, seenWindow }: RequestLimit,
): RateLimitDecision {
  return seeWindow({ bucket, limit: limitOf(account, bucket), now: clock.now(), item: seenWindow?.item });
}

/** Counts the request in its bucket. */
export async function countInBucket(deps: Deps, limit: RequestLimit): Promise<RateLimitDecision> {
  const { account, bucket, seenWindow } = limit;
  return countRequest(deps, {
    accountId: account.id,
    bucket,
    limit: limitOf(account, bucket),
    ...(seenWindow && { seenWindow }),
  });
}

/**
 * Counts an answer by an idempotency key. Its bucket shows in the headers only when it is used up.
 *
 * @throws ServiceError RateLimitExceeded
 */
export async function countReplay(
  deps: Deps,
  { account, headers }: { account: Account; headers: AnswerHeaders },
): Promise<void> {
  // Most replays are the only one of their minute.
  const counted = await countInBucket(deps, { account, bucket: 'replay', seenWindow: { item: undefined } });
  if (counted.isAllowed) return;
  showWindow(headers, counted);
  throw limitExceeded(counted);
}

export function limitExceeded({ bucket, resetSeconds }: RateLimitDecision): ServiceError {
  const cause = bucket === 'replay' ? 'replays' : 'requests';
  return new ServiceError('RateLimitExceeded', { cause, retryAfterSeconds: resetSeconds });
}

/**
 * Takes a counted request out of its window again when it is refused and its route says so.
 *
 * @returns the window as it is then; `undefined` when the request stays counted
 *
 * **Source:** rules E7.
 */
export async function uncountRefused(
  deps: Deps,
  options: { route: CountedRoute; account: Account; counted: RateLimitDecision; error: unknown },
): Promise<RateLimitDecision | undefined> {
  const { route, account, counted, error } = options;
  const isRefusal = error instanceof ServiceError && ERROR_CODES[error.code].status < 500;
  if (!isRefusal || !route.givesPlaceBack || counted.bucket !== route.bucket) return undefined;
  try {
    return await giveBack(deps, { accountId: account.id, counted });
  } catch (failure) {
    // The caller still gets the refusal; the request stays counted for the rest of the window.
    deps.log.error('Cannot give a place in a rate-limit window back', failure);
    return undefined;
  }
}

/** Shows a window in the headers of the answer. */
export function showWindow(headers: AnswerHeaders, window: RateLimitDecision): void {
  Object.assign(headers, rateLimitHeaders(window));
}
