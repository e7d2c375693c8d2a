import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { type LogFields, withLogContext } from '../platform/log';
import { getPlatform } from '../platform/platform';

type Event = APIGatewayProxyEventV2;
type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * Logs every request with its status, and records its metrics. Every log line of a request has its id and its
 * operation, never its path, which can contain a phone number.
 */
export function observeRequests(operation: string, handler: Handler) {
  return (event: Event, context: Context = {} as Context) =>
    withLogContext({ ...contextOf(event, context), operation }, async () => {
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

/** Form of a caller's id. Digits alone are excluded: they could be a phone number, and the id is logged. */
const CALLERS_ID = /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * Returns the id by which the caller can refer to the request: the caller's own `X-Request-Id` if it is well-formed,
 * else the gateway's; without a gateway the invocation's.
 *
 * **Source:** rules 4.
 */
export function requestIdOf(event: Event, context: Context): string {
  const callersId = event.headers?.['x-request-id'];
  return callersId !== undefined && CALLERS_ID.test(callersId) ? callersId : gatewayIdOf(event, context);
}

const gatewayIdOf = (event: Event, context: Context) =>
  event.requestContext?.requestId ?? context.awsRequestId;

/** Includes the gateway's id, which its access log has, when the caller gave one of its own. */
function contextOf(event: Event, context: Context): LogFields {
  const [requestId, gatewayRequestId] = [requestIdOf(event, context), gatewayIdOf(event, context)];
  return { requestId, ...(gatewayRequestId !== requestId && { gatewayRequestId }) };
}
