import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { type RequestLimits, requestLimits } from './request-limits';
import type { TraceHeader } from './tracing';

export interface BusEvent {
  detailType: string;
  time: string;
  detail: object;
  /** The event's outbox item: `fan-out-events` acknowledges the event there. */
  outboxId?: string;
  /** What an event tells of whose deliveries are written already: no rule of the service's own takes such an event. */
  subjectId?: string;
  /** What the workers behind the bus go on with. */
  trace?: TraceHeader | undefined;
}

/** The bus that delivers events to webhooks and to the operator's own rules. */
export interface EventBus {
  /** @returns the indexes of the events that the bus did not take */
  publish(events: BusEvent[]): Promise<number[]>;
}

export const EVENT_SOURCE = 'messaging-service';
const MAX_ENTRIES = 10;

export function createEventBus(busName: () => string, limits: Partial<RequestLimits> = {}): EventBus {
  const client = new EventBridgeClient({ maxAttempts: 5, requestHandler: requestLimits(limits) });
  return {
    async publish(events) {
      const failed: number[] = [];
      for (let start = 0; start < events.length; start += MAX_ENTRIES) {
        const page = events.slice(start, start + MAX_ENTRIES);
        const answer = await client.send(
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
        for (const [index, entry] of (answer.Entries ?? []).entries()) {
          if (entry.ErrorCode) failed.push(start + index);
        }
      }
      return failed;
    },
  };
}

function resourcesOf({ outboxId, subjectId }: BusEvent): { Resources?: string[] } {
  const resource = outboxId ?? subjectId;
  return resource === undefined ? {} : { Resources: [resource] };
}
