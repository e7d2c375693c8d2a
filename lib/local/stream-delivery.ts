import { randomUUID } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MovableClock } from './clock';
import { readBatchItemFailures, type StreamRecord } from './lambda-records';
import { createPause, type Pause } from './lifecycle';
import type { InvokeFunction, Log, StreamMapping } from './mappings';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** Delivery of the records of one shard to the mapping's function. */
export interface StreamDelivery {
  /** Delivers records. Ends when all are processed or skipped; a shard waits for it, as in Lambda. */
  deliver(shardId: string, records: StreamRecord[]): Promise<void>;
  /** Ends running retries; their records count as not delivered. */
  stop(): void;
}

/**
 * Creates a delivery that retries as Lambda does for streams: from the first failed record, in halves if the mapping
 * says so, with growing pauses. After the last retry the batch is described to the mapping's on-failure queue and
 * skipped.
 */
export function createStreamDelivery(options: {
  mapping: StreamMapping;
  invoke: InvokeFunction;
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
}): StreamDelivery {
  const { mapping, log } = options;
  const retryPauses = new Set<Pause>();
  const wakeAll = () => retryPauses.forEach((pause) => pause.wake());
  const endListening = options.clock.onAdvance(wakeAll);
  let isStopping = false;

  const waitBeforeRetry = async (attempt: number): Promise<void> => {
    const pause = createPause();
    retryPauses.add(pause);
    await pause.sleep(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt));
    retryPauses.delete(pause);
  };

  /** @returns the index of the first record to deliver again; absent when all are processed */
  const invokeWithRecords = async (records: StreamRecord[]): Promise<number | undefined> => {
    const sequenceNumbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    try {
      const answer = await options.invoke(mapping.functionLogicalId, { Records: records });
      if (!mapping.reportsBatchItemFailures) return undefined;
      const failed = readBatchItemFailures(answer, sequenceNumbers);
      if (failed === 'all') return 0;
      return failed.size === 0 ? undefined : sequenceNumbers.findIndex((number) => failed.has(number));
    } catch (error) {
      log.error('A function threw', error, { mapping: mapping.logicalId });
      return 0;
    }
  };

  const deliverBatch = async (shardId: string, batch: StreamRecord[]): Promise<void> => {
    let records = batch;
    for (let attempt = 0; !isStopping;) {
      const firstFailed = await invokeWithRecords(records);
      if (firstFailed === undefined) return;
      if (firstFailed > 0) {
        records = records.slice(firstFailed);
        attempt = 0;
      } else if (mapping.bisectBatchOnFunctionError && records.length > 1) {
        await waitBeforeRetry(0);
        const middle = Math.ceil(records.length / 2);
        await deliverBatch(shardId, records.slice(0, middle));
        return deliverBatch(shardId, records.slice(middle));
      } else if (attempt === mapping.maxRetryAttempts) {
        return giveUp(options, { shardId, records, attempt });
      } else {
        attempt++;
      }
      await waitBeforeRetry(attempt);
    }
  };

  return {
    deliver: async (shardId, records) => {
      for (let start = 0; start < records.length; start += mapping.batchSize) {
        await deliverBatch(shardId, records.slice(start, start + mapping.batchSize));
      }
    },
    stop: () => {
      isStopping = true;
      endListening();
      wakeAll();
    },
  };
}

/** Sends what Lambda sends to an on-failure destination: the position of the records, not the records. */
async function giveUp(
  { mapping, sqs, log }: { mapping: StreamMapping; sqs: SQSClient; log: Log },
  { shardId, records, attempt }: { shardId: string; records: StreamRecord[]; attempt: number },
): Promise<void> {
  log.warn('Stream records were given up on', { mapping: mapping.logicalId, count: records.length });
  if (mapping.onFailureQueueUrl === undefined) return;
  const [first, last] = [records[0]?.dynamodb, records.at(-1)?.dynamodb];
  const description = {
    requestContext: {
      requestId: randomUUID(),
      functionArn: mapping.functionArn,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: attempt + 1,
    },
    DDBStreamBatchInfo: {
      ...{ shardId, streamArn: mapping.streamArn, batchSize: records.length },
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: new Date(
        (first?.ApproximateCreationDateTime ?? 0) * 1000,
      ).toISOString(),
    },
  };
  try {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: mapping.onFailureQueueUrl,
        MessageBody: JSON.stringify(description),
      }),
    );
  } catch (error) {
    log.error('Cannot reach an on-failure queue', error, { mapping: mapping.logicalId });
  }
}
