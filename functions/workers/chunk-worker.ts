import type { SQSEvent } from 'aws-lambda';
import type { ChunkTask } from '../../shared/outbox/relay-outbox';
import { workChunks } from '../../shared/sending/jobs/process/work-chunk';
import { withLookUps } from '../../shared/sending/platform/look-up-platform';
import { getQueuedSendingPlatform } from '../../shared/sending/platform/sending-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Creates the handler of a queue of chunks, which hands their messages over to the provider. */
export const chunkWorker = (operation: string) =>
  worker(
    operation,
    async (event: SQSEvent, context) => {
      const platform = withLookUps(getQueuedSendingPlatform());
      return forEachRecord(event, platform, async (body) => {
        const { jobId, chunk } = body as ChunkTask;
        await workChunks(platform, { jobId, chunk, remainingMs: () => context.getRemainingTimeInMillis() });
      });
    },
    { runs: 'whenActive' },
  );
