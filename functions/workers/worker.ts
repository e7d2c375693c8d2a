import type { Context } from 'aws-lambda';
import { withLogContext } from '../../shared/platform/observability/log';
import { getPlatform } from '../../shared/platform/platform';
import { findDuty } from '../../shared/regions/duty';

/** Thrown in place of a handler's error: Lambda logs an error that leaves a handler with all its properties. */
class InvocationFailedError extends Error {
  override readonly name = 'InvocationFailedError';

  constructor() {
    super('The log line "Invocation failed" of this request says where.');
  }
}

class RegionAwayError extends Error {
  override readonly name = 'RegionAwayError';

  constructor() {
    super('The region stood still, and has not heard from the other one since.');
  }
}

/**
 * Creates the Lambda handler of a queue, a stream or the timer: log lines have the operation, and metrics are sent. It
 * fails while its region is away, so that queue and stream keep what they have.
 *
 * @param options.runsWhileAway set for a function that does no work of the table
 */
export function worker<Event, Result>(
  operation: string,
  handle: (event: Event, context: Context) => Promise<Result>,
  { runsWhileAway = false }: { runsWhileAway?: boolean } = {},
): (event: Event, context?: Context) => Promise<Result> {
  return async (event, context) => {
    return withLogContext({ operation, requestId: context?.awsRequestId }, async () => {
      const platform = getPlatform();
      const { log, metrics } = platform;
      try {
        if (!runsWhileAway && (await findDuty(platform)) === 'away') throw new RegionAwayError();
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
