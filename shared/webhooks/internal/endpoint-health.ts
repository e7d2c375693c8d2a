import type { AttemptOutcome } from '../delivery';
import type { Endpoint } from '../endpoint';
import type { DisabledByWorker, EndpointQueue } from '../endpoint-queue';
import { hasFailedForTooLong } from './retry-schedule';

export type DisableReason = DisabledByWorker['reason'];

/**
 * Updates the health of an endpoint after an attempt.
 *
 * @returns the queue with its health, and the reason if the endpoint is to be disabled. `failing` is true of this part
 *   of the queue alone.
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
  // Failures before the endpoint was enabled again do not count.
  const failingSince = known !== undefined && known >= endpoint.enabledAt ? known : now.toISOString();
  const isFailing = hasFailedForTooLong({ failingSince, now });
  return {
    endpointQueue: { ...endpointQueue, failingSince },
    reason: outcome.outcome === 'gone' ? 'gone' : isFailing ? 'failing' : undefined,
  };
}
