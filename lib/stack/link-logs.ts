import { Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { EDGE_REGION } from './naming';
import { makeOptionalBucket } from './private-bucket';
import type { Stage } from './stage';
import { WorkQueue } from './work-queue';

/** Longest that a file waits for its worker, which deletes it. S3 counts from the next midnight, UTC. */
const KEPT_FOR = Duration.days(1);

interface LinkLogsProps {
  stage: Stage;
  table: ITableV2;
  environment: Record<string, string>;
}

/**
 * Path of clicks from the access logs of link domains into the table: CloudFront puts a file into the bucket every few
 * minutes, S3 tells the queue of it, and the worker counts its clicks and deletes it.
 */
export class LinkLogs extends Construct {
  readonly bucket: Bucket;
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string, props: LinkLogsProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Files', { consumer: 'functions/workers/count-clicks.ts' });
    const worker = this.queue.addWorker(this, 'CountClicks', props);
    this.bucket = makeOptionalBucket(this, 'Bucket', {
      stage: props.stage,
      lifecycleRules: [{ expiration: KEPT_FOR, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    this.letDeliver();
    this.tellQueue();
    worker.addEnvironment('LINK_LOGS_BUCKET', this.bucket.bucketName);
    worker.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:GetObject', 's3:DeleteObject'],
        resources: [this.bucket.arnForObjects('*')],
      }),
    );
    // S3 reports a missing file only to callers that may list.
    worker.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [this.bucket.bucketArn] }),
    );
  }

  /** Lets CloudFront, which delivers from its own region, put files into the bucket. */
  private letDeliver(): void {
    const { account, partition } = Stack.of(this);
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects('*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnLike: { 'aws:SourceArn': `arn:${partition}:logs:${EDGE_REGION}:${account}:delivery-source:*` },
        },
      }),
    );
  }

  /** Has S3 tell the queue of each file. The CDK would do so by a function of its own. */
  private tellQueue(): void {
    const { queue } = this.queue;
    const granted = queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        // Without the bucket's name: S3 checks the policy before there is a bucket.
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const bucket = this.bucket.node.defaultChild as CfnBucket;
    bucket.notificationConfiguration = {
      queueConfigurations: [{ event: 's3:ObjectCreated:*', queue: queue.queueArn }],
    };
    if (granted.policyDependable) bucket.node.addDependency(granted.policyDependable);
  }
}
