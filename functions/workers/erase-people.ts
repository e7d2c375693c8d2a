import type { SQSEvent } from 'aws-lambda';
import { runErasures } from '../../shared/erasure/run-erasures';
import type { ErasureTask } from '../../shared/outbox/relay-outbox';
import { getFilesPlatform } from '../../shared/platform/files-platform';
import { getRelayPlatform } from '../../shared/platform/relay-platform';
import { forEachRecord } from './sqs-batch';
import { worker } from './worker';

/** Erasure queue -> everything that is stored of the people. */
export const handler = worker('erasePeople', async (event: SQSEvent, context) => {
  const platform = { ...getRelayPlatform(), ...getFilesPlatform() };
  return forEachRecord(event, platform, async (body) => {
    const { erasureId } = body as ErasureTask;
    await runErasures(platform, { erasureId, remainingMs: () => context.getRemainingTimeInMillis() });
  });
});
