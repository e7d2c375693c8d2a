import type { Item } from '../platform/store/item';
import middy from '@middy/core';
import type { Account } from '../accounts/account';
import { MAX_BODY_BYTES } from '../limits';
import { type Key, rateKey } from '../platform/store/keys';
import { epochMs } from '../platform/clock';
import { addLogContext } from '../platform/log';
import { type CorePlatform, getPlatform } from '../platform/platform';
import { answerErrors, type Event, type Result, type Step } from './answer-errors';
import { authenticate } from './authenticate';
import { NO_BODY, type ParsedBody, parseJsonBody } from './json-body';
import {
  bucketOf,
  countReplay,
  holdPlace,
  type LimitedRequest,
  limitExceeded,
  takePlace,
  tellWindow,
} from './limit-request';
import { observeRequests } from './observe-requests';
import { type AuthenticatedOperationId, findOperation, findRoute } from './routes';
import { validateBody, type Validator } from '../platform/validation/validate-body';

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
  /** To be called for a request that repeats another one, before it waits for that one. Throws RateLimitExceeded. */
  countReplay: () => Promise<void>;
};

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface EndpointOptions<Body> {
  operationId: AuthenticatedOperationId;
  /** Generated from the schema of the body; absent for routes without one. */
  validate?: Validator<Body>;
  /**
   * Keys that the handler will need, read in the same round trip as the account. `body` is not validated yet. Not for
   * routes with large bodies: a body is read ahead of that round trip for it, and the key may turn out to be revoked.
   */
  prefetch?: (request: { accountId: string; body: unknown; pathParameters: Record<string, string> }) => Key[];
  /**
   * An answer that the request has had before, by its idempotency key. It is given ahead of the rate limit, so that a
   * client that repeats a request within the window gets its answer. `body` is not validated yet.
   */
  replay?: (request: ReplayRequest) => Promise<Answer | undefined>;
  handle: (request: EndpointRequest<Body>) => Promise<Answer>;
}

/** What the steps of one request hand on to each other. */
interface RequestState extends LimitedRequest {
  platform: CorePlatform;
  body: ParsedBody;
  prefetched: Array<Item | undefined>;
  replayed: Answer | undefined;
  receivedAtMs: number;
}

/**
 * Makes a Lambda handler of an authenticated route: request id, credentials, body, replay, rate limit, validation, error
 * envelope. Without the secret of a key nothing of the body is unpacked or parsed.
 *
 * The steps run in the order of the list.
 *
 * **Source:** rules 5, 7.
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
      states.set(event, state as unknown as RequestState);
    },
  };
  const checkCredentials: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      const { route } = state;
      const maxBytes = route.maxBodyBytes ?? MAX_BODY_BYTES;
      let reading: Promise<ParsedBody> | undefined;
      const readBody = async () =>
        options.validate ? (reading ??= parseJsonBody(event, { maxBytes })) : NO_BODY;
      let seenBucket = route.bucket;
      const { account, prefetched } = await authenticate({
        table: state.platform.table,
        authorization: event.headers.authorization,
        prefetch: async (accountId) => {
          if (!options.prefetch) return [rateKey(accountId, seenBucket)];
          const { value: body } = await readBody();
          seenBucket = bucketOf(route, body);
          const keys = options.prefetch({ accountId, body, pathParameters: pathParametersOf(event) });
          return [rateKey(accountId, seenBucket), ...keys];
        },
      });
      addLogContext({ accountId: account.id });
      const body = await readBody();
      const bucket = bucketOf(route, body.value);
      Object.assign(state, {
        account,
        body,
        bucket,
        seenWindow: bucket === seenBucket ? { item: prefetched[0] } : undefined,
        prefetched: prefetched.slice(1),
      });
    },
  };

  const replayFor = async (event: Event, isLimited: boolean): Promise<Answer | undefined> => {
    const state = stateOf(event);
    const { platform, account, prefetched, receivedAtMs } = state;
    return options.replay?.({
      platform,
      account,
      prefetched,
      receivedAtMs,
      body: state.body.value,
      pathParameters: pathParametersOf(event),
      isLimited,
      countReplay: () => countReplay(state),
    });
  };
  const replayAnswer: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      // For what the key answers, an error too. A request that goes on is counted, and told of the window after that.
      tellWindow(state);
      state.replayed = await replayFor(event, false);
    },
  };

  const checkRateLimit: Step = {
    before: async ({ event }) => {
      const state = stateOf(event);
      if (state.replayed) return;
      const decision = await takePlace(state);
      if (decision.isAllowed) return;
      state.replayed = await replayFor(event, true);
      if (!state.replayed) throw limitExceeded(decision);
    },
  };

  const handler = middy<Event, Result>()
    .use(answerErrors((event) => states.get(event)?.headers))
    .use(prepare)
    .use(checkCredentials)
    .use(replayAnswer)
    .use(checkRateLimit)
    .handler(async (event) => {
      const state = stateOf(event);
      const { platform, account, prefetched, body, receivedAtMs } = state;
      if (state.replayed) return toResult(state.replayed);
      const answer = await holdPlace(state, async () => {
        if (body.error) throw body.error;
        return options.handle({
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
