import type { SQSEvent } from 'aws-lambda';
import { runErasures } from '../../shared/erasure/run-erasures';
import { readQueues } from '../../shared/operations/watched-queues';
import type { ErasureTask } from '../../shared/outbox/relay-outbox';
import { createDeadLetters, type DeadLetters } from '../../shared/platform/queues/dead-letters';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import { readInboundText } from '../../shared/platform/provider/eum/inbound-text';
import { getQueuePlatform } from '../../shared/platform/queues/queue-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Erasure queue -> all data of the people to erase. */
export const handler = worker(
  'erasePeople',
  async (event: SQSEvent, context) => {
    const platform = getErasurePlatform();
    return forEachRecord(event, platform, async (body) => {
      const { erasureId } = body as ErasureTask;
      await runErasures(platform, { erasureId, remainingMs: () => context.getRemainingTimeInMillis() });
    });
  },
  { runs: 'whenActive' },
);

function getErasurePlatform() {
  const platform: ReturnType<typeof getQueuePlatform> & { deadLetters?: DeadLetters } = getQueuePlatform();
  const { config } = platform;
  const deadLetters = (platform.deadLetters ??= createDeadLetters(
    readQueues({ queues: config.personalQueues(), deadLetterQueues: '{}' }),
  ));
  return Object.assign(platform, getFilesPlatform(), { deadLetters, readInboundText });
}
