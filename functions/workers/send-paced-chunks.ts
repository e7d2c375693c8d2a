import type { SQSEvent } from 'aws-lambda';
import { workChunks } from '../../shared/sending/jobs/process/work-chunk';
import type { ChunkTask } from '../../shared/outbox/relay-outbox';
import { withLookUps } from '../../shared/sending/platform/look-up-platform';
import { getQueuedSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/**
 * Paced queue -> provider: chunks of many slow numbers concurrently, so that one invocation waits for all their slots.
 */
export const handler = worker(
  'sendPacedChunks',
  async (event: SQSEvent, context) => {
    const platform = withLookUps(getQueuedSendingPlatform());
    return forEachRecord(event, platform, async (body) => {
      const { jobId, chunk } = body as ChunkTask;
      await workChunks(platform, { jobId, chunk, remainingMs: () => context.getRemainingTimeInMillis() });
    });
  },
  { runs: 'whenActive' },
);
