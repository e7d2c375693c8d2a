import type { SQSEvent } from 'aws-lambda';
import type { WebhookTask } from '../../shared/outbox/relay-outbox';
import { outsideClock } from '../../shared/platform/clock';
import { readOutgoingPolicy } from '../../shared/platform/outgoing/public-address';
import { getPlatform } from '../../shared/platform/platform';
import { getSealingKey } from '../../shared/platform/secrets/sealing-key';
import { ATTEMPT_TIMEOUT_MS } from '../../shared/webhooks/attempt-delivery';
import { callbackRequest } from '../../shared/twilio/callback-request';
import { deliverQueue } from '../../shared/webhooks/deliver-queue';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Time for storing the results of the last attempts. */
const RESERVE_MS = 5_000;

/** Webhook queue -> the account's own servers. A message names an endpoint; the table has its due deliveries. */
export const handler = worker('deliverWebhook', async (event: SQSEvent, context) => {
  const platform = getPlatform();
  const deps = {
    ...platform,
    sealingKey: await getSealingKey(),
    policy: readOutgoingPolicy(),
    callbackRequest,
    onAttempt: (isDelivered: boolean) =>
      platform.metrics.record(isDelivered ? 'WebhooksDelivered' : 'WebhooksFailed', 1),
    receiverClock: process.env.LOCAL_SERVICE === '1' ? outsideClock : platform.clock,
  };
  const budgetMs = Math.max(0, context.getRemainingTimeInMillis() - ATTEMPT_TIMEOUT_MS - RESERVE_MS);
  return forEachRecord(event, platform, async (body) => {
    await deliverQueue(deps, { ...(body as WebhookTask), budgetMs });
  });
});
