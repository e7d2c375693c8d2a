import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { PersonalQueue } from '../../shared/erasure/erase-dead-letters';
import type { QueueName } from '../../shared/platform/queues/queues';
import { PARTITIONS } from '../../shared/platform/store/keys';
import { DeadLetterQueue } from './dead-letter-queue';
import { workerSettingsOf } from './function-settings';
import { approvalTopicPrefix } from './naming';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { WorkQueue } from './work-queue';

interface WorkersProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
  receipts: WorkQueue;
}

const RELAY = 'functions/workers/outbox-relay.ts';

/** Returns the filter of the relay: only new outbox items of its own region from the table's stream. */
const outboxInserts = ({ region }: Stage) =>
  FilterCriteria.filter({
    eventName: FilterRule.isEqual('INSERT') as string[],
    dynamodb: {
      NewImage: {
        pk: { S: FilterRule.beginsWith(PARTITIONS.outbox) },
        sk: { S: FilterRule.isEqual('OUTBOX') as string[] },
        ...(region && {
          side: { S: region.side === 'second' ? FilterRule.exists() : FilterRule.notExists() },
        }),
      },
    },
  });

/** The parts behind the API: the outbox relay, the bus, the queues with their consumers, and the timer. */
export class Workers extends Construct {
  readonly bus: EventBus;
  /** Queues by name; a function has the address in `<NAME>_QUEUE_URL`. */
  readonly queues: Record<QueueName, WorkQueue>;

  /** Functions that hand messages to the provider. */
  readonly senders: ServiceFunction[];
  /** Functions that look numbers up. */
  readonly lookingUp: ServiceFunction[];
  /** Queue for descriptions of stream batches that the relay failed at until their retries ended. */
  readonly relayDeadLetters: DeadLetterQueue;
  readonly timerDeadLetters: DeadLetterQueue;
  readonly sweep: ServiceFunction;
  readonly relay: ServiceFunction;
  /** Worker of imports and exports. */
  readonly transfer: ServiceFunction;
  readonly erasePeople: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkersProps) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus');
    this.queues = {
      message: new WorkQueue(this, 'Messages', { consumer: 'functions/workers/send-queued-message.ts' }),
      chunk: new WorkQueue(this, 'Chunks', { consumer: 'functions/workers/send-chunk.ts' }),
      paced: new WorkQueue(this, 'PacedChunks', { consumer: 'functions/workers/send-paced-chunks.ts' }),
      webhook: new WorkQueue(this, 'Webhooks', { consumer: 'functions/workers/deliver-webhook.ts' }),
      erasure: new WorkQueue(this, 'Erasures', { consumer: 'functions/workers/erase-people.ts' }),
      transfer: new WorkQueue(this, 'Transfers', { consumer: 'functions/workers/transfer-contacts.ts' }),
      campaign: new WorkQueue(this, 'Campaigns', { consumer: 'functions/workers/work-campaigns.ts' }),
      customEvent: new WorkQueue(this, 'CustomEvents', { consumer: 'functions/workers/enter-by-events.ts' }),
    };

    this.relayDeadLetters = new DeadLetterQueue(this, 'OutboxRelayDeadLetters');
    const relay = (this.relay = new ServiceFunction(this, 'OutboxRelay', { ...props, entry: RELAY }));
    this.allowRelaying(relay);
    const { batchSize, maxConcurrency } = workerSettingsOf(RELAY);
    relay.addEventSource(
      new DynamoEventSource(props.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize,
        parallelizationFactor: maxConcurrency,
        retryAttempts: 20,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        // The items stay in the table, and the timer relays them.
        onFailure: new SqsDlq(this.relayDeadLetters),
        filters: [outboxInserts(props.stage)],
      }),
    );

    this.senders = [
      this.queues.message.addWorker(this, 'SendMessage', props),
      this.queues.chunk.addWorker(this, 'SendChunk', props),
      this.queues.paced.addWorker(this, 'SendPacedChunks', props),
    ];

    // What must wait goes back to its queue.
    for (const name of ['message', 'chunk', 'paced'] as const) {
      this.allowSending(this.queues[name].worker, name);
    }

    this.erasePeople = this.queues.erasure.addWorker(this, 'ErasePeople', props);
    // An unfinished run queues the next one.
    this.allowSending(this.erasePeople, 'erasure');
    this.transfer = this.queues.transfer.addWorker(this, 'TransferContacts', props);
    this.lookingUp = [this.queues.chunk.worker, this.queues.paced.worker, this.transfer];
    const workCampaigns = this.queues.campaign.addWorker(this, 'WorkCampaigns', props);
    // It queues its campaign again, and starts jobs.
    for (const name of ['campaign', 'chunk', 'paced'] as const) this.allowSending(workCampaigns, name);
    this.letSendNotices(workCampaigns, props.stage);

    this.queues.customEvent.addWorker(this, 'EnterByEvents', props);

    props.receipts.addWorker(this, 'RecordReceipt', props);

    const sweep = (this.sweep = new ServiceFunction(this, 'WakeDue', {
      ...props,
      entry: 'functions/workers/sweep.ts',
    }));
    this.allowRelaying(sweep);
    // It counts the hints that still wait before it sends them again.
    for (const name of ['chunk', 'paced'] as const) {
      this.queues[name].queue.grant(sweep, 'sqs:GetQueueAttributes');
    }
    sweep.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    this.timerDeadLetters = new DeadLetterQueue(this, 'TimerDeadLetters');
    new Schedule(this, 'EveryMinute', {
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      // No retry, since the next run is a minute later.
      target: new LambdaInvoke(sweep, {
        deadLetterQueue: this.timerDeadLetters,
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
      }),
    });
  }

  /** Lets erasures process the dead letters that can contain a number or a text. */
  letEraseSetAside(queues: Record<PersonalQueue, WorkQueue>): void {
    const all = Object.entries(queues);
    const setAside = all.map(([, { deadLetterQueue }]) => deadLetterQueue.queueArn);
    this.erasePeople.addToRolePolicy(
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
        resources: setAside,
      }),
    );
    for (const name of ['event', 'receipt'] as const)
      queues[name].queue.grant(this.erasePeople, 'sqs:SendMessage');
    const urls = all.map(([name, { queue, deadLetterQueue }]) => [
      name,
      [queue.queueUrl, deadLetterQueue.queueUrl],
    ]);
    this.erasePeople.addEnvironment('PERSONAL_QUEUES', Stack.of(this).toJsonString(Object.fromEntries(urls)));
  }

  /** Lets a function make and delete the topics of addresses that are told of approvals, and publish to them. */
  private letSendNotices(handler: ServiceFunction, stage: Stage): void {
    const begin = Stack.of(this).formatArn({ service: 'sns', resource: approvalTopicPrefix(stage) });
    handler.addEnvironment('APPROVAL_TOPICS', begin);
    handler.addToRolePolicy(
      new PolicyStatement({
        actions: ['sns:CreateTopic', 'sns:DeleteTopic', 'sns:Publish', 'sns:Subscribe'],
        resources: [`${begin}*`],
      }),
    );
  }

  private allowRelaying(handler: ServiceFunction): void {
    this.bus.grantPutEventsTo(handler);
    handler.addEnvironment('EVENT_BUS_NAME', this.bus.eventBusName);
    for (const name of Object.keys(this.queues) as QueueName[]) this.allowSending(handler, name);
  }

  private allowSending(handler: ServiceFunction, name: QueueName): void {
    const { queue } = this.queues[name];
    queue.grant(handler, 'sqs:SendMessage');
    if (this.queues[name].isWorkedBy(handler)) handler.allowLoop();
    handler.addEnvironment(`${name.toUpperCase()}_QUEUE_URL`, queue.queueUrl);
  }
}
