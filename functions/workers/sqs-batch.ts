import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Log } from '../../shared/platform/log';

/** Works on the records side by side; one that fails comes back alone, the others are done. */
export async function forEachRecord(
  event: SQSEvent,
  log: Log,
  work: (body: unknown) => Promise<void>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(
    event.Records.map(async (record) => work(JSON.parse(record.body) as unknown)),
  );
  const failed = outcomes.flatMap((outcome, index) => {
    if (outcome.status === 'fulfilled') return [];
    const messageId = event.Records[index]?.messageId ?? '';
    log.error('Queue record failed', outcome.reason, { queueMessageId: messageId });
    return [{ itemIdentifier: messageId }];
  });
  return { batchItemFailures: failed };
}
