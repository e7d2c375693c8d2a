import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Account } from '../accounts/account';
import { ServiceError } from '../errors/service-error';
import { type Key, rateKey } from '../platform/keys';
import { epochMs } from '../platform/clock';
import { addLogContext } from '../platform/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import type { Item } from '../platform/table';
import { countRequest, seeWindow } from '../rate-limits/count-request';
import { limitOf, rateLimitHeaders } from '../rate-limits/rate-limit';
import { authenticate } from './authenticate';
import { errorAnswer, toServiceError } from './envelope';
import { type ParsedBody, parseJsonBody } from './json-body';
import { observeRequests, requestIdOf } from './observe-requests';
import { findOperation, findRoute, type OperationId, type Route } from './routes';
import { validateBody, type Validator } from './validate-body';

/** What a handler of an authenticated route gets. */
export interface EndpointRequest<Body> {
  platform: CorePlatform;
  account: Account;
  body: Body;
  pathParameters: Record<string, string>;
  query: Record<string, string>;
  prefetched: Array<Item | undefined>;
  /** When the request came in: what happened after that, happened beside it. Epoch milliseconds. */
  receivedAtMs: number;
}

/** What `replay` gets. */
export type ReplayRequest = Omit<EndpointRequest<unknown>, 'query'> & {
  /** The request is over its limit: perhaps because the very same request is running and has counted already. */
  isLimited: boolean;
};

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface EndpointOptions<Body> {
  operationId: OperationId;
  /** Generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  /** Keys that the handler will need, read in the same round trip as the account. `body` is not validated yet. */
  prefetch?: (request: { accountId: string; body: unknown; pathParameters: Record<string, string> }) => Key[];
  /**
   * An answer that the request has had before, by its idempotency key. It is given ahead of the rate limit, so that a
   * client that repeats a request within the window gets its answer. `body` is not validated yet.
   */
  replay?: (request: ReplayRequest) => Promise<Answer | undefined>;
  handle: (request: EndpointRequest<Body>) => Promise<Answer>;
}

/** What the steps of one request hand on to each other. */
interface RequestState {
  platform: CorePlatform;
  route: Route;
  body: ParsedBody;
  account: Account;
  prefetched: Array<Item | undefined>;
  /** The rate-limit window as it was when the account was read. */
  seenWindow: { item: Item | undefined };
  replayed: Answer | undefined;
  receivedAtMs: number;
  /** Go onto the answer, whatever it turns out to be. */
  headers: Record<string, string>;
}

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
type Step = middy.MiddlewareObj<Event, Result, Error, Context, Record<string, unknown>>;

/**
 * Makes a Lambda handler of an authenticated route: request id, body, credentials, rate limit, validation, error
 * envelope.
 *
 * The steps run in the order of the list.
 *
 * **Source:** contract 5 and 7.
 */
export function endpoint<Body = undefined>(options: EndpointOptions<Body>) {
  const states = new WeakMap<object, RequestState>();
  const stateOf = (event: object) => {
    const state = states.get(event);
    if (!state) throw new Error('The request has no state');
    return state;
  };

  const prepare: Step = {
    before: async ({ event }) => {
      const platform = getPlatform();
      const state = {
        platform,
        route: findRoute(options.operationId),
        headers: {},
        receivedAtMs: event.requestContext.timeEpoch ?? epochMs(platform.clock),
      };
      states.set(event, state as RequestState);
    },
  };
  const parseBody: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      const hasBody = options.validate !== undefined;
      state.body = hasBody ? await parseJsonBody(event) : { value: undefined, error: undefined };
    },
  };
  const checkCredentials: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      const body = state.body.value;
      const { bucket } = state.route;
      const { account, prefetched } = await authenticate({
        table: state.platform.table,
        authorization: event.headers.authorization,
        prefetch: (accountId) => [
          ...(bucket ? [rateKey(accountId, bucket)] : []),
          ...(options.prefetch?.({ accountId, body, pathParameters: pathParametersOf(event) }) ?? []),
        ],
      });
      state.account = account;
      addLogContext({ accountId: account.id });
      state.seenWindow = { item: bucket && prefetched[0] };
      state.prefetched = bucket ? prefetched.slice(1) : prefetched;
    },
  };

  const replayFor = async (event: Event, isLimited: boolean): Promise<Answer | undefined> => {
    const { platform, account, prefetched, body, receivedAtMs } = stateOf(event);
    const pathParameters = pathParametersOf(event);
    const request = { platform, account, prefetched, body: body.value, pathParameters, receivedAtMs };
    return options.replay?.({ ...request, isLimited });
  };
  const replayAnswer: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      state.replayed = await replayFor(event, false);
      const { bucket } = state.route;
      if (!state.replayed || !bucket) return;
      // Not counted, but told like every answer.
      const limit = limitOf(state.account, bucket);
      const now = state.platform.clock.now();
      Object.assign(
        state.headers,
        rateLimitHeaders(seeWindow({ bucket, limit, now, item: state.seenWindow.item })),
      );
    },
  };

  const checkRateLimit: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      const { platform, route, account, headers, seenWindow } = state;
      if (!route.bucket || state.replayed) return;
      const { bucket } = route;
      const limit = limitOf(account, bucket);
      const decision = await countRequest(platform, { accountId: account.id, bucket, limit, seenWindow });
      Object.assign(headers, rateLimitHeaders(decision));
      if (decision.isAllowed) return;
      state.replayed = await replayFor(event, true);
      if (!state.replayed) throw new ServiceError(33002, { retryAfterSeconds: decision.resetSeconds });
    },
  };

  const handler = middy<Event, Result>()
    .use(answerErrors((event) => states.get(event)?.headers))
    .use(prepare)
    .use(parseBody)
    .use(checkCredentials)
    .use(replayAnswer)
    .use(checkRateLimit)
    .handler(async (event) => {
      const { platform, account, prefetched, body, replayed, receivedAtMs } = stateOf(event);
      if (replayed) return toResult(replayed);
      if (body.error) throw body.error;
      const answer = await options.handle({
        platform,
        account,
        prefetched,
        receivedAtMs,
        body: options.validate
          ? validateBody(options.validate, withDefault(body.value))
          : (undefined as Body),
        pathParameters: pathParametersOf(event),
        query: (event.queryStringParameters ?? {}) as Record<string, string>,
      });
      return toResult(answer);
    });
  return observeRequests(() => options.operationId, handler);
}

/** Makes a Lambda handler of a route that the public may call. */
export function publicEndpoint(handle: (event: Event, platform: CorePlatform) => Promise<Result>) {
  const handler = middy<Event, Result>()
    .use(answerErrors())
    .handler(async (event) => handle(event, getPlatform()));
  return observeRequests((event) => findOperation(event.routeKey) ?? 'unknownRoute', handler);
}

/**
 * Turns what was thrown into the envelope, and gives every answer its request id.
 *
 * @param headersOf what the steps before the answer noted down for it
 */
function answerErrors(
  headersOf: (event: Event) => Record<string, string> | undefined = () => undefined,
): Step {
  const addHeaders: NonNullable<Step['after']> = async (request) => {
    const result = request.response ?? { statusCode: 204 };
    const requestId = requestIdOf(request.event, request.context);
    request.response = {
      ...result,
      headers: { ...result.headers, ...headersOf(request.event), 'x-request-id': requestId },
    };
  };
  return {
    after: addHeaders,
    onError: async (request) => {
      const requestId = requestIdOf(request.event, request.context);
      const error = toServiceError(request.error, requestId);
      const { config, log, metrics } = getPlatform();
      addLogContext({ code: error.code });
      if (error.code === 33199) log.error('Request failed', request.error);
      if (error.code === 33002) metrics.record('RequestsLimited', 1);
      request.response = errorAnswer({ error, baseUrl: config.baseUrl });
      await addHeaders(request);
    },
  };
}

const pathParametersOf = (event: Event) => (event.pathParameters ?? {}) as Record<string, string>;

/** An absent body is an empty object: the schema says what is missing. */
const withDefault = (body: unknown) => (body === undefined ? {} : body);

function toResult(answer: Answer): Result {
  return {
    statusCode: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
    body: JSON.stringify(answer.body),
  };
}
