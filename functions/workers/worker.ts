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

/** Outcome of a batch of hints that another region's work is about: none of them is delivered again. */
const ALL_DONE = { batchItemFailures: [] };

/**
 * Creates the Lambda handler of a queue, a stream or the timer: log lines have the operation, and metrics are sent.
 *
 * @param options.runs when it runs in a stage with two regions. `always`: it does no work of the table. `unlessAway`, unless
 *   given: it fails while its region is away, so that queue and stream keep what they have. `whenActive`: its queue has hints,
 *   which are dropped in a region that is not active, since the table has the work itself
 */
export function worker<Event, Result>(
  operation: string,
  handle: (event: Event, context: Context) => Promise<Result>,
  { runs = 'unlessAway' }: { runs?: 'always' | 'unlessAway' | 'whenActive' } = {},
): (event: Event, context?: Context) => Promise<Result> {
  return async (event, context) => {
    return withLogContext({ operation, requestId: context?.awsRequestId }, async () => {
      const platform = getPlatform();
      const { log, metrics } = platform;
      try {
        const duty = runs === 'always' ? 'active' : await findDuty(platform);
        if (runs === 'whenActive' && duty !== 'active') return ALL_DONE as Result;
        if (duty === 'away') throw new RegionAwayError();
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
