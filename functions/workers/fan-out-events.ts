import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { eraseLateEvents } from '../../shared/erasure/erase-late-events';
import { addLogContext } from '../../shared/platform/log';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { fanOutEvents, readPublishedEvent } from '../../shared/webhooks/fan-out-events';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Event queue -> deliveries in the table, one for each endpoint. Events of other sources are dropped. */
export const handler = worker('fanOutEvents', async (event: SQSEvent) => {
  const platform = getRelayPlatform();
  try {
    const published = event.Records.map(readRecord);
    const unknown = published.filter((item) => item === undefined).length;
    if (unknown > 0) platform.log.warn('Events of an unknown form dropped', { count: unknown });
    const known = published.filter((item) => item !== undefined);
    await fanOutEvents(platform, await eraseLateEvents(platform, known));
    return { batchItemFailures: [] };
  } catch {
    // One by one, so that only an event that cannot be read or written stays on the queue.
    return forEachRecord(event, platform, async (body) => {
      const item = readPublishedEvent(body);
      if (!item) return;
      addLogContext({ accountId: item.accountId });
      await fanOutEvents(platform, await eraseLateEvents(platform, [item]));
    });
  }
});

const readRecord = (record: SQSRecord) => readPublishedEvent(JSON.parse(record.body) as unknown);
