import { Duration } from 'aws-cdk-lib';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { TopicIntake } from './topic-intake';
import { WorkQueue, type WorkQueueProps } from './work-queue';

export interface WorkersProps {
  stage: Stage;
  table: Table;
  environment: Record<string, string>;
}

/** A worker's timeout, and six times it as its queue's visibility timeout, as AWS advises for event-source mappings. */
const WORKER_TIMEOUT = Duration.minutes(1);
const QUEUE: WorkQueueProps = { visibilityTimeout: Duration.minutes(6), maxReceiveCount: 10 };

/** Of everything that happens to the table, the relay only wants to know of new outbox items. */
const OUTBOX_INSERTS = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT') as string[],
  dynamodb: { NewImage: { sk: { S: FilterRule.isEqual('OUTBOX') as string[] } } },
});

/** Everything behind the API: the outbox relay, the bus, the queues with their consumers, and the timer. */
export class Workers extends Construct {
  readonly bus: EventBus;
  /** Where work waits, by name; `<NAME>_QUEUE_URL` tells a function the address. */
  readonly queues: Record<'message' | 'chunk' | 'webhook', WorkQueue>;

  /** The functions that hand messages to the provider. */
  readonly senders: ServiceFunction[];
  /** Where the provider reports what became of them. */
  readonly receiptTopic: Topic;

  constructor(scope: Construct, id: string, props: WorkersProps) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus');
    this.queues = {
      message: new WorkQueue(this, 'Messages', QUEUE),
      chunk: new WorkQueue(this, 'Chunks', QUEUE),
      webhook: new WorkQueue(this, 'Webhooks', QUEUE),
    };

    const relay = this.worker('OutboxRelay', 'functions/workers/outbox-relay.ts', props);
    this.allowRelaying(relay);
    relay.addEventSource(
      new DynamoEventSource(props.table as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 2,
        retryAttempts: 20,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // What is given up on here lies in the table still, and the timer relays it.
        onFailure: new SqsDlq(this.deadLetters('OutboxRelayDeadLetters')),
        filters: [OUTBOX_INSERTS],
      }),
    );

    const sendMessage = this.worker('SendMessage', 'functions/workers/send-message.ts', props);
    this.consume(sendMessage, { from: this.queues.message, batchSize: 10, maxConcurrency: 10 });

    const sendChunk = this.worker('SendChunk', 'functions/workers/send-chunk.ts', props);
    this.consume(sendChunk, { from: this.queues.chunk, batchSize: 1, maxConcurrency: 10 });

    this.senders = [sendMessage, sendChunk];

    const receipts = new TopicIntake(this, 'Receipts', { ...QUEUE, role: 'receipts' });
    this.receiptTopic = receipts.topic;
    const recordReceipt = this.worker('RecordReceipt', 'functions/workers/record-receipt.ts', props);
    this.consume(recordReceipt, { from: receipts.intake, batchSize: 10, maxConcurrency: 10 });

    const wakeDue = this.worker('WakeDue', 'functions/workers/wake-due.ts', props);
    this.allowRelaying(wakeDue);
    new Schedule(this, 'EveryMinute', {
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(wakeDue, {}),
    });
  }

  /** Hands the worker a batch at a time; what fails comes back alone. */
  private consume(
    handler: ServiceFunction,
    options: { from: WorkQueue; batchSize: number; maxConcurrency: number },
  ): void {
    handler.addEventSource(
      new SqsEventSource(options.from.queue, {
        batchSize: options.batchSize,
        maxConcurrency: options.maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
  }

  private worker(id: string, entry: string, props: WorkersProps): ServiceFunction {
    const handler = new ServiceFunction(this, id, {
      stage: props.stage,
      entry,
      environment: props.environment,
      memoryMb: 512,
      timeout: WORKER_TIMEOUT,
    });
    props.table.grantReadWriteData(handler);
    return handler;
  }

  private allowRelaying(handler: ServiceFunction): void {
    this.bus.grantPutEventsTo(handler);
    handler.addEnvironment('EVENT_BUS_NAME', this.bus.eventBusName);
    for (const [name, { queue }] of Object.entries(this.queues)) {
      queue.grantSendMessages(handler);
      handler.addEnvironment(`${name.toUpperCase()}_QUEUE_URL`, queue.queueUrl);
    }
  }

  private deadLetters(id: string): Queue {
    return new Queue(this, id, {
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    });
  }
}
