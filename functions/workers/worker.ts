import type { Context } from 'aws-lambda';
import { withLogContext } from '../../shared/platform/log';
import { getPlatform } from '../../shared/platform/platform';

/** Makes a Lambda handler that nobody waits for: every line of its log says what it does, and metrics go out. */
export function worker<Event, Result>(
  operation: string,
  handle: (event: Event, context: Context) => Promise<Result>,
): (event: Event, context?: Context) => Promise<Result> {
  return async (event, context) => {
    return withLogContext({ operation, requestId: context?.awsRequestId }, async () => {
      try {
        // Lambda always gives one.
        return await handle(event, context as Context);
      } finally {
        getPlatform().metrics.flush();
      }
    });
  };
}
