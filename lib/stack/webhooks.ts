import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../shared/platform/queues/event-bus';
import { OUTBOX_ID_PREFIX } from '../../shared/outbox/outbox';
import type { SealingKeys } from './sealing-keys';
import type { Stage } from './stage';
import { WorkQueue } from './work-queue';

interface WebhooksProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
  bus: EventBus;
  /** Queue of the endpoints that have deliveries due. */
  webhookQueue: WorkQueue;
  /**
   * Queue whose worker writes the deliveries of its events itself, and publishes the events for the operator's rules.
   */
  receipts: WorkQueue;
  keys: SealingKeys;
}

/**
 * Path of events from the bus to the accounts' own servers: rule, queue, deliveries in the table, and the worker that
 * sends them.
 */
export class Webhooks extends Construct {
  readonly events: WorkQueue;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    this.events = new WorkQueue(this, 'Events', { consumer: 'functions/workers/fan-out-events.ts' });
    // Events that the bus cannot deliver go to the queue's own dead letters.
    const targets = [new SqsQueue(this.events.queue, { deadLetterQueue: this.events.deadLetterQueue })];
    new Rule(this, 'ToEndpoints', {
      description: 'Events from the outbox, for the accounts that asked for them',
      eventBus: props.bus,
      eventPattern: { source: [EVENT_SOURCE], resources: Match.prefix(OUTBOX_ID_PREFIX) },
      targets,
    });
    new Rule(this, 'ForeignToEndpoints', {
      description: 'Events that the operator puts on the bus in the name of the service',
      eventBus: props.bus,
      eventPattern: { source: [EVENT_SOURCE], resources: Match.doesNotExist() },
      targets,
    });

    const fanOut = this.events.addWorker(this, 'FanOut', props);
    for (const teller of [fanOut, props.receipts.worker]) {
      props.webhookQueue.queue.grant(teller, 'sqs:SendMessage');
      teller.addEnvironment('WEBHOOK_QUEUE_URL', props.webhookQueue.queue.queueUrl);
    }
    props.bus.grantPutEventsTo(props.receipts.worker);
    props.receipts.worker.addEnvironment('EVENT_BUS_NAME', props.bus.eventBusName);

    const deliver = props.webhookQueue.addWorker(this, 'Deliver', props);
    props.keys.letSeal(deliver);
    // Names are resolved on libuv's threads, four by default: a few slow look-ups would block all of them.
    deliver.addEnvironment('UV_THREADPOOL_SIZE', '16');
  }
}
