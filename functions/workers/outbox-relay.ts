import type { DynamoDBStreamEvent } from 'aws-lambda';
import { readStreamImage } from '../../shared/platform/store/stream-image';
import { getRelayPlatform } from '../../shared/platform/queues/relay-platform';
import { readOutboxItems } from '../../shared/outbox/outbox';
import { recordRelay } from '../../shared/outbox/record-relay';
import { relayOutbox } from '../../shared/outbox/relay-outbox';
import { worker } from './worker';

/** Table stream, inserted outbox items only -> bus and queues. */
export const handler = worker('relayOutbox', async (event: DynamoDBStreamEvent) => {
  const platform = getRelayPlatform();
  const images = event.Records.map(readStreamImage);
  const items = readOutboxItems(platform, images);
  const failed = await relayOutbox(platform, items);
  recordRelay(platform, items);
  if (failed.length > 0) platform.log.warn('Outbox items not relayed', { count: failed.length });
  // The stream repeats everything from the first failed record on. So it repeats only a batch of which nothing was
  // relayed; otherwise the timer relays the items that are left, which are due a minute after their change.
  if (failed.length < items.length) return { batchItemFailures: [] };
  const failedRecords = event.Records.filter((_, index) => failed.some((id) => id === images[index]?.id));
  return {
    batchItemFailures: failedRecords.map(({ dynamodb }) => ({
      itemIdentifier: dynamodb?.SequenceNumber ?? '',
    })),
  };
});
