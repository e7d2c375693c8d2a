import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { ServiceError } from '../errors/service-error';
import { addLogContext, withLogContext } from '../platform/observability/log';
import { getPlatform } from '../platform/platform';
import { errorAnswer, toServiceError } from './envelope';
import type { Event, Result } from './http-event';
import { isFromConsole } from './own-pages';

/** Headers of the response to one request, also of an error. The steps of the request add to them. */
export type AnswerHeaders = Record<string, string>;

/** Lambda's context, and what the frame needs of the request. */
interface RequestContext extends Context {
  requestId: string;
  startedMs: number;
  headers: AnswerHeaders;
}

type Framed = middy.Request<Event, Result, Error, RequestContext>;

/**
 * Headers for browsers: a response loads nothing, is shown in no frame, sends no referrer, and is fetched over TLS.
 * Pages have policies of their own.
 */
const BROWSER_HEADERS: AnswerHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  // JSON that contains user input is never run as a page or script, however it is opened.
  'x-content-type-options': 'nosniff',
};

const EARLY_TIMEOUT = {
  /**
   * Time to write the log and return the envelope before Lambda ends the function, for which the gateway would answer 500,
   * also where the process is short of processor time.
   */
  timeoutEarlyInMillis: 1_000,
  timeoutEarlyResponse: () => {
    getPlatform().log.warn('Request timed out');
    throw new ServiceError('ServiceUnavailable', { cause: 'unavailable', retryAfterSeconds: 1 });
  },
};

/**
 * Creates a Lambda handler for HTTP requests: errors become the error envelope, every response has the request id, and
 * each request is logged with its status. Its log lines have its id and its operation, never its path, which can
 * contain a phone number.
 *
 * @param operation name of the route in the log
 * @param answer throws ServiceError; what it adds to `headers` is also in the response to an error
 */
export function httpHandler(
  operation: string,
  answer: (event: Event, headers: AnswerHeaders) => Promise<Result>,
) {
  const framed = middy<Event, Result, Error, RequestContext>(
    (event: Event, { headers }: RequestContext) => answer(event, headers),
    EARLY_TIMEOUT,
  )
    .after(finish)
    // The last one runs first.
    .onError(finish)
    .onError(answerError);
  return (event: Event, context: Context = {} as Context): Promise<Result> => {
    const ids = requestIdsOf(event, context);
    const { requestId } = ids;
    return withLogContext({ ...ids, operation }, () =>
      framed(event, { ...context, requestId, startedMs: performance.now(), headers: {} }),
    );
  };
}

function answerError(request: Framed): void {
  const { event, context, error: failure } = request;
  const error = toServiceError(failure, context.requestId);
  const { config, log, metrics } = getPlatform();
  addLogContext({ code: error.code });
  if (error.name === 'InternalError') log.error('Request failed', failure);
  if (error.name === 'RateLimitExceeded') metrics.record('RequestsLimited', 1);
  request.response = errorAnswer({ error, baseUrl: config.baseUrl, isForConsole: isFromConsole(event) });
}

function finish(request: Framed): void {
  const { requestId, startedMs, headers: added } = request.context;
  const headers = { ...BROWSER_HEADERS, ...request.response?.headers, ...added, 'x-request-id': requestId };
  request.response = { ...request.response, headers };
  const { log, metrics } = getPlatform();
  const durationMs = Math.round(performance.now() - startedMs);
  log.info('Request answered', { status: request.response.statusCode, durationMs });
  metrics.flush();
}

/** Form of a caller's id. Digits alone are excluded: they could be a phone number, and the id is logged. */
const CALLERS_ID = /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * Returns the id by which the caller can refer to the request: the caller's own `X-Request-Id` if it is well-formed,
 * else the gateway's; without a gateway the invocation's. Beside the caller's own, `gatewayRequestId` is the one in the
 * gateway's access log.
 *
 * **Source:** rules 4.
 */
function requestIdsOf(event: Event, context: Context): { requestId: string; gatewayRequestId?: string } {
  const gatewayRequestId = event.requestContext?.requestId ?? context.awsRequestId;
  const requestId = event.headers?.['x-request-id'];
  if (requestId === undefined || requestId === gatewayRequestId || !CALLERS_ID.test(requestId)) {
    return { requestId: gatewayRequestId };
  }
  return { requestId, gatewayRequestId };
}
