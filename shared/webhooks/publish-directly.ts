import type { EventBase } from '../events/event-types';
import type { Platform } from '../platform/platform';
import type { TraceHeader } from '../platform/observability/tracing';
import { recallEndpoints } from './recall-endpoints';
import { type SentEvent, writeDeliveries } from './internal/write-deliveries';

/** Event that is published without the outbox: its cause is stored elsewhere, and can be processed again. */
export interface DirectEvent {
  event: EventBase;
  /** Id of the message that the event is about. */
  subjectId: string;
  /** Trace that its deliveries continue. */
  trace?: TraceHeader | undefined;
}

/**
 * Writes the deliveries of events for the endpoints that are subscribed to their types, and puts the events on the bus
 * for the operator's own rules. An event without subscribed endpoints writes nothing. May be repeated with the same
 * events.
 *
 * @returns indexes of the events that the bus did not accept; their causes have to be processed again
 * @throws errors of the table or the bus; then everything has to be repeated
 */
export async function publishDirectly(
  deps: Pick<Platform, 'table' | 'clock' | 'queues' | 'eventBus'>,
  published: DirectEvent[],
): Promise<number[]> {
  if (published.length === 0) return [];
  const events = published.map(toSentEvent);
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const endpointsByAccount = new Map(
    await Promise.all(accountIds.map(async (id) => [id, await recallEndpoints(deps, id)] as const)),
  );
  await writeDeliveries(deps, { events, endpointsByAccount });
  return deps.eventBus.publish(
    published.map(({ event, subjectId, trace }) => ({
      detailType: event.type,
      time: event.time,
      detail: event,
      subjectId,
      trace,
    })),
  );
}

function toSentEvent({ event, trace }: DirectEvent): SentEvent {
  const { id, type, version, time, accountId, ...rest } = event;
  const payload = JSON.stringify({ id, type, version, time, accountId, ...rest });
  return { id, type, time, accountId, payload, trace };
}
