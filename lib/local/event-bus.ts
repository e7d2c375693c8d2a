import { randomUUID } from 'node:crypto';
import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import {
  isFromProgram,
  parseObject,
  readBody,
  type RequestHandler,
  sendJson,
  startLoopbackServer,
} from './loopback-server';
import type { MovableClock } from './clock';
import { matchesEventPattern } from './event-pattern';
import { openJsonLinesFile } from './files';
import { busNameOf, type BusRule, type Log } from './mappings';
import {
  checkPutEventsRequest,
  type EventEnvelope,
  type PutEventsEntry,
  toEventEnvelope,
} from './put-events';
import { sqsBody } from '../../shared/platform/queues/sqs-body';
import { TRACE_ATTRIBUTE } from '../../shared/platform/observability/tracing';

const REMEMBERED_EVENTS = 10_000;
/** Longest request. Ten entries never need as much: longer requests are refused unread. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const INTERNAL_FAILURE = { ErrorCode: 'InternalFailure', ErrorMessage: 'The event was not delivered.' };

interface RecordedEvent {
  source: string;
  detailType: string;
  time: string;
  detail: Record<string, unknown>;
}

export interface EventBus {
  url: string;
  /** The last 10,000 events, oldest first. */
  recentEvents(): RecordedEvent[];
  clear(): void;
  stop(): Promise<void>;
}

interface EventBusOptions {
  rules: BusRule[];
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
  /** Access key that requests must be signed with. */
  accessKeyId: string;
  /** File in which events are kept over a restart; absent: none. */
  dataFile?: string;
  /** Called with the events that were delivered. */
  onDelivered?: (events: Array<Record<string, unknown>>) => void;
}

/**
 * Starts an endpoint that takes EventBridge's PutEvents and delivers to queues by the rules. It answers after delivery:
 * an event that did not reach every queue is a failed entry, so that the sender keeps it.
 */
export async function startEventBus(options: EventBusOptions): Promise<EventBus> {
  const events = openRecentEvents(options.dataFile);
  const serve: RequestHandler = async (request, response) => {
    const operation = String(request.headers['x-amz-target']);
    const refuse = (type: string, message: string) => sendJson(response, 400, { __type: type, message });
    const body = await readBody(request, MAX_REQUEST_BYTES);
    if (operation !== 'AWSEvents.PutEvents') {
      return refuse('UnknownOperationException', `The local bus knows no ${operation}.`);
    }
    const entries = parseObject(body)?.Entries;
    const complaint = checkPutEventsRequest(entries);
    if (complaint !== undefined) return refuse('ValidationException', complaint);
    const results = await putEvents(options, events, entries as PutEventsEntry[]);
    sendJson(response, 200, {
      FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length,
      Entries: results,
    });
  };
  const server = await startLoopbackServer(serve, {
    admits: (headers) => isFromProgram(headers, options.accessKeyId),
  });
  return {
    url: server.url,
    recentEvents: events.list,
    clear: events.clear,
    stop: async () => {
      await server.stop();
      events.close();
    },
  };
}

async function putEvents(
  options: EventBusOptions,
  events: RecentEvents,
  entries: PutEventsEntry[],
): Promise<object[]> {
  const now = options.clock.now();
  const envelopes = entries.map((entry) => toEventEnvelope(entry, { id: randomUUID(), now }));
  const accepted: Accepted[] = envelopes.flatMap((envelope, index) => {
    if ('ErrorCode' in envelope) return [];
    const { EventBusName: bus = 'default', TraceHeader: trace } = entries[index] ?? {};
    return [{ envelope, busName: busNameOf(bus), trace }];
  });
  const undelivered = await deliver(options, accepted);
  // Only now: the sender sends an undelivered event again, and it counts as one event.
  const delivered = accepted.map(({ envelope }) => envelope).filter(({ id }) => !undelivered.has(id));
  events.add(delivered, now);
  options.onDelivered?.(delivered.map(({ detail }) => detail));
  return envelopes.map((envelope) => {
    if ('ErrorCode' in envelope) return envelope;
    return undelivered.has(envelope.id) ? INTERNAL_FAILURE : { EventId: envelope.id };
  });
}

interface Accepted {
  envelope: EventEnvelope;
  busName: string;
  trace: string | undefined;
}

/** Delivers events to the queues of the matching rules. @returns ids of the events that did not reach every queue */
async function deliver({ rules, sqs, log }: EventBusOptions, accepted: Accepted[]): Promise<Set<string>> {
  const byQueue = new Map<string, Accepted[]>();
  for (const event of accepted) {
    for (const rule of rules) {
      if (rule.busName !== event.busName || !matchesEventPattern(rule.pattern, event.envelope)) continue;
      for (const queueUrl of rule.queueUrls) byQueue.set(queueUrl, [...(byQueue.get(queueUrl) ?? []), event]);
    }
  }
  const undelivered = new Set<string>();
  await Promise.all(
    [...byQueue].map(async ([queueUrl, events]) => {
      try {
        const { Failed: failed = [] } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: events.map(({ envelope, trace }, index) => ({
              Id: String(index),
              MessageBody: sqsBody(JSON.stringify(envelope)),
              ...(trace !== undefined && {
                MessageSystemAttributes: { [TRACE_ATTRIBUTE]: { DataType: 'String', StringValue: trace } },
              }),
            })),
          }),
        );
        for (const { Id: index, Code: code } of failed) {
          undelivered.add(events[Number(index)]?.envelope.id ?? '');
          log.error('A queue refused an event', new Error(code), { queueUrl });
        }
      } catch (error) {
        log.error('Cannot deliver events to a queue', error, { queueUrl });
        for (const { envelope } of events) undelivered.add(envelope.id);
      }
    }),
  );
  return undelivered;
}

type RecentEvents = ReturnType<typeof openRecentEvents>;

/** @param dataFile absent: in memory only */
function openRecentEvents(dataFile: string | undefined) {
  const file = openJsonLinesFile<RecordedEvent>(dataFile);
  let events = file.initialLines.slice(-REMEMBERED_EVENTS);
  // The file is only shortened at a start: a running service just appends.
  if (file.initialLines.length > REMEMBERED_EVENTS) {
    file.clear();
    file.append(events);
  }
  return {
    add: (envelopes: EventEnvelope[], recordedAt: Date) => {
      const recorded = envelopes.map(({ source, 'detail-type': detailType, detail }) => ({
        ...{ source, detailType, detail },
        time: recordedAt.toISOString(),
      }));
      file.append(recorded);
      events.push(...recorded);
      if (events.length > 2 * REMEMBERED_EVENTS) events = events.slice(-REMEMBERED_EVENTS);
    },
    list: () => events.slice(-REMEMBERED_EVENTS),
    clear: () => {
      events = [];
      file.clear();
    },
    close: () => file.close(),
  };
}
