import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { withLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';

type Event = APIGatewayProxyEventV2;
type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Logs every request with what came of it, and sends its metrics. Every line in between tells the request's id and its
 * operation. Never its path, which can hold a phone number.
 */
export function observeRequests(operationOf: (event: Event) => string, handler: Handler) {
  return (event: Event, context: Context = {} as Context) =>
    withLogContext({ requestId: requestIdOf(event, context), operation: operationOf(event) }, async () => {
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
