import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { MovableClock } from './clock';
import { readBatchItemFailures, toSqsRecord } from './lambda-records';
import { createPause, settleWithinStopTimeout } from './lifecycle';
import type { InvokeFunction, Log, Poller, QueueMapping } from './mappings';

/** Longest wait of a receive, which a stop cuts short: the queues end with the service, so nothing is lost in it. */
const LONG_POLL_SECONDS = 20;
/** Longest time in which a batch is filled. */
const LONGEST_WINDOW_MS = 100;
const GATHER_PAUSE_MS = 50;
const RETRY_AFTER_ERROR_MS = 1_000;
/** Limit of SQS: messages in one receive, and entries in one batch call. */
const MAX_MESSAGES_PER_CALL = 10;

interface QueuePollerOptions {
  mapping: QueueMapping;
  invoke: InvokeFunction;
  sqs: SQSClient;
  clock: MovableClock;
  log: Log;
}

/**
 * Feeds a function from its queue as an event-source mapping does: batches within a window, a bounded number of
 * concurrent invocations, deletion of the messages that succeeded. A failed message stays in the queue until its
 * visibility timeout ends, and the queue's redrive policy moves it to the dead-letter queue in the end.
 */
export function startQueuePoller(options: QueuePollerOptions): Poller {
  const { mapping, log } = options;
  const running = new Set<Promise<void>>();
  const pause = createPause();
  const endListening = options.clock.onAdvance(() => pause.wake());
  const stopping = new AbortController();
  const { signal } = stopping;

  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      if (running.size >= mapping.maxConcurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        const messages = await gatherBatch(options, signal);
        if (messages.length === 0 || signal.aborted) continue;
        const task = processBatch(options, messages).finally(() => running.delete(task));
        running.add(task);
      } catch (error) {
        if (signal.aborted) return;
        log.error('Cannot receive from a queue', error, { mapping: mapping.logicalId });
        await pause.sleep(RETRY_AFTER_ERROR_MS);
      }
    }
  };
  const looping = loop();

  return {
    stop: async () => {
      stopping.abort();
      endListening();
      pause.wake();
      await settleWithinStopTimeout([looping, ...running]);
    },
  };
}

/**
 * Receives until the batch is full or its window, counted from the first message, ends. The window is too short to
 * notice, since it only saves invocations, which cost nothing here.
 */
async function gatherBatch(options: QueuePollerOptions, signal: AbortSignal): Promise<Message[]> {
  const { batchSize, maxBatchingWindowSeconds } = options.mapping;
  const messages = await receive(options, { count: batchSize, waitSeconds: LONG_POLL_SECONDS, signal });
  // Windows are real seconds: moving the clock neither ends nor stretches them.
  const closesAt = performance.now() + Math.min(LONGEST_WINDOW_MS, maxBatchingWindowSeconds * 1000);
  while (messages.length > 0 && messages.length < batchSize && !signal.aborted) {
    const remainingMs = closesAt - performance.now();
    if (remainingMs <= 0) break;
    const more = await receive(options, { count: batchSize - messages.length, waitSeconds: 0, signal });
    messages.push(...more);
    if (more.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(GATHER_PAUSE_MS, remainingMs)));
    }
  }
  return messages;
}

async function receive(
  { sqs, mapping }: QueuePollerOptions,
  { count, waitSeconds, signal }: { count: number; waitSeconds: number; signal: AbortSignal },
): Promise<Message[]> {
  const { Messages: messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: mapping.queueUrl,
      MaxNumberOfMessages: Math.min(count, MAX_MESSAGES_PER_CALL),
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
    { abortSignal: signal },
  );
  return messages ?? [];
}

/** Passes a batch to the function, and deletes the messages that succeeded. */
async function processBatch(options: QueuePollerOptions, messages: Message[]): Promise<void> {
  const { mapping, log } = options;
  const failed = await invokeWithBatch(options, messages);
  if (failed === 'all') {
    log.warn('A function failed a whole batch', { mapping: mapping.logicalId, count: messages.length });
    return;
  }
  const succeeded = messages.filter(({ MessageId: id = '' }) => !failed.has(id));
  await remove(options, succeeded).catch((error: unknown) =>
    log.error('Cannot delete from a queue', error, { mapping: mapping.logicalId }),
  );
}

async function invokeWithBatch(
  { mapping, invoke, log }: QueuePollerOptions,
  messages: Message[],
): Promise<Set<string> | 'all'> {
  const records = messages.map((message) => toSqsRecord(message, mapping.queueArn));
  try {
    const answer = await invoke(mapping.functionLogicalId, { Records: records });
    const ids = records.map(({ messageId }) => messageId);
    return mapping.reportsBatchItemFailures ? readBatchItemFailures(answer, ids) : new Set();
  } catch (error) {
    log.error('A function threw', error, { mapping: mapping.logicalId });
    return 'all';
  }
}

async function remove({ sqs, mapping, log }: QueuePollerOptions, messages: Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += MAX_MESSAGES_PER_CALL) {
    const entries = messages
      .slice(start, start + MAX_MESSAGES_PER_CALL)
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed: failed = [] } = await sqs.send(
      new DeleteMessageBatchCommand({ QueueUrl: mapping.queueUrl, Entries: entries }),
    );
    if (failed.length > 0) {
      log.warn('Messages were not deleted', { mapping: mapping.logicalId, count: failed.length });
    }
  }
}
