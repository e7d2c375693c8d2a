import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { enterByJoins } from '../../shared/automations/enter-by-join';
import { expectJoined } from '../../shared/automations/enter-ahead/expect-joined';
import { leaveByOptOuts } from '../../shared/automations/run/leave-by-opt-out';
import { eraseLateEvents } from '../../shared/erasure/erase-late-events';
import type { EventType } from '../../shared/events/event-types';
import { addLogContext } from '../../shared/platform/observability/log';
import { getRelayPlatform } from '../../shared/platform/queues/relay-platform';
import type { Platform } from '../../shared/platform/platform';
import { continueTraces, currentTrace, traceOfRecord } from '../../shared/platform/observability/tracing';
import { countEvents } from '../../shared/statistics/count-events';
import { fanOutEvents, type PublishedEvent, readPublishedEvent } from '../../shared/webhooks/fan-out-events';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

const HELD: EventType = 'messaging.sending.paused';
const COUNTRY_EXCEEDED: EventType = 'messaging.country.exceeded';
const JOB_ENDED: EventType = 'messaging.job.completed';

/** Event queue -> deliveries in the table, one for each endpoint. Events of other sources are dropped. */
export const handler = worker('fanOutEvents', async (event: SQSEvent) => {
  const platform = getRelayPlatform();
  try {
    const published = event.Records.map(readRecord);
    const unknown = published.filter((item) => item === undefined).length;
    if (unknown > 0) platform.log.warn('Events of an unknown form dropped', { count: unknown });
    const known = published.filter((item) => item !== undefined);
    await continueTraces(
      known.map(({ trace }) => trace),
      async (here) => {
        const traced = known.map((item, index) => ({ ...item, trace: here[index] }));
        const told = await eraseLateEvents(platform, traced);
        // Before the events are acknowledged, so that none of them is lost.
        await enterByJoins(platform, told);
        await expectJoined(platform, told);
        await leaveByOptOuts(platform, told);
        await fanOutEvents(platform, told);
      },
    );
    await countTold(platform, eachOnce(known));
    return { batchItemFailures: [] };
  } catch {
    const counted = new Set<string>();
    // One by one, so that only an event that cannot be read or written stays on the queue.
    return forEachRecord(event, platform, async (body) => {
      const item = readPublishedEvent(body);
      if (!item) return;
      addLogContext({ accountId: item.accountId });
      const told = await eraseLateEvents(platform, [{ ...item, trace: currentTrace() }]);
      await enterByJoins(platform, told);
      await expectJoined(platform, told);
      await leaveByOptOuts(platform, told);
      await fanOutEvents(platform, told);
      if (counted.has(item.id)) return;
      counted.add(item.id);
      await countTold(platform, [item]);
    });
  }
});

/** Returns each event once: queues may deliver one twice in a batch. */
const eachOnce = (events: PublishedEvent[]): PublishedEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
];

/** Counts events. A failure is only logged: their deliveries are written, so the events must not be received again. */
async function countTold(
  { table, log, metrics }: Pick<Platform, 'table' | 'log' | 'metrics'>,
  events: PublishedEvent[],
): Promise<void> {
  const held = events.filter(({ type }) => type === HELD).length;
  if (held > 0) metrics.record('SendingHeld', held);
  const exceeded = events.filter(({ type }) => type === COUNTRY_EXCEEDED).length;
  if (exceeded > 0) metrics.record('CountriesExceeded', exceeded);
  const ended = events.filter(({ type }) => type === JOB_ENDED).length;
  if (ended > 0) metrics.record('JobsEnded', ended);
  try {
    await countEvents(table, events);
  } catch (error) {
    log.error('Events not counted', error);
  }
}

function readRecord(record: SQSRecord): PublishedEvent | undefined {
  const event = readPublishedEvent(JSON.parse(record.body) as unknown);
  return event && { ...event, trace: traceOfRecord(record) };
}
