import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { workChunk } from '../../shared/jobs/work-chunk';
import type { ChunkTask } from '../../shared/outbox/relay-outbox';
import { getSendingPlatform } from '../../shared/platform/sending-platform';
import { forEachRecord } from './sqs-batch';

/** Chunk queue -> provider. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const platform = getSendingPlatform();
  return forEachRecord(event, platform.log, async (body) => {
    const { jobId, chunk } = body as ChunkTask;
    await workChunk(platform, { jobId, chunk, remainingMs: () => context.getRemainingTimeInMillis() });
  });
}
