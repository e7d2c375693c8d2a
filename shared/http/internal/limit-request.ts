import type { Item } from '../../platform/store/item';
import type { Account } from '../../accounts/account';
import { ServiceError } from '../../errors/service-error';
import { ERROR_CODES } from '../../errors/error-codes';
import { RATE_LIMITS, type RateLimitBucket } from '../../limits';
import { propertiesOf } from '../../platform/is-record';
import type { CorePlatform } from '../../platform/platform';
import { countRequest, giveBack, seeWindow } from '../../accounts/count-request';
import {
  limitOf,
  type RateLimitDecision,
  rateLimitHeaders,
  type WindowAddress,
} from '../../accounts/rate-limit';
import type { CallerId } from '../caller';
import type { AnswerHeaders } from '../http-handler';
import type { CountedRoute } from '../route';

type Deps = Pick<CorePlatform, 'table' | 'clock' | 'log'>;

/** Account, window and amount with which a request is counted. */
export interface RequestLimit {
  account: Account;
  window: WindowAddress;
  /** Window as it was when the account was read; absent when it was not read. */
  seenWindow?: { item: Item | undefined } | undefined;
  /** Amount as for `countRequest`. */
  amount?: number;
}

/** Buckets of sends, which users share with the keys of their account. */
const BUCKETS_OF_SENDS: readonly RateLimitBucket[] = ['message', 'broadcast', 'batch'];

/**
 * Returns the window that a request counts in. Sends and requests of keys count for the account; other requests of a
 * user count for the user. A window of `stop`, of this key or user, counts only stopping requests, such as revoking a
 * key or cancelling a campaign.
 *
 * @param request.body not validated yet; absent: not read
 *
 * **Source:** rules 8.1.
 */
export function windowOf(
  route: CountedRoute,
  { accountId, caller, body }: { accountId: string; caller: CallerId; body?: unknown },
): WindowAddress {
  const bucket = bucketOf(route, { caller, body });
  return { owner: ownerOf(bucket, { accountId, caller }), bucket };
}

function bucketOf(
  route: CountedRoute,
  { caller, body }: { caller: CallerId; body: unknown },
): RateLimitBucket {
  const bucket = isDryRun(body) ? (route.dryRunBucket ?? route.bucket) : route.bucket;
  if (caller.type === 'apiKey' || bucket === 'stop' || BUCKETS_OF_SENDS.includes(bucket)) return bucket;
  return route.userBucket ?? 'user';
}

function ownerOf(bucket: RateLimitBucket, options: { accountId: string; caller: CallerId }): string {
  const { accountId, caller } = options;
  if (bucket !== 'user' && bucket !== 'stop') return accountId;
  return caller.type === 'user' ? caller.id : `${accountId}#${caller.id}`;
}

/**
 * Counts a user's request above accounts, in windows apart from those of requests about accounts: no account has a
 * limit for it.
 *
 * @throws ServiceError RateLimitExceeded
 */
export async function countAboveAccounts(
  deps: Deps,
  options: { userId: string; bucket: RateLimitBucket; headers: AnswerHeaders },
): Promise<void> {
  const { userId, bucket, headers } = options;
  const window = { owner: `${userId}#above`, bucket };
  const counted = await countRequest(deps, { window, limit: RATE_LIMITS[bucket] });
  showWindow(headers, counted);
  if (!counted.isAllowed) throw limitExceeded(counted);
}

const isDryRun = (body: unknown) => propertiesOf(body).dryRun === true;

/** Returns the window as it was read, for a response that is not counted. */
export function readWindow(
  { clock }: Deps,
  { account, window, seenWindow }: RequestLimit,
): RateLimitDecision {
  const { bucket } = window;
  return seeWindow({ bucket, limit: limitOf(account, bucket), now: clock.now(), item: seenWindow?.item });
}

/** Counts the request in its window. */
export async function countInWindow(deps: Deps, limit: RequestLimit): Promise<RateLimitDecision> {
  const { account, window, seenWindow, amount } = limit;
  return countRequest(deps, {
    window,
    limit: limitOf(account, window.bucket),
    ...(amount !== undefined && { amount }),
    ...(seenWindow && { seenWindow }),
  });
}

/**
 * Counts a request in another bucket of the account than that of its route. The bucket shows in the headers only when
 * it is used up.
 *
 * @param options.amount as for `countRequest`
 * @throws ServiceError RateLimitExceeded
 */
export async function countBesides(
  deps: Deps,
  options: { account: Account; headers: AnswerHeaders; bucket: 'message' | 'replay'; amount?: number },
): Promise<void> {
  const { account, headers, bucket, amount = 1 } = options;
  const window = { owner: account.id, bucket };
  // Most of these requests are the only one of their minute.
  const counted = await countInWindow(deps, { account, window, amount, seenWindow: { item: undefined } });
  if (counted.isAllowed) return;
  showWindow(headers, counted);
  throw limitExceeded(counted);
}

export function limitExceeded({ bucket, resetSeconds }: RateLimitDecision): ServiceError {
  const cause = bucket === 'replay' ? 'replays' : 'requests';
  return new ServiceError('RateLimitExceeded', { cause, retryAfterSeconds: resetSeconds });
}

/**
 * Removes a refused request from its window, if its route says so.
 *
 * @returns the window after that; `undefined` when the request stays counted
 *
 * **Source:** rules E7.
 */
export async function uncountRefused(
  deps: Deps,
  options: { route: CountedRoute; owner: string; counted: RateLimitDecision; error: unknown },
): Promise<RateLimitDecision | undefined> {
  const { route, owner, counted, error } = options;
  const isRefusal = error instanceof ServiceError && ERROR_CODES[error.code].status < 500;
  if (!isRefusal || !route.givesPlaceBack || counted.bucket !== route.bucket) return undefined;
  try {
    return await giveBack(deps, { owner, counted });
  } catch (failure) {
    // The caller still gets the refusal; the request stays counted for the rest of the window.
    deps.log.error('Cannot give a place in a rate-limit window back', failure);
    return undefined;
  }
}

/** Shows a window in the headers of the response. */
export function showWindow(headers: AnswerHeaders, window: RateLimitDecision): void {
  Object.assign(headers, rateLimitHeaders(window));
}
