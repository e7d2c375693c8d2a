import { Duration, type RemovalPolicy } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { HIDDEN_AFTER_FAILURE_SECONDS } from '../../shared/platform/queues/visibility';
import { DeadLetterQueue } from './dead-letter-queue';
import { type WorkerEntry, workerSettingsOf } from './function-settings';
import { ServiceFunction, type ServiceFunctionProps } from './service-function';
import { concurrencyOf } from './size';
import { QUEUE_SECURITY } from './queue-security';

/**
 * Time that a message stays hidden, in timeouts of its consumer: SQS must not deliver it again while a worker processes
 * it, and Lambda retries a batch that it could not start. AWS advises six.
 */
const TIMEOUTS_HIDDEN = 6;
/**
 * Deliveries before a message goes to the dead-letter queue: an hour of failures at least, after six that follow soon.
 */
const MAX_RECEIVE_COUNT = 10 + HIDDEN_AFTER_FAILURE_SECONDS.length;

interface WorkQueueProps {
  consumer: WorkerEntry;
  /** Fate of both queues and their messages when they leave the stack; absent: deleted, the table has the work itself. */
  removalPolicy?: RemovalPolicy;
}

/** Queue with its dead-letter queue, made for one worker. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetterQueue: DeadLetterQueue;
  private readonly consumer: WorkerEntry;
  private handler: ServiceFunction | undefined;

  constructor(scope: Construct, id: string, { consumer, ...fate }: WorkQueueProps) {
    super(scope, id);
    this.consumer = consumer;
    this.deadLetterQueue = new DeadLetterQueue(this, 'DeadLetters', fate);
    this.queue = new Queue(this, 'Queue', {
      ...QUEUE_SECURITY,
      ...fate,
      visibilityTimeout: Duration.seconds(TIMEOUTS_HIDDEN * workerSettingsOf(consumer).timeoutSeconds),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetterQueue, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
  }

  /** Worker that takes the messages. */
  get worker(): ServiceFunction {
    if (!this.handler) throw new Error(`${this.node.path} has no worker`);
    return this.handler;
  }

  isWorkedBy(handler: ServiceFunction): boolean {
    return this.handler === handler;
  }

  /** Makes the worker that receives this queue's messages in batches; only the failed messages stay on the queue. */
  addWorker(scope: Construct, id: string, props: Omit<ServiceFunctionProps, 'entry'>): ServiceFunction {
    const { batchSize, batchWindowSeconds, maxConcurrency } = workerSettingsOf(this.consumer);
    const worker = new ServiceFunction(scope, id, { ...props, entry: this.consumer });
    this.handler = worker;
    worker.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize,
        ...(batchWindowSeconds !== undefined && { maxBatchingWindow: Duration.seconds(batchWindowSeconds) }),
        maxConcurrency: concurrencyOf({ entry: this.consumer, maxConcurrency }, props.stage.size),
        reportBatchItemFailures: true,
      }),
    );
    return worker;
  }
}
