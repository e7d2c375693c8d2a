import type { Context } from 'aws-lambda';
import { withLogContext } from '../../shared/platform/observability/log';
import { getPlatform } from '../../shared/platform/platform';

/** Thrown in place of a handler's error: Lambda logs an error that leaves a handler with all its properties. */
class InvocationFailedError extends Error {
  override readonly name = 'InvocationFailedError';

  constructor() {
    super('The log line "Invocation failed" of this request says where.');
  }
}

/** Creates the Lambda handler of a queue, a stream or the timer: log lines have the operation, and metrics are sent. */
export function worker<Event, Result>(
  operation: string,
  handle: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context?: Context) => Promise<Result> {
  return async (event, context) => {
    return withLogContext({ operation, requestId: context?.awsRequestId }, async () => {
      const { log, metrics } = getPlatform();
      try {
        // Lambda always provides the context.
        return await handle(event, context as Context);
      } catch (error) {
        log.error('Invocation failed', error);
        throw new InvocationFailedError();
      } finally {
        metrics.flush();
      }
    });
  };
}
