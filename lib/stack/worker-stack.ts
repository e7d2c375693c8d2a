import { CfnOutput, CfnResource, CrossStackReferences, Fn, ReferenceStrength } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Canary } from './canary';
import type { DataStack } from './data-stack';
import { EndUserMessaging } from './end-user-messaging';
import { EventArchive } from './event-archive';
import { GradualDeployment } from './gradual-deployment';
import { Monitoring } from './monitoring';
import { RestoreLog } from './restore-log';
import { letGo, StageStack } from './stage-stack';
import { Webhooks } from './webhooks';
import type { WorkQueue } from './work-queue';
import { Workers } from './workers';

interface QueueLists {
  queues: string;
  deadLetterQueues: string;
}

/** Stack of what works behind the API, with the alarms and the dashboard. */
export class WorkerStack extends StageStack {
  readonly workers: Workers;
  /** Queues by the name that the operator CLI uses. */
  readonly queues: Readonly<Record<string, WorkQueue>>;
  /** The same as JSON, in the form of `readQueues()`, for the stack of the API. */
  readonly lists: Readonly<Record<'names' | 'urls', QueueLists>>;
  /** Absent with the simulator. */
  readonly endUserMessaging: EndUserMessaging | undefined;
  /** Absent when the stage has none. */
  readonly canary: Canary | undefined;
  /** Absent when the stage has no alarms. */
  readonly monitoring: Monitoring | undefined;

  constructor(scope: Construct, data: DataStack, environment: Record<string, string>) {
    const { stage, table, api, keys, media } = data;
    super(scope, stage, {
      part: 'Workers',
      description: 'Self-hosted SMS and MMS messaging service: what works behind the API',
    });
    // CloudFormation keeps what this stack names of the data for as long as it does.
    CrossStackReferences.of(this).consume(ReferenceStrength.STRONG);
    const parts = { stage, table, environment };
    const receipts = data.receipts.intake;
    const inbound = data.inbound.intake;
    const workers = (this.workers = new Workers(this, 'Workers', { ...parts, receipts }));
    const webhooks = new Webhooks(this, 'Webhooks', {
      ...parts,
      bus: workers.bus,
      webhookQueue: workers.queues.webhook,
      receipts,
      keys,
    });
    inbound.addWorker(this, 'ReceiveInbound', {
      ...parts,
      environment: { ...environment, KEYWORD_REPLIES: stage.keywordReplies ? 'on' : 'off' },
    });
    data.linkLogs?.addWorker(this, 'CountClicks', parts);
    const queues = (this.queues = {
      ...workers.queues,
      ...{ event: webhooks.events, receipt: receipts, inbound },
      ...(data.linkLogs && { linkLog: data.linkLogs.queue }),
    });
    workers.letEraseSetAside({ event: webhooks.events, receipt: receipts, inbound });
    if (stage.provider.name === 'eum' && media) {
      this.endUserMessaging = new EndUserMessaging(this, 'EndUserMessaging', {
        provider: stage.provider,
        receiptTopic: data.receipts.topic,
        media,
      });
      for (const sender of workers.senders) this.endUserMessaging.letSend(sender);
      this.endUserMessaging.letGiveFeedback(workers.queues.message.worker);
      for (const handler of workers.lookingUp) this.endUserMessaging.letLookUp(handler);
      this.endUserMessaging.letReadSpendLimit(workers.sweep);
    }
    if (stage.canary) this.canary = new Canary(this, 'Canary', parts);
    const archive =
      data.archive &&
      new EventArchive(this, 'EventArchive', { ...parts, bus: workers.bus, bucket: data.archive, keys });
    if (archive) receipts.worker.addEnvironment('EVENT_ARCHIVE', stage.eventArchive);
    const restoreLog =
      data.restoreLog && new RestoreLog(this, 'RestoreLog', { ...parts, bucket: data.restoreLog });
    this.lists = {
      names: this.listQueues('Names', ({ queueName }) => queueName),
      urls: this.listQueues('Urls', ({ queueUrl }) => queueUrl),
    };
    if (stage.alarms) {
      const parts = { stage, table, api, workers, queues, archive, restoreLog };
      this.monitoring = new Monitoring(this, 'Monitoring', parts);
    }
    if (stage.gradualDeployment) {
      new GradualDeployment(this, 'WorkerDeployment', { stage, watches: 'records' });
    }
    // A release that removes a queue deploys this stack first, while that of the API still names it.
    for (const construct of this.node.findAll()) if (CfnResource.isCfnResource(construct)) letGo(construct);
  }

  /** Lists the queues in outputs: the stack of the API looks up each list, and not each queue, which takes many requests. */
  private listQueues(of: string, tell: (queue: Queue) => string): QueueLists {
    const { queues, workers } = this;
    const list = (name: string, listed: object) => {
      new CfnOutput(this, `${name}${of}`, { value: this.toJsonString(listed) });
      return Fn.getStackOutput(this.stackName, `${name}${of}`);
    };
    const pairs = Object.entries(queues).map(
      ([name, { queue, deadLetterQueue }]) => [name, [tell(queue), tell(deadLetterQueue)]] as const,
    );
    return {
      queues: list('Queue', Object.fromEntries(pairs)),
      deadLetterQueues: list('DeadLetterQueue', {
        relay: tell(workers.relayDeadLetters),
        timer: tell(workers.timerDeadLetters),
      }),
    };
  }
}
