import { CfnOutput, CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { RELEASE } from '../../shared/platform/release';
import { timeZoneRelease } from '../../shared/time-zones/time-zone';
import { ApiRoutes, EDGE_PATH } from './api-routes';
import { Console } from './console';
import type { DataStack } from './data-stack';
import { Entrance } from './entrance';
import { GradualDeployment } from './gradual-deployment';
import { KEPT_OUTPUT } from './last-deployment';
import { LINK_PATH_OUTPUT, linkOriginOutput } from './naming';
import { neededQuotasOf } from './needed-quotas';
import { leastConcurrency } from './size';
import { StageStack } from './stage-stack';
import type { WorkerStack } from './worker-stack';

/** Operations of the API that hand messages to the provider themselves. */
const SENDING_OPERATIONS = ['sendMessage', 'sendTwilioMessage', 'testCampaign'];

interface Parts {
  data: DataStack;
  behind: WorkerStack;
  environment: Record<string, string>;
}

/** Stack that people and programs reach: the API and the console. A stage is known by its name, and by its outputs. */
export class ApiStack extends StageStack {
  constructor(scope: Construct, { data, behind, environment }: Parts) {
    const { stage, table, api, baseUrl, keys, signIn } = data;
    super(scope, stage, { description: 'Self-hosted SMS and MMS messaging service' });
    // CloudFormation looks up each weak reference by itself, and is throttled when a stack has hundreds of them.
    CrossStackReferences.of(this).consume(ReferenceStrength.STRONG);
    const parts = { stage, table, environment, api };
    const entrance = new Entrance(this, 'Gateway', { stage, api });
    const { handlers, publicRoutes } = new ApiRoutes(this, 'Http', parts);
    const console = signIn && new Console(this, 'Console', { ...parts, baseUrl, signIn });
    entrance.limitPublicRoutes(new Map([...publicRoutes, ...(console?.publicRoutes ?? [])]));
    for (const operation of SENDING_OPERATIONS) {
      const handler = handlers.get(operation);
      if (handler) behind.endUserMessaging?.letSend(handler);
    }
    if (stage.gradualDeployment) {
      new GradualDeployment(this, 'ApiDeployment', { stage, watches: { requestsOf: api } });
    }
    const outputs = this.addOutputs({ data, behind, entrance });
    if (!console) return;
    keys.letSeal(console.account);
    console.letPagesSendTo(data.files.origin);
    const { workers, queues, endUserMessaging } = behind;
    console.letOperate({
      queues: Object.values(queues),
      deadLetters: [workers.relayDeadLetters, workers.timerDeadLetters],
      timer: workers.sweep,
      // URLs of all queues take more than the 4 KB of Lambda's environment variables.
      environment: {
        QUEUES: behind.lists.names.queues,
        DEAD_LETTER_QUEUES: behind.lists.names.deadLetterQueues,
        QUEUES_BASE_URL: workers.timerDeadLetters.queueUrl,
      },
    });
    // CloudFormation names an alarm after its stack.
    if (stage.alarms) console.letReadAlarms({ prefix: `${behind.stackName}-` });
    if (endUserMessaging) {
      console.letExamine({
        INBOUND_TOPIC_ARN: data.inbound.topic.topicArn,
        RECEIPT_TOPIC_ARN: data.receipts.topic.topicArn,
        EUM_CONFIGURATION_SET: endUserMessaging.configurationSetName,
        LEAST_CONCURRENCY: outputs.concurrency,
        NEEDED_QUOTAS: outputs.neededQuotas,
        STACK_NAME: this.stackName,
      });
    }
  }

  /** Adds what the operator CLI, and the guard of the next deployment, read of a stage. */
  private addOutputs({
    data,
    behind,
    entrance,
  }: {
    data: DataStack;
    behind: WorkerStack;
    entrance: Entrance;
  }) {
    const { stage } = this;
    const { workers, endUserMessaging, monitoring } = behind;
    const add = (name: string, value: string | undefined, description?: string) => {
      if (value !== undefined)
        new CfnOutput(this, name, { value, ...(description !== undefined && { description }) });
    };
    const outputs = {
      concurrency: String(leastConcurrency(stage.size)),
      neededQuotas: JSON.stringify(neededQuotasOf(stage)),
    };
    add('TableName', data.table.tableName);
    add(
      KEPT_OUTPUT,
      JSON.stringify(stage.kept),
      'What a later deployment is held against, so that it drops nothing by mistake',
    );
    add('BaseUrl', data.baseUrl);
    add('Provider', stage.provider.name);
    add(
      'LeastConcurrency',
      outputs.concurrency,
      'Lambda concurrency of the AWS account with less of which requests fail while workers are busy',
    );
    add(
      'NeededQuotas',
      outputs.neededQuotas,
      'Quotas of the AWS account, for each second, with less of which the load of the stage is throttled',
    );
    add('InboundTopicArn', data.inbound.topic.topicArn);
    if (endUserMessaging) {
      add('ConfigurationSetName', endUserMessaging.configurationSetName);
      add('ReceiptTopicArn', data.receipts.topic.topicArn);
    }
    add('AlarmTopicArn', monitoring?.topic.topicArn);
    add('CanarySecretArn', behind.canary?.settings.secretArn);
    add('UserPoolId', data.signIn?.userPoolId);
    add('WebhookKeyArn', data.keys.webhook.secretArn);
    add('ErasureKeyArn', data.keys.erasure.secretArn);
    add('RegionSide', stage.region?.settings.made && stage.region.side);
    if (stage.region?.side === 'first')
      add(
        'ReplicatedKeys',
        this.toJsonString({
          webhook: data.keys.webhook.secretArn,
          erasure: data.keys.erasure.secretArn,
          cursor: data.keys.cursor.secretArn,
          ...(data.signIn && { signIn: data.signIn.key.secretArn }),
          ...(data.keys.archive && { archive: data.keys.archive.secretArn }),
        }),
        'Keys for secondRegion.made.keys in the file of the stage',
      );
    add('RestoreLogBucket', data.restoreLog?.bucketName);
    add('EventArchiveBucket', data.archive?.bucketName);
    add('ArchiveKeyArn', data.keys.archive?.secretArn);
    add(
      'Queues',
      behind.lists.urls.queues,
      'Queues by name, each with its dead-letter queue; the operator CLI reads them here',
    );
    add(
      'DeadLetterQueues',
      behind.lists.urls.deadLetterQueues,
      'Dead-letter queues of what has no queue: the timer takes up what they tell of',
    );
    if (stage.edgeDomains.length > 0)
      add(LINK_PATH_OUTPUT, EDGE_PATH, 'First segment of paths under which CloudFront asks for links');
    for (const { name, index } of stage.edgeDomains)
      add(linkOriginOutput(index), entrance.targets.get(name), `Origin of the distribution of ${name}`);
    add('Release', RELEASE, 'Release of this project');
    add('TimeZones', timeZoneRelease(), "Release of IANA's time zones that sending goes by");
    add('TimerFunctionName', workers.sweep.functionName);
    return outputs;
  }
}
