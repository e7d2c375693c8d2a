import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { type RequestLimits, requestLimits } from '../aws/internal/request-limits';
import type { TraceHeader } from '../observability/tracing';
import { type Refusal, sendInPages } from './internal/send-in-pages';
import type { Pause } from '../pause';

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
   * Publishes events, several requests at a time. Events that the bus refuses for the moment are sent again after a
   * pause; those that it has accepted are not.
   *
   * @returns indexes of the events that the bus did not accept
   * @throws when no request got through
   */
  publish(events: BusEvent[]): Promise<number[]>;
}

export const EVENT_SOURCE = 'messaging-service';

/** Error codes of an entry that EventBridge may accept a moment later; the others say that it never will. */
const TRANSIENT_CODES = new Set(['InternalFailure', 'ThrottlingException']);
/** Bytes that the time of an entry counts for. */
const TIME_BYTES = 14;

export function createEventBus(
  busName: () => string,
  { pause, ...limits }: Partial<RequestLimits> & { pause?: Pause } = {},
): EventBus {
  const client = new EventBridgeClient({ maxAttempts: 5, requestHandler: requestLimits(limits) });
  return {
    publish: (events) =>
      sendInPages(
        events.map((event) => toEntry(event, busName())),
        { send: (page) => putEvents(client, page), bytesOf: bytesOfEntry, pause },
      ),
  };
}

async function putEvents(client: EventBridgeClient, page: PutEventsRequestEntry[]): Promise<Refusal[]> {
  const { Entries: entries = [] } = await client.send(new PutEventsCommand({ Entries: page }));
  return entries.flatMap(({ ErrorCode: code }, position) =>
    code ? [{ position, isTransient: TRANSIENT_CODES.has(code) }] : [],
  );
}

function toEntry(event: BusEvent, busName: string): PutEventsRequestEntry {
  return {
    EventBusName: busName,
    Source: EVENT_SOURCE,
    DetailType: event.detailType,
    Time: new Date(event.time),
    Detail: JSON.stringify(event.detail),
    ...resourcesOf(event),
    ...(event.trace !== undefined && { TraceHeader: event.trace }),
  };
}

/** Returns the bytes of an entry as EventBridge counts them. */
function bytesOfEntry({ Source, DetailType, Detail, Resources = [] }: PutEventsRequestEntry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((bytes, text = '') => bytes + Buffer.byteLength(text), TIME_BYTES);
}

function resourcesOf({ outboxId, subjectId }: BusEvent): { Resources?: string[] } {
  const resource = outboxId ?? subjectId;
  return resource === undefined ? {} : { Resources: [resource] };
}
