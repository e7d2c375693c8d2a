import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type Log, withLogContext } from '../../shared/platform/log';

/**
 * Works on the records side by side; one that fails comes back alone, the others are done. What is logged meanwhile says
 * which record it is about, and whatever else the work adds to the context.
 */
export async function forEachRecord(
  event: SQSEvent,
  log: Log,
  work: (body: unknown) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    event.Records.map(({ messageId, body }) =>
      withLogContext({ queueMessageId: messageId }, async () => {
        try {
          await work(JSON.parse(body) as unknown);
          return [];
        } catch (error) {
          log.error('Queue record failed', error);
          return [{ itemIdentifier: messageId }];
        }
      }),
    ),
  );
  return { batchItemFailures: failures.flat() };
}
