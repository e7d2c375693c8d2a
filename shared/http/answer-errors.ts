import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { addLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';
import { errorAnswer, toServiceError } from './envelope';
import { requestIdOf } from './observe-requests';

export type Event = APIGatewayProxyEventV2;
export type Result = APIGatewayProxyStructuredResultV2;
/** One step of the way of a request. */
export type Step = middy.MiddlewareObj<Event, Result, Error, Context, Record<string, unknown>>;

/**
 * Turns what was thrown into the envelope, and gives every answer its request id.
 *
 * @param headersOf what the steps before the answer noted down for it
 */
export function answerErrors(
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
      if (error.name === 'InternalError') log.error('Request failed', request.error);
      if (error.name === 'RateLimitExceeded') metrics.record('RequestsLimited', 1);
      request.response = errorAnswer({ error, baseUrl: config.baseUrl });
      await addHeaders(request);
    },
  };
}
