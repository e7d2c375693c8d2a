import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { withLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';

type Event = APIGatewayProxyEventV2;
type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Logs every request with its status, and sends its metrics. Every log line of a request has its id and its operation,
 * never its path, which can hold a phone number.
 */
export function observeRequests(operation: string, handler: Handler) {
  return (event: Event, context: Context = {} as Context) =>
    withLogContext({ requestId: requestIdOf(event, context), operation }, async () => {
      const startMs = performance.now();
      const { log, metrics } = getPlatform();
      try {
        const result = await handler(event, context);
        const durationMs = Math.round(performance.now() - startMs);
        log.info('Request answered', { status: result.statusCode, durationMs });
        return result;
      } finally {
        metrics.flush();
      }
    });
}

/** The gateway's, by which the caller can name the request; without a gateway the invocation's. */
export function requestIdOf(event: Event, context: Context): string {
  return event.requestContext?.requestId ?? context.awsRequestId;
}
