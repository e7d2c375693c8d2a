import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { WebhookTask } from '../../shared/outbox/relay-outbox';
import { outsideClock } from '../../shared/platform/clock';
import { readOutgoingPolicy } from '../../shared/platform/outgoing/public-address';
import { getPlatform } from '../../shared/platform/platform';
import { getSealingKey } from '../../shared/platform/sealing-key';
import { ATTEMPT_TIMEOUT_MS } from '../../shared/webhooks/attempt-delivery';
import { drainLane } from '../../shared/webhooks/drain-lane';
import { forEachRecord } from './sqs-batch';

/** For writing down what the last attempts came to. */
const RESERVE_MS = 5_000;

/** Webhook queue -> the account's own servers. A message names an endpoint; the table says what is due there. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const platform = getPlatform();
  const deps = {
    ...platform,
    sealingKey: await getSealingKey(),
    policy: readOutgoingPolicy(),
    receiverClock: process.env.LOCAL_SERVICE === '1' ? outsideClock : platform.clock,
  };
  const budgetMs = Math.max(0, context.getRemainingTimeInMillis() - ATTEMPT_TIMEOUT_MS - RESERVE_MS);
  return forEachRecord(event, platform.log, async (body) => {
    await drainLane(deps, { ...(body as WebhookTask), budgetMs });
  });
}
