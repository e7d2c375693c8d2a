import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { EventType } from '../../shared/events/event-types';
import { readStreamImage } from '../../shared/platform/stream-image';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { readOutboxItem } from '../../shared/outbox/outbox';
import { relayOutbox } from '../../shared/outbox/relay-outbox';
import { epochMs } from '../../shared/platform/clock';
import { worker } from './worker';

/** What the account is told when a job has ended. */
const JOB_ENDED: EventType = 'messaging.job.completed';

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
  const oldestMs = Math.min(...items.map(({ createdAt }) => Date.parse(createdAt)));
  if (items.length > 0) platform.metrics.record('OutboxLag', Math.max(0, epochMs(platform.clock) - oldestMs));
  const ended = items.filter(({ entry }) => entry.kind === 'event' && entry.event.detailType === JOB_ENDED);
  if (ended.length > 0) platform.metrics.record('JobsEnded', ended.length);
  if (failed.length > 0) platform.log.warn('Outbox items not relayed', { count: failed.length });
  return {
    batchItemFailures: failed.map((id) => ({ itemIdentifier: sequenceNumberById.get(id) ?? '' })),
  };
});
