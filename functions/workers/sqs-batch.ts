import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { withLogContext } from '../../shared/platform/observability/log';
import type { Platform } from '../../shared/platform/platform';
import { continueTrace, traceOfRecord } from '../../shared/platform/observability/tracing';
import { createVisibility, showAgainSoon, type Visibility } from '../../shared/platform/queues/visibility';

type Watch = Pick<Platform, 'log' | 'metrics'> & Partial<Pick<Platform, 'visibility'>>;

let ownVisibility: Visibility | undefined;

/**
 * Processes the records concurrently. A record whose work throws, including `StoreBusyError`, stays on its queue, which
 * delivers it again; the others are done. Each log line has the record, and what the work adds to the context.
 */
export async function forEachRecord(
  event: SQSEvent,
  watch: Watch,
  work: (body: unknown) => Promise<void>,
): Promise<SQSBatchResponse> {
  const outcomes = await Promise.all(
    event.Records.map((record) =>
      workOnRecord(record, watch, async () => work(JSON.parse(record.body) as unknown)),
    ),
  );
  return keepOnQueue(
    event.Records.filter((_, index) => outcomes[index] === 'failed'),
    watch,
  );
}

/**
 * Processes one record in its own trace. A failure is logged and counted, because Lambda counts a batch with failed
 * records as a success.
 */
export async function workOnRecord(
  record: SQSRecord,
  { log, metrics }: Watch,
  work: () => Promise<void>,
): Promise<'done' | 'failed'> {
  return withLogContext({ queueMessageId: record.messageId }, async () => {
    try {
      await continueTrace(traceOfRecord(record), work);
      return 'done';
    } catch (error) {
      log.error('Queue record failed', error);
      metrics.record('RecordsFailed', 1);
      return 'failed';
    }
  });
}

/** Reads every record before any is processed, for workers that process several together. */
export async function readRecords<Value>(
  event: SQSEvent,
  watch: Watch,
  read: (body: unknown) => Value,
): Promise<{ values: Array<{ value: Value; record: SQSRecord }>; unreadable: SQSRecord[] }> {
  const values: Array<{ value: Value; record: SQSRecord }> = [];
  const unreadable: SQSRecord[] = [];
  for (const record of event.Records) {
    const outcome = await workOnRecord(record, watch, async () => {
      values.push({ value: read(JSON.parse(record.body) as unknown), record });
    });
    if (outcome === 'failed') unreadable.push(record);
  }
  return { values, unreadable };
}

/** Returns the batch response: the failed records stay on the queue, which soon delivers them again. */
export async function keepOnQueue(failed: SQSRecord[], watch: Watch): Promise<SQSBatchResponse> {
  try {
    await showAgainSoon(watch.visibility ?? (ownVisibility ??= createVisibility()), failed);
  } catch (error) {
    watch.log.error('Failed records stay hidden for as long as their queue says', error);
  }
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
