import type { SQSEvent } from 'aws-lambda';
import { workChunks } from '../../shared/sending/jobs/process/work-chunk';
import type { ChunkTask } from '../../shared/outbox/relay-outbox';
import { withLookUps } from '../../shared/sending/platform/look-up-platform';
import { getQueuedSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Chunk queue -> provider. */
export const handler = worker(
  'sendChunk',
  async (event: SQSEvent, context) => {
    const platform = withLookUps(getQueuedSendingPlatform());
    return forEachRecord(event, platform, async (body) => {
      const { jobId, chunk } = body as ChunkTask;
      await workChunks(platform, { jobId, chunk, remainingMs: () => context.getRemainingTimeInMillis() });
    });
  },
  { runs: 'whenActive' },
);
