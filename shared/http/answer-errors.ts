import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { addLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';
import { errorAnswer, toServiceError } from './envelope';
import type { Event, Result } from './http-event';
import { requestIdOf } from './observe-requests';
import { isFromConsole } from './own-pages';

/** Headers of the answer to one request, an error's answer included. The steps of the request add to them. */
export type AnswerHeaders = Record<string, string>;

/**
 * For browsers: an answer loads nothing, stands in no frame, tells no other site where it was, and is fetched by TLS. Pages have
 * policies of their own.
 */
const BROWSER_HEADERS: AnswerHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  // JSON that holds what people wrote is never run as a page or script, however it is opened.
  'x-content-type-options': 'nosniff',
};

/** Enough to write the log and hand the envelope over before Lambda ends the function. */
const RESERVE_MS = 50;

/** The function's time is nearly used up. */
class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** Turns what `answer` throws into the error envelope, and gives every answer its request id. */
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

/** After Lambda's timeout API Gateway would answer, without the envelope. */
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
