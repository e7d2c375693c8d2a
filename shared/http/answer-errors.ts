import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { addLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';
import { errorAnswer, toServiceError } from './envelope';
import type { Event, Result } from './http-event';
import { requestIdOf } from './observe-requests';
import { isFromConsole } from './own-pages';

/** Headers of the response to one request, also of an error. The steps of the request add to them. */
export type AnswerHeaders = Record<string, string>;

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

/** Time to write the log and return the envelope before Lambda ends the function. */
const RESERVE_MS = 50;

/** Thrown when the function's time is nearly used up. */
class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** Converts errors that `answer` throws into the error envelope, and adds the request id to every response. */
export async function answerErrors(
  { event, context }: { event: Event; context: Context },
  answer: (headers: AnswerHeaders) => Promise<Result>,
): Promise<Result> {
  const requestId = requestIdOf(event, context);
  const headers: AnswerHeaders = {};
  let result: Result;
  try {
    result = await withinTimeOf(context, () => answer(headers));
  } catch (error) {
    result = toEnvelope(error, { requestId, event });
  }
  return {
    ...result,
    headers: { ...BROWSER_HEADERS, ...result.headers, ...headers, 'x-request-id': requestId },
  };
}

function toEnvelope(failure: unknown, { requestId, event }: { requestId: string; event: Event }): Result {
  const error = toServiceError(failure, requestId);
  const { config, log, metrics } = getPlatform();
  addLogContext({ code: error.code });
  if (error.name === 'InternalError') log.error('Request failed', failure);
  if (error.name === 'RateLimitExceeded') metrics.record('RequestsLimited', 1);
  return errorAnswer({ error, baseUrl: config.baseUrl, isForConsole: isFromConsole(event) });
}

/** Fails before the timeout of Lambda, after which API Gateway would respond without the envelope. */
async function withinTimeOf<Value>(context: Partial<Context>, work: () => Promise<Value>): Promise<Value> {
  const remainingMs = context.getRemainingTimeInMillis?.();
  if (remainingMs === undefined) return work();
  const timer = new AbortController();
  const timeout = sleep(Math.max(0, remainingMs - RESERVE_MS), undefined, {
    signal: timer.signal,
    ref: false,
  });
  try {
    return await Promise.race([
      work(),
      timeout.then(() => {
        throw new OutOfTimeError('The time of the function is used up');
      }),
    ]);
  } finally {
    timer.abort();
  }
}
