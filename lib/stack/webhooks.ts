import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/platform/event-bus';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import { WorkQueue } from './work-queue';

export interface WebhooksProps {
  stage: Stage;
  table: Table;
  environment: Record<string, string>;
  bus: EventBus;
  /** On which endpoints travel that have deliveries due. */
  webhookQueue: WorkQueue;
}

const WORKER_TIMEOUT = Duration.minutes(1);
const VISIBILITY_TIMEOUT = Duration.minutes(6);

/** From the bus to the accounts' own servers: rule, queue, deliveries in the table, and the worker that sends them. */
export class Webhooks extends Construct {
  /** What endpoints' secrets are sealed with. Only the worker that signs, and the operator, can read it. */
  readonly key: Secret;
  readonly events: WorkQueue;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    this.events = new WorkQueue(this, 'Events', {
      visibilityTimeout: VISIBILITY_TIMEOUT,
      maxReceiveCount: 10,
    });
    new Rule(this, 'ToEndpoints', {
      description: 'Every event of the service, for the accounts that asked for it',
      eventBus: props.bus,
      eventPattern: { source: [EVENT_SOURCE] },
      targets: [new SqsQueue(this.events.queue)],
    });

    const fanOut = this.worker('FanOut', 'functions/workers/fan-out-events.ts', props);
    fanOut.addEventSource(
      new SqsEventSource(this.events.queue, {
        batchSize: 10,
        maxConcurrency: 10,
        reportBatchItemFailures: true,
      }),
    );
    props.webhookQueue.queue.grantSendMessages(fanOut);
    fanOut.addEnvironment('WEBHOOK_QUEUE_URL', props.webhookQueue.queue.queueUrl);

    this.key = new Secret(this, 'Key', {
      description: 'Seals the secrets that webhooks are signed with',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: props.stage.removalPolicy,
    });
    const deliver = this.worker('Deliver', 'functions/workers/deliver-webhook.ts', props);
    this.key.grantRead(deliver);
    deliver.addEnvironment('WEBHOOK_KEY_ARN', this.key.secretArn);
    deliver.addEventSource(
      new SqsEventSource(props.webhookQueue.queue, {
        // An endpoint that hangs keeps its batch for a minute: small batches, and many at once.
        batchSize: 5,
        maxConcurrency: 50,
        reportBatchItemFailures: true,
      }),
    );
  }

  private worker(id: string, entry: string, props: WebhooksProps): ServiceFunction {
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
}
