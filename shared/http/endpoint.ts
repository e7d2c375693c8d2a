import type { UserScope } from '../accounts/scopes';
import type { Account } from '../accounts/account';
import type { WindowAddress } from '../accounts/rate-limit';
import type { Audit } from '../audit/change-recorder';
import { MAX_BODY_BYTES } from '../limits';
import { epochMs } from '../platform/clock';
import { addLogContext } from '../platform/observability/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import { bindToAccount } from '../platform/store/bound-table';
import type { Item } from '../platform/store/item';
import { type Key, rateKey } from '../platform/store/keys';
import type { ByName } from '../platform/store/read-by-name';
import { refuseBody, validateBody, type Validator } from '../platform/validation/validate-body';
import { refuseOffDuty } from '../regions/duty';
import { recordRequest } from './internal/audit-request';
import { authenticate } from './internal/authenticate';
import type { Caller } from './caller';
import type { Event, Result } from './http-event';
import { type AnswerHeaders, httpHandler } from './http-handler';
import { NO_BODY, type ParsedBody, parseJsonBody } from './internal/json-body';
import {
  countBesides,
  countInWindow,
  limitExceeded,
  readWindow,
  type RequestLimit,
  showWindow,
  uncountRefused,
  windowOf,
} from './internal/limit-request';
import { pathParametersOf } from './match-path';
import { requireScope } from './require-scope';
import { readQuery, refuseOtherPath } from './internal/request-target';
import type { CountedRoute, HttpMethod } from './route';
import { openCursor, sealCursors } from './internal/sealed-cursors';

/** Request as a handler of an authenticated route receives it. */
export interface EndpointRequest<Body, Name extends string = never, Plan = undefined> {
  /**
   * Platform whose table and ids are bound to the account; the first change through the table also writes the entry in
   * the audit log.
   */
  platform: CorePlatform;
  /** Adds what a change itself does not show, such as old and new values; called before the change. */
  audit: Audit;
  account: Account;
  /** Authenticated caller, for permissions beyond the scope of the route. */
  caller: Caller;
  body: Body;
  pathParameters: Record<string, string>;
  query: Record<string, string>;
  /** Result of `plan` for the body. */
  plan: Plan;
  /** Items whose keys `prefetch` named; absent when they do not exist. */
  prefetched: ByName<Name, Item>;
  /** Time of the request's arrival, epoch milliseconds. Later changes count as concurrent. */
  receivedAtMs: number;
  /** Counts the request as this number of sends of the account. Throws RateLimitExceeded. */
  countSends: (amount: number) => Promise<void>;
}

/** Request as `replay` receives it. */
interface ReplayRequest<Name extends string, Plan> extends Omit<
  EndpointRequest<unknown, Name, Plan>,
  'query' | 'audit'
> {
  /**
   * Time at which the last request was counted, epoch milliseconds, for a request over its limit. That request may be
   * the one that this one repeats, and may not have claimed the key yet. 0 when the limit allows no requests.
   */
  limitReachedAtMs: number | undefined;
  /** Counts a request that repeats another one, before it waits for that one. Throws RateLimitExceeded. */
  countReplay: () => Promise<void>;
}

export interface Answer {
  status: number;
  /** Absent when the response has no body. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Names that the steps of the endpoint use themselves. */
interface Reserved {
  account?: never;
  rateWindow?: never;
}

interface EndpointOptions<Body, Name extends string, Plan> {
  route: CountedRoute;
  /** Validator generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  /** Derives what the route needs from a body that is not validated yet, once for the functions below. */
  plan?: (body: unknown) => Plan;
  /**
   * Names items that the handler needs, to be read in the same round trip as the account. Not for routes with large
   * bodies: the body is parsed before that round trip, and the API key may turn out to be revoked.
   */
  prefetch?: (request: {
    accountId: string;
    plan: Plan;
    pathParameters: Record<string, string>;
  }) => (ByName<Name, Key> & Reserved) | undefined;
  /**
   * Returns the stored response of the request, by its idempotency key. Called before the rate limit, so that a client
   * that repeats a request within the window gets its response. `body` is not validated yet.
   */
  replay?: (request: ReplayRequest<Name, Plan>) => Promise<Answer | undefined>;
  handle: (request: EndpointRequest<Body, Name, Plan>) => Promise<Answer>;
}

/**
 * Creates the Lambda handler of a route about an account.
 *
 * **Source:** rules 5, 7.
 */
export function endpoint<Body = undefined, Name extends string = never, Plan = undefined>(
  options: EndpointOptions<Body, Name, Plan>,
) {
  return httpHandler(options.route.operationId, async (event, headers) =>
    toResult(await answerRequest({ endpoint: options, event, headers })),
  );
}

/**
 * Runs the steps of a request. The body is unpacked and parsed only for callers with the secret of an API key or a
 * session.
 */
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

  // 1. Authenticate the caller, and read what the route needs along with the account.
  const { account, caller, items, windowRead, body, plan } = await authenticateAndRead({
    ...options,
    platform: unbound,
    pathParameters,
  });
  // From here on no key of another account is read or written, except the window that counts the request: it may be the
  // user's.
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

  // 2. Show the window unchanged: a response by an idempotency key is not counted in it.
  const window = windowOf(route, { accountId: account.id, caller, body: body.value });
  const limit: RequestLimit = {
    account,
    window,
    seenWindow: windowRead?.bucket === window.bucket ? { item: items.rateWindow } : undefined,
  };
  showWindow(headers, readWindow(platform, limit));

  // 3. Check the caller's scope, and that the region is active.
  requireScope(caller, scopeOf(route, caller));
  await refuseOffDuty(unbound, route);

  // 4. Return the stored response of the idempotency key.
  const replay = async (limitReachedAtMs: number | undefined) =>
    endpoint.replay?.({
      ...request,
      body: body.value,
      limitReachedAtMs,
      countReplay: () => countBesides(platform, { account, headers, bucket: 'replay' }),
    });
  const replayed = await replay(undefined);
  if (replayed) return replayed;

  // 5. Count the request. One over the limit may repeat the request that used the limit up.
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
 * Creates the Lambda handler of a route that the public may call.
 *
 * @param operation name of the route in the log
 */
export const publicEndpoint = (
  operation: string,
  handle: (event: Event, platform: CorePlatform) => Promise<Result>,
) => httpHandler(operation, async (event) => handle(event, getPlatform()));

const scopeOf = (route: CountedRoute, { type }: Caller): UserScope =>
  (type === 'user' && 'userScope' in route ? route.userScope : undefined) ?? route.scope;

/** Returns true for routes whose body is read; the body of a GET or a DELETE has no meaning. */
export const hasBody = ({ route, validate }: { route: { method: HttpMethod }; validate?: unknown }) =>
  validate !== undefined || route.method === 'POST';

export function checkBody<Body>(validate: Validator<Body> | undefined, body: unknown): Body {
  // An absent body is validated as an empty object, so that the schema names the missing fields.
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
