import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { timeZoneRelease } from '../../shared/time-zones/time-zone';
import { Api } from './api';
import { ApiRoutes } from './api-routes';
import { Console } from './console';
import { DataTable } from './data-table';
import { EndUserMessaging } from './end-user-messaging';
import { FileBucket } from './file-bucket';
import { GradualDeployment } from './gradual-deployment';
import { Inbound } from './inbound';
import { Monitoring } from './monitoring';
import { KEPT_OUTPUT } from './last-deployment';
import { neededQuotasOf } from './needed-quotas';
import { METRICS_NAMESPACE, metricsService } from './naming';
import { leastConcurrency } from './size';
import type { Stage } from './stage';
import { ServiceFunction } from './service-function';
import { Webhooks } from './webhooks';
import { Workers } from './workers';

/** The whole service in one stack. Nothing in it has a fixed name, so that stages never collide. */
export class MessagingStack extends Stack {
  readonly stage: Stage;

  constructor(scope: Construct, stage: Stage, props: StackProps = {}) {
    super(scope, `Messaging-${stage.name}`, props);
    this.stage = stage;
    this.terminationProtection = stage.deletion === 'protected';
    const { provider } = stage;
    const { table } = new DataTable(this, 'Data', stage);
    const gateway = new Api(this, 'Gateway', stage);
    const environment = {
      TABLE_NAME: table.tableName,
      BASE_URL: gateway.baseUrl,
      PROVIDER: provider.name,
      CONSOLE: stage.console ? 'on' : 'off',
      ...(provider.name === 'simulator' && { SIMULATOR_URL: provider.url }),
      POWERTOOLS_SERVICE_NAME: metricsService(stage),
      POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
    };
    const parts = { stage, table, environment };
    const { handlers, publicRoutes } = new ApiRoutes(this, 'Http', { ...parts, gateway });
    const console = stage.console ? new Console(this, 'Console', { ...parts, gateway }) : undefined;
    gateway.limitPublicRoutes(new Map([...publicRoutes, ...(console?.publicRoutes ?? [])]));
    const workers = new Workers(this, 'Workers', parts);
    const { queues, receipts } = workers;
    const webhooks = new Webhooks(this, 'Webhooks', {
      ...parts,
      bus: workers.bus,
      webhookQueue: queues.webhook,
      receipts: receipts.intake,
    });
    if (console) webhooks.letSeal(console.account);
    const inbound = new Inbound(this, 'Inbound', parts);
    const allQueues = {
      ...queues,
      event: webhooks.events,
      receipt: receipts.intake,
      inbound: inbound.intake,
    };
    const concurrency = String(leastConcurrency(stage.size));
    const neededQuotas = JSON.stringify(neededQuotasOf(stage));
    if (provider.name === 'eum') {
      const sendingRoutes = ['sendMessage', 'sendTwilioMessage', 'testCampaign'].map((operationId) =>
        handlers.get(operationId),
      );
      const { configurationSetName } = new EndUserMessaging(this, 'EndUserMessaging', {
        stage,
        provider,
        receiptTopic: receipts.topic,
        timer: workers.sweep,
        senders: [...workers.senders, ...sendingRoutes.filter((handler) => handler !== undefined)],
      });
      console?.letExamine({
        INBOUND_TOPIC_ARN: inbound.topic.topicArn,
        RECEIPT_TOPIC_ARN: receipts.topic.topicArn,
        EUM_CONFIGURATION_SET: configurationSetName,
        LEAST_CONCURRENCY: concurrency,
        NEEDED_QUOTAS: neededQuotas,
      });
    }
    const erasureKey = this.addKey('Erasure', {
      stage,
      description: 'Hashes the phone numbers of erased people',
      isNeededBy: (handler) => handler.hashesErasedPeople,
    });
    this.addKey('Cursor', {
      stage,
      description: 'Seals the cursors of lists',
      isNeededBy: (handler) => handler.sealsCursors,
    });
    const files = new FileBucket(this, 'Files', {
      stage,
      consoleOrigin: console && gateway.baseUrl,
      functions: new Map(
        [...handlers.values(), workers.transfer, workers.erasePeople].map((handler) => [
          handler.handlerFile,
          handler,
        ]),
      ),
    });
    console?.letPagesSendTo(files.origin);
    const queuesText = this.toJsonString(
      Object.fromEntries(
        Object.entries(allQueues).map(([name, { queue, deadLetterQueue }]) => [
          name,
          [queue.queueUrl, deadLetterQueue.queueUrl],
        ]),
      ),
    );
    const { relayDeadLetters, timerDeadLetters } = workers;
    const deadLetterQueuesText = this.toJsonString({
      relay: relayDeadLetters.queueUrl,
      timer: timerDeadLetters.queueUrl,
    });
    console?.letOperate({
      queues: Object.values(allQueues),
      deadLetters: [relayDeadLetters, timerDeadLetters],
      timer: workers.sweep,
      environment: { QUEUES: queuesText, DEAD_LETTER_QUEUES: deadLetterQueuesText },
    });
    workers.letEraseSetAside({
      event: webhooks.events,
      receipt: receipts.intake,
      inbound: inbound.intake,
    });
    if (stage.alarms) {
      new Monitoring(this, 'Monitoring', { stage, table, gateway, workers, queues: allQueues });
    }
    if (stage.gradualDeployment) new GradualDeployment(this, 'GradualDeployment', { stage, gateway });
    Tags.of(this).add('service', 'messaging-service');
    Tags.of(this).add('stage', stage.name);

    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, KEPT_OUTPUT, {
      description: 'What a later deployment is held against, so that it drops nothing by mistake',
      value: JSON.stringify(stage.kept),
    });
    new CfnOutput(this, 'BaseUrl', { value: gateway.baseUrl });
    new CfnOutput(this, 'Provider', { value: provider.name });
    new CfnOutput(this, 'LeastConcurrency', {
      description:
        'Lambda concurrency of the AWS account with less of which requests fail while workers are busy',
      value: concurrency,
    });
    new CfnOutput(this, 'NeededQuotas', {
      description:
        'Quotas of the AWS account, for each second, with less of which the load of the stage is throttled',
      value: neededQuotas,
    });
    new CfnOutput(this, 'InboundTopicArn', { value: inbound.topic.topicArn });
    new CfnOutput(this, 'WebhookKeyArn', { value: webhooks.key.secretArn });
    new CfnOutput(this, 'ErasureKeyArn', { value: erasureKey.secretArn });
    new CfnOutput(this, 'Queues', {
      description: 'Queues by name, each with its dead-letter queue; the operator CLI reads them here',
      value: queuesText,
    });
    new CfnOutput(this, 'DeadLetterQueues', {
      description: 'Dead-letter queues of what has no queue: the timer takes up what they tell of',
      value: deadLetterQueuesText,
    });
    new CfnOutput(this, 'TimeZones', {
      description: "Release of IANA's time zones that sending goes by",
      value: timeZoneRelease(),
    });
    new CfnOutput(this, 'TimerFunctionName', { value: workers.sweep.functionName });
  }

  /** Adds a key of its own for the functions that need it, with its ARN in their variable `<NAME>_KEY_ARN`. */
  private addKey(
    name: 'Erasure' | 'Cursor',
    options: { stage: Stage; description: string; isNeededBy: (handler: ServiceFunction) => boolean },
  ): Secret {
    const { stage, description, isNeededBy } = options;
    const key = new Secret(this, `${name}Key`, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    for (const construct of this.node.findAll()) {
      if (!(construct instanceof ServiceFunction) || !isNeededBy(construct)) continue;
      key.grantRead(construct);
      construct.addEnvironment(`${name.toUpperCase()}_KEY_ARN`, key.secretArn);
    }
    return key;
  }
}
