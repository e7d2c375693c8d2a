import type { Context } from 'aws-lambda';
import type { Account } from '../accounts/account';
import type { WindowAddress } from '../accounts/rate-limit';
import type { Audit } from '../audit/change-recorder';
import { MAX_BODY_BYTES } from '../limits';
import { epochMs } from '../platform/clock';
import { addLogContext } from '../platform/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import { bindToAccount } from '../platform/store/bound-table';
import type { Item } from '../platform/store/item';
import { type Key, rateKey } from '../platform/store/keys';
import type { ByName } from '../platform/store/read-by-name';
import { refuseBody, validateBody, type Validator } from '../platform/validation/validate-body';
import { answerErrors, type AnswerHeaders } from './answer-errors';
import { recordRequest } from './audit-request';
import { authenticate } from './authenticate';
import type { Caller } from './caller';
import type { Event, Result } from './http-event';
import { NO_BODY, type ParsedBody, parseJsonBody } from './json-body';
import {
  countBesides,
  countInWindow,
  limitExceeded,
  readWindow,
  type RequestLimit,
  showWindow,
  uncountRefused,
  windowOf,
} from './limit-request';
import { pathParametersOf } from './match-path';
import { observeRequests } from './observe-requests';
import { requireScope } from './require-scope';
import { readQuery, refuseOtherPath } from './request-target';
import type { CountedRoute, HttpMethod } from './route';
import { openCursor, sealCursors } from './sealed-cursors';

/** What a handler of an authenticated route gets. */
export interface EndpointRequest<Body, Name extends string = never, Plan = undefined> {
  /** Its table and ids are bound to the account; the first change through the table has the entry in the audit log with it. */
  platform: CorePlatform;
  /** Tells of the change what does not show, such as old and new values, before it is made. */
  audit: Audit;
  account: Account;
  /** Who asks, and what the caller may do besides what the route asks for. */
  caller: Caller;
  body: Body;
  pathParameters: Record<string, string>;
  query: Record<string, string>;
  /** What `plan` made of the body. */
  plan: Plan;
  /** The items whose keys `prefetch` named; absent where there is none. */
  prefetched: ByName<Name, Item>;
  /** When the request came in: what happened after that, happened beside it. Epoch milliseconds. */
  receivedAtMs: number;
  /** Counts the request as so many sends of the account. Throws RateLimitExceeded. */
  countSends: (amount: number) => Promise<void>;
}

/** What `replay` gets. */
export interface ReplayRequest<Name extends string, Plan> extends Omit<
  EndpointRequest<unknown, Name, Plan>,
  'query' | 'audit'
> {
  /**
   * For a request that is over its limit: when the last one was counted, epoch milliseconds. It may be the one that this
   * one repeats, and not have claimed the key yet. 0 where the limit lets nothing through.
   */
  limitReachedAtMs: number | undefined;
  /** To be called for a request that repeats another one, before it waits for that one. Throws RateLimitExceeded. */
  countReplay: () => Promise<void>;
}

export interface Answer {
  status: number;
  /** Absent where the answer has none. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Names that are the chain's own. */
interface Reserved {
  account?: never;
  rateWindow?: never;
}

export interface EndpointOptions<Body, Name extends string, Plan> {
  route: CountedRoute;
  /** Generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  /** What the route needs of a body that is not validated yet, made once for the functions below. */
  plan?: (body: unknown) => Plan;
  /**
   * Keys that the handler needs, read in the same round trip as the account. Not for routes with large bodies: a body
   * is read ahead of that round trip for it, and the key may turn out to be revoked.
   */
  prefetch?: (request: {
    accountId: string;
    plan: Plan;
    pathParameters: Record<string, string>;
  }) => (ByName<Name, Key> & Reserved) | undefined;
  /**
   * The answer that the request had before, by its idempotency key. It precedes the rate limit, so that a client that
   * repeats a request within the window gets its answer. `body` is not validated yet.
   */
  replay?: (request: ReplayRequest<Name, Plan>) => Promise<Answer | undefined>;
  handle: (request: EndpointRequest<Body, Name, Plan>) => Promise<Answer>;
}

/**
 * Makes a Lambda handler of a route that is about an account.
 *
 * **Source:** rules 5, 7.
 */
export function endpoint<Body = undefined, Name extends string = never, Plan = undefined>(
  options: EndpointOptions<Body, Name, Plan>,
) {
  return observeRequests(options.route.operationId, (event: Event, context: Context) =>
    answerErrors({ event, context }, async (headers) =>
      toResult(await answerRequest({ endpoint: options, event, headers })),
    ),
  );
}

/** The steps of a request. Without the secret of an API key or a session nothing of the body is unpacked or parsed. */
async function answerRequest<Body, Name extends string, Plan>(options: {
  endpoint: EndpointOptions<Body, Name, Plan>;
  event: Event;
  headers: AnswerHeaders;
}): Promise<Answer> {
  const { endpoint, event, headers } = options;
  const { route } = endpoint;
  const unbound = getPlatform();
  headers['cache-control'] = 'no-store';
  refuseOtherPath(event, route);
  const pathParameters = pathParametersOf(event);

  // 1. Check who asks, and read what the route needs along with the account.
  const { account, caller, items, windowRead, body, plan } = await authenticateAndRead({
    ...options,
    platform: unbound,
    pathParameters,
  });
  // From here on no key of another account is read or written, but the window that counts the request: it may be the user's.
  const platform = bindToAccount(unbound, { accountId: account.id, known: Object.values(items) });
  addLogContext({ accountId: account.id, ...(caller.type === 'user' && { userId: caller.id }) });
  const request = {
    platform,
    account,
    caller,
    pathParameters,
    plan,
    prefetched: items as ByName<Name, Item>,
    receivedAtMs: event.requestContext.timeEpoch ?? epochMs(platform.clock),
    countSends: (amount: number) => countBesides(platform, { account, headers, bucket: 'message', amount }),
  };

  // 2. Show the window as it is: an answer by an idempotency key does not count in it.
  const window = windowOf(route, { accountId: account.id, caller, body: body.value });
  const limit: RequestLimit = {
    account,
    window,
    seenWindow: windowRead?.bucket === window.bucket ? { item: items.rateWindow } : undefined,
  };
  showWindow(headers, readWindow(platform, limit));

  // 3. Check what the caller may do.
  requireScope(caller, route.scope);

  // 4. Repeat the answer that the idempotency key stands for.
  const replay = async (limitReachedAtMs: number | undefined) =>
    endpoint.replay?.({
      ...request,
      body: body.value,
      limitReachedAtMs,
      countReplay: () => countBesides(platform, { account, headers, bucket: 'replay' }),
    });
  const replayed = await replay(undefined);
  if (replayed) return replayed;

  // 5. Count the request. One that is over the limit may repeat the request that used the limit up.
  const counted = await countInWindow(unbound, limit);
  showWindow(headers, counted);
  if (!counted.isAllowed) {
    const repeated = await replay(counted.countedAtMs ?? 0);
    if (repeated) return repeated;
    throw limitExceeded(counted);
  }

  // 6. Validate the body and run the use case.
  try {
    const list = { accountId: account.id, operationId: route.operationId, pathParameters };
    const query = await openCursor(readQuery(event, route), list);
    if (body.error) throw body.error;
    const known = Object.values(items);
    const answer = await endpoint.handle({
      ...request,
      ...recordRequest(platform, { route, accountId: account.id, caller, pathParameters, known }),
      query,
      body: checkBody(endpoint.validate, body.value),
    });
    return { ...answer, body: await sealCursors(answer.body, list) };
  } catch (error) {
    const { owner } = window;
    const uncounted = await uncountRefused(platform, { route, owner, counted, error });
    if (uncounted) showWindow(headers, uncounted);
    throw error;
  }
}

async function authenticateAndRead<Body, Name extends string, Plan>(options: {
  platform: CorePlatform;
  endpoint: EndpointOptions<Body, Name, Plan>;
  event: Event;
  pathParameters: Record<string, string>;
}) {
  const { platform, endpoint, event, pathParameters } = options;
  const { route } = endpoint;
  const maxBytes = route.maxBodyBytes ?? MAX_BODY_BYTES;
  let reading: Promise<ParsedBody> | undefined;
  const readBody = async () =>
    hasBody(endpoint) ? (reading ??= parseJsonBody(event, { maxBytes })) : NO_BODY;
  let planned: { plan: Plan } | undefined;
  const planOf = (body: ParsedBody) => (planned ??= { plan: endpoint.plan?.(body.value) as Plan });
  let windowRead: WindowAddress | undefined;
  const { account, caller, items } = await authenticate(platform, {
    event,
    accepts: route.authentication,
    prefetch: async (accountId, caller) => {
      const body = endpoint.prefetch && (await readBody());
      windowRead = windowOf(route, { accountId, caller, body: body?.value });
      return {
        rateWindow: rateKey(windowRead),
        ...(body && endpoint.prefetch?.({ accountId, ...planOf(body), pathParameters })),
      };
    },
  });
  const body = await readBody();
  return { account, caller, items, windowRead, body, ...planOf(body) };
}

/**
 * Makes a Lambda handler of a route that the public may call.
 *
 * @param operation as it is named in the log
 */
export function publicEndpoint(
  operation: string,
  handle: (event: Event, platform: CorePlatform) => Promise<Result>,
) {
  return observeRequests(operation, (event: Event, context: Context) =>
    answerErrors({ event, context }, async () => handle(event, getPlatform())),
  );
}

/** The body of a GET or a DELETE has no meaning. */
export const hasBody = ({ route, validate }: { route: { method: HttpMethod }; validate?: unknown }) =>
  validate !== undefined || route.method === 'POST';

export function checkBody<Body>(validate: Validator<Body> | undefined, body: unknown): Body {
  // An absent body is an empty object: the schema says what is missing.
  if (validate) return validateBody(validate, body === undefined ? {} : body);
  refuseBody(body);
  return undefined as Body;
}

export function toResult(answer: Answer): Result {
  if (answer.body === undefined) return { statusCode: answer.status, headers: { ...answer.headers } };
  return {
    statusCode: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
    body: JSON.stringify(answer.body),
  };
}
