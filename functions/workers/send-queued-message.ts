import type { SQSEvent } from 'aws-lambda';
import { attemptQueuedMessage } from '../../shared/sending/single/attempt-queued-message';
import type { MessageTask } from '../../shared/outbox/relay-outbox';
import { getQueuedSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Message queue -> provider: opt-in texts, keyword replies, and sends for which the provider was not available. */
export const handler = worker('sendQueuedMessage', async (event: SQSEvent) => {
  const platform = getQueuedSendingPlatform();
  return forEachRecord(event, platform, async (body) => {
    await attemptQueuedMessage(platform, (body as MessageTask).messageId);
  });
});
