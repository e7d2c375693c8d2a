import type { AttemptOutcome } from './delivery';
import type { Endpoint } from './endpoint';
import type { DisabledByWorker, EndpointQueue } from './endpoint-queue';
import { hasFailedForTooLong } from './retry-schedule';

export type DisableReason = DisabledByWorker['reason'];

/**
 * What an attempt says about its endpoint.
 *
 * @returns the queue with its health, and why the endpoint is to be disabled, if it is. `failing` holds for this part of
 *   the queue alone.
 */
export function healthAfter(
  endpointQueue: EndpointQueue,
  attempt: { endpoint: Pick<Endpoint, 'enabledAt'>; outcome: AttemptOutcome; now: Date },
): { endpointQueue: EndpointQueue; reason: DisableReason | undefined } {
  const { endpoint, outcome, now } = attempt;
  if (outcome.outcome === 'delivered') {
    const healthy = { ...endpointQueue, failingSince: undefined, lastSuccessAt: now.toISOString() };
    return { endpointQueue: healthy, reason: undefined };
  }
  const { failingSince: known } = endpointQueue;
  // What failed before the endpoint was enabled again does not count.
  const failingSince = known !== undefined && known >= endpoint.enabledAt ? known : now.toISOString();
  const isFailing = hasFailedForTooLong({ failingSince, now });
  return {
    endpointQueue: { ...endpointQueue, failingSince },
    reason: outcome.outcome === 'gone' ? 'gone' : isFailing ? 'failing' : undefined,
  };
}
