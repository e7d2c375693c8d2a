import { CfnOutput } from 'aws-cdk-lib';
import { type CfnApi, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { adoptTable, DataTable } from './data-table';
import { makeMediaBucket } from './end-user-messaging';
import { makeArchiveBucket } from './event-archive';
import { FileBucket } from './file-bucket';
import { LinkLogs } from './link-logs';
import { LINK_LOGS_OUTPUT } from './naming';
import { makeRestoreLogBucket } from './restore-log';
import { SealingKeys } from './sealing-keys';
import { SignIn } from './sign-in';
import type { Stage } from './stage';
import { StageStack } from './stage-stack';
import { TopicIntake } from './topic-intake';

/**
 * Stack of what cannot be made anew: the table, files, keys, users, the address that clients hold, and the queues with
 * the only copy of a receipt or a text from a phone. No other stack has data that are nowhere else.
 */
export class DataStack extends StageStack {
  readonly table: ITableV2;
  /** The API without routes, which is what its address belongs to. */
  readonly api: HttpApi;
  /** Address for clients; the base of links in answers. */
  readonly baseUrl: string;
  readonly files: FileBucket;
  readonly keys: SealingKeys;
  readonly receipts: TopicIntake;
  /** Entrance for texts from phones: the numbers' two-way channel publishes to its topic. */
  readonly inbound: TopicIntake;
  /** Absent without a console. */
  readonly signIn: SignIn | undefined;
  /** Files of MMS, while the provider may still read them; absent with the simulator. */
  readonly media: Bucket | undefined;
  /** Files of the event archive; absent without one. */
  readonly archive: Bucket | undefined;
  /** Files of the restore log; absent where the data do not outlive the stack. */
  readonly restoreLog: Bucket | undefined;
  /** Access logs of link domains; absent when none has a distribution. */
  readonly linkLogs: LinkLogs | undefined;

  constructor(scope: Construct, stage: Stage) {
    super(scope, stage, { part: 'Data', description: 'Self-hosted SMS and MMS messaging service: its data' });
    const { adoptedTable: adopted } = stage;
    const own = adopted?.keepsFormer === false ? undefined : new DataTable(this, 'Data', stage);
    if (adopted) own?.export();
    this.table = adopted ? adoptTable(this, 'AdoptedTable', adopted) : (own as DataTable).table;
    this.api = new HttpApi(this, 'Api', {
      description: `Messaging service, stage ${stage.name}`,
      createDefaultStage: false,
      // A single entrance, which the operator can guard.
      disableExecuteApiEndpoint: stage.domain !== undefined,
    });
    this.baseUrl = stage.domain ? `https://${stage.domain.name}` : this.api.apiEndpoint;
    const { baseUrl } = this;
    this.files = new FileBucket(this, 'Files', { stage, consoleOrigin: stage.console ? baseUrl : undefined });
    this.keys = new SealingKeys(this, 'Keys', stage);
    this.receipts = new TopicIntake(this, 'Receipts', {
      stage,
      role: 'receipts',
      consumer: 'functions/workers/record-receipt.ts',
    });
    this.inbound = new TopicIntake(this, 'Inbound', {
      stage,
      role: 'inbound',
      consumer: 'functions/workers/receive-inbound.ts',
    });
    this.signIn = stage.console ? new SignIn(this, 'SignIn', { stage, baseUrl }) : undefined;
    this.media = stage.provider.name === 'eum' ? makeMediaBucket(this, 'Media', stage) : undefined;
    this.archive = stage.eventArchive === 'off' ? undefined : makeArchiveBucket(this, 'EventArchive', stage);
    this.restoreLog = stage.restoreLog ? makeRestoreLogBucket(this, 'RestoreLog', stage) : undefined;
    this.keepExports();
    if (stage.edgeDomains.length === 0) return;
    this.linkLogs = new LinkLogs(this, 'LinkLogs', stage);
    new CfnOutput(this, LINK_LOGS_OUTPUT, { value: this.linkLogs.bucket.bucketName });
  }

  /**
   * Exports what the other stacks import with some settings only: when a setting changes, this stack is deployed while
   * they still import it, and CloudFormation refuses to take the export away.
   */
  private keepExports(): void {
    const { api, files, receipts, inbound } = this;
    const queues = [receipts, inbound].flatMap(({ intake }) => [intake.queue, intake.deadLetterQueue]);
    const names = queues.map(({ queueName }) => queueName);
    // The address is there also where it is closed, as it is beside a domain.
    const { attrApiEndpoint } = api.node.defaultChild as CfnApi;
    const { bucketRegionalDomainName } = files.bucket;
    const values = [attrApiEndpoint, api.apiId, receipts.topic.topicArn, bucketRegionalDomainName, ...names];
    for (const value of values) this.exportValue(value);
  }
}
