import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { readStreamImage } from '../../shared/platform/stream-image';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { readOutboxItem } from '../../shared/outbox/outbox';
import { relayOutbox } from '../../shared/outbox/relay-outbox';

/** Table stream, inserted outbox items only -> bus and queues. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const platform = getRelayPlatform();
  const sequenceNumberById = new Map<string, string>();
  const items = event.Records.map((record) => {
    const item = readOutboxItem(readStreamImage(record));
    sequenceNumberById.set(item.id, record.dynamodb?.SequenceNumber ?? '');
    return item;
  });
  const failed = await relayOutbox(platform, items);
  if (failed.length > 0) platform.log.warn('Outbox items not relayed', { count: failed.length });
  return {
    batchItemFailures: failed.map((id) => ({ itemIdentifier: sequenceNumberById.get(id) ?? '' })),
  };
}
