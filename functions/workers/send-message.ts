import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { attemptQueuedMessage } from '../../shared/messages/attempt-queued-message';
import type { MessageTask } from '../../shared/outbox/relay-outbox';
import { getSendingPlatform } from '../../shared/platform/sending-platform';
import { forEachRecord } from './sqs-batch';

/** Message queue -> provider: opt-in texts, keyword replies, and sends that the provider was not available for. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const platform = getSendingPlatform();
  return forEachRecord(event, platform.log, async (body) => {
    await attemptQueuedMessage(platform, (body as MessageTask).messageId);
  });
}
