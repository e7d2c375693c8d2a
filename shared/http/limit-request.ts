import type { Item } from '../platform/store/item';
import type { Account } from '../accounts/account';
import { ServiceError } from '../errors/service-error';
import { ERROR_CODES } from '../errors/error-codes';
import type { RateLimitBucket } from '../limits';
import type { CorePlatform } from '../platform/platform';
import { countRequest, giveBack, seeWindow } from '../accounts/count-request';
import { limitOf, type RateLimitDecision, rateLimitHeaders } from '../accounts/rate-limit';
import type { AuthenticatedRoute } from './routes';

/** What limiting a request needs of it. */
export interface LimitedRequest {
  platform: Pick<CorePlatform, 'table' | 'clock' | 'log'>;
  route: AuthenticatedRoute;
  account: Account;
  /** What counts the request. */
  bucket: RateLimitBucket;
  /** The window of `bucket` as it was when the account was read; absent when it was not read. */
  seenWindow: { item: Item | undefined } | undefined;
  /** What the window said; absent while the request is not counted. */
  counted?: RateLimitDecision;
  /** Go onto the answer. */
  headers: Record<string, string>;
}

/** @param body not validated yet */
export function bucketOf(route: AuthenticatedRoute, body: unknown): RateLimitBucket {
  return isDryRun(body) ? (route.dryRunBucket ?? route.bucket) : route.bucket;
}

const isDryRun = (body: unknown) => (body as { dryRun?: unknown } | null | undefined)?.dryRun === true;

/** Counts the request in its bucket, and tells the window with the answer. */
export async function takePlace(request: LimitedRequest): Promise<RateLimitDecision> {
  const { platform, account, bucket, seenWindow } = request;
  const limit = limitOf(account, bucket);
  const decision = await countRequest(platform, {
    accountId: account.id,
    bucket,
    limit,
    ...(seenWindow && { seenWindow }),
  });
  request.counted = decision;
  tell(request, decision);
  return decision;
}

/** Tells the window with an answer that is not counted. */
export function tellWindow(request: LimitedRequest): void {
  const { account, bucket, platform, seenWindow } = request;
  const limit = limitOf(account, bucket);
  const now = platform.clock.now();
  tell(request, seeWindow({ bucket, limit, now, item: seenWindow?.item }));
}

/**
 * Counts an answer by an idempotency key. The caller is told of that bucket only when it is used up.
 *
 * @throws ServiceError RateLimitExceeded
 */
export async function countReplay(request: LimitedRequest): Promise<void> {
  const { platform, account } = request;
  const limit = limitOf(account, 'replay');
  const decision = await countRequest(platform, {
    accountId: account.id,
    bucket: 'replay',
    limit,
    // Most replays are the only one of their minute.
    seenWindow: { item: undefined },
  });
  if (decision.isAllowed) return;
  tell(request, decision);
  throw limitExceeded(decision);
}

export function limitExceeded({ resetSeconds }: RateLimitDecision): ServiceError {
  return new ServiceError('RateLimitExceeded', { retryAfterSeconds: resetSeconds });
}

/**
 * Answers a request that has been counted. Where its route says so, a request that is refused does not keep its place in
 * the window, and the answer tells the window as it is then.
 *
 * **Source:** rules E7.
 */
export async function holdPlace<Answer>(
  request: LimitedRequest,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    const isRefusal = error instanceof ServiceError && ERROR_CODES[error.code].status < 500;
    const isInOwnBucket = request.counted?.bucket === request.route.bucket;
    if (isRefusal && request.route.givesPlaceBack && isInOwnBucket) await leavePlace(request);
    throw error;
  }
}

async function leavePlace(request: LimitedRequest): Promise<void> {
  const { platform, account, counted } = request;
  if (!counted) return;
  try {
    tell(request, await giveBack(platform, { accountId: account.id, counted }));
  } catch (failure) {
    // The refusal stands; only its place is lost for the rest of the window.
    platform.log.error('Cannot give a place in a rate-limit window back', failure);
  }
}

function tell(request: LimitedRequest, decision: RateLimitDecision): void {
  Object.assign(request.headers, rateLimitHeaders(decision));
}
