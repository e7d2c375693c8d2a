import type { SQSEvent } from 'aws-lambda';
import { eraseLateToldEvents } from '../../shared/erasure/erase-late-events';
import { readReceipt } from '../../shared/platform/provider/eum/receipt';
import type { Receipt } from '../../shared/platform/provider/port';
import { getRelayPlatform } from '../../shared/platform/queues/relay-platform';
import { recordReceipts } from '../../shared/sending/receipts/record-receipts';
import type { DirectEvent } from '../../shared/webhooks/publish-directly';
import { keepOnQueue, readRecords } from './sqs-batch';
import { worker } from './worker';

/**
 * Receipt queue -> delivery status, and events about the outcome of messages. Receipts of other senders are dropped.
 */
export const handler = worker('recordReceipt', async (event: SQSEvent) => {
  const platform = getRelayPlatform();
  const { values, unreadable } = await readRecords(event, platform, readReceipt);
  const recordOf = new Map<Receipt, (typeof event.Records)[number]>(
    values.flatMap(({ value, record }) => (value ? [[value, record]] : [])),
  );
  const deps = {
    ...platform,
    eraseLateEvents: (told: DirectEvent[]) => eraseLateToldEvents(platform, told),
    archivesEvents: platform.config.eventArchive() !== 'off',
  };
  const failed = await recordReceipts(deps, [...recordOf.keys()]);
  if (failed.length > 0) platform.metrics.record('RecordsFailed', failed.length);
  const again = failed.flatMap((receipt) => recordOf.get(receipt) ?? []);
  return keepOnQueue([...unreadable, ...again], platform);
});
