import type { DynamoDBStreamEvent } from 'aws-lambda';
import { readStreamImage } from '../../shared/platform/stream-image';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { readOutboxItem } from '../../shared/outbox/outbox';
import { recordRelay } from '../../shared/outbox/record-relay';
import { relayOutbox } from '../../shared/outbox/relay-outbox';
import { worker } from './worker';

/** Table stream, inserted outbox items only -> bus and queues. */
export const handler = worker('relayOutbox', async (event: DynamoDBStreamEvent) => {
  const platform = getRelayPlatform();
  const sequenceNumberById = new Map<string, string>();
  const items = event.Records.map((record) => {
    const item = readOutboxItem(readStreamImage(record));
    sequenceNumberById.set(item.id, record.dynamodb?.SequenceNumber ?? '');
    return item;
  });
  const failed = await relayOutbox(platform, items);
  recordRelay(platform, { items, failed });
  if (failed.length > 0) platform.log.warn('Outbox items not relayed', { count: failed.length });
  return {
    batchItemFailures: failed.map((id) => ({ itemIdentifier: sequenceNumberById.get(id) ?? '' })),
  };
});
