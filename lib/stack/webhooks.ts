import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/platform/event-bus';
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

/** From the bus to the accounts' own servers: rule, queue, deliveries in the table, and the worker that sends them. */
export class Webhooks extends Construct {
  /** What endpoints' secrets are sealed with. Only the worker that signs, and the operator, can read it. */
  readonly key: Secret;
  readonly events: WorkQueue;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    this.events = new WorkQueue(this, 'Events', { consumer: 'functions/workers/fan-out-events.ts' });
    new Rule(this, 'ToEndpoints', {
      description: 'Every event of the service, for the accounts that asked for it',
      eventBus: props.bus,
      eventPattern: { source: [EVENT_SOURCE] },
      // What the bus cannot deliver is set aside where the queue's own dead letters are.
      targets: [new SqsQueue(this.events.queue, { deadLetterQueue: this.events.deadLetterQueue })],
    });

    const fanOut = this.events.addWorker(this, 'FanOut', props);
    props.webhookQueue.queue.grant(fanOut, 'sqs:SendMessage');
    fanOut.addEnvironment('WEBHOOK_QUEUE_URL', props.webhookQueue.queue.queueUrl);

    this.key = new Secret(this, 'Key', {
      description: 'Seals the secrets that webhooks are signed with',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: props.stage.removalPolicy,
    });
    const deliver = props.webhookQueue.addWorker(this, 'Deliver', props);
    this.key.grantRead(deliver);
    deliver.addEnvironment('WEBHOOK_KEY_ARN', this.key.secretArn);
    // Names are looked up on libuv's threads, four unless told otherwise: a few that hang would hold up everybody.
    deliver.addEnvironment('UV_THREADPOOL_SIZE', '16');
  }
}
