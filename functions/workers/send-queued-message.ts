import type { SQSEvent } from 'aws-lambda';
import { attemptQueuedMessage } from '../../shared/sending/single/attempt-queued-message';
import { giveFeedback } from '../../shared/sending/feedback/give-feedback';
import type { FeedbackTask, MessageTask } from '../../shared/outbox/relay-outbox';
import { withFeedback } from '../../shared/sending/platform/feedback-platform';
import { getQueuedSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Message queue -> provider: opt-in texts, keyword replies, sends for which the provider was not available, and feedback
 * on what people got.
 */
export const handler = worker(
  'sendQueuedMessage',
  async (event: SQSEvent) => {
    const platform = getQueuedSendingPlatform();
    return forEachRecord(event, platform, async (body) => {
      const task = body as MessageTask | FeedbackTask;
      if ('feedbackOn' in task) await giveFeedback(withFeedback(platform), task);
      else await attemptQueuedMessage(platform, task.messageId);
    });
  },
  { runs: 'whenActive' },
);
