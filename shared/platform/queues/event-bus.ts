import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type RequestLimits, requestLimits } from '../aws/internal/request-limits';
import type { TraceHeader } from '../observability/tracing';
import { sendInPages } from './internal/send-in-pages';

export interface BusEvent {
  detailType: string;
  time: string;
  detail: object;
  /** Outbox item of the event, in which `fan-out-events` acknowledges the event. */
  outboxId?: string;
  /** Subject of an event whose deliveries are already written: no rule of the service itself matches such an event. */
  subjectId?: string;
  /** Trace that the workers behind the bus continue. */
  trace?: TraceHeader | undefined;
}

/** Bus that delivers events to webhooks and to the operator's own rules. */
export interface EventBus {
  /**
   * Publishes events.
   *
   * @returns indexes of the events that the bus did not accept
   */
  publish(events: BusEvent[]): Promise<number[]>;
}

export const EVENT_SOURCE = 'messaging-service';

export function createEventBus(busName: () => string, limits: Partial<RequestLimits> = {}): EventBus {
  const client = new EventBridgeClient({ maxAttempts: 5, requestHandler: requestLimits(limits) });
  return {
    publish: (events) =>
      sendInPages(events, async (page) => {
        const { Entries: entries = [] } = await client.send(
          new PutEventsCommand({
            Entries: page.map((event) => ({
              EventBusName: busName(),
              Source: EVENT_SOURCE,
              DetailType: event.detailType,
              Time: new Date(event.time),
              Detail: JSON.stringify(event.detail),
              ...resourcesOf(event),
              ...(event.trace !== undefined && { TraceHeader: event.trace }),
            })),
          }),
        );
        return entries.flatMap(({ ErrorCode: code }, position) => (code ? [position] : []));
      }),
  };
}

function resourcesOf({ outboxId, subjectId }: BusEvent): { Resources?: string[] } {
  const resource = outboxId ?? subjectId;
  return resource === undefined ? {} : { Resources: [resource] };
}
