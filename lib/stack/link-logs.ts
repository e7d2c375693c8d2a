import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { EDGE_REGION } from './naming';
import { makeOptionalBucket } from './private-bucket';
import type { ServiceFunctionProps } from './service-function';
import type { Stage } from './stage';
import { letGo } from './stage-stack';
import { WorkQueue } from './work-queue';

/** Longest that a file waits for its worker, which deletes it. S3 counts from the next midnight, UTC. */
const KEPT_FOR = Duration.days(1);

/**
 * Place of the access logs of link domains: CloudFront puts a file into the bucket every few minutes, and S3 tells the
 * queue of it. The worker counts the clicks of a file, which are nowhere else, and deletes it.
 */
export class LinkLogs extends Construct {
  readonly bucket: Bucket;
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Files', { consumer: 'functions/workers/count-clicks.ts' });
    letGo(this.queue.queue);
    letGo(this.queue.deadLetterQueue);
    this.bucket = makeOptionalBucket(this, 'Bucket', {
      stage,
      lifecycleRules: [{ expiration: KEPT_FOR, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    });
    this.letDeliver();
    this.tellQueue();
  }

  /** Adds the worker, which belongs to another stack. */
  addWorker(scope: Construct, id: string, props: Omit<ServiceFunctionProps, 'entry'>): void {
    const worker = this.queue.addWorker(scope, id, props);
    worker.addEnvironment('LINK_LOGS_BUCKET', this.bucket.bucketName);
    const allow = (actions: string[], resources: string[]) =>
      worker.addToRolePolicy(new PolicyStatement({ actions, resources }));
    allow(['s3:GetObject', 's3:DeleteObject'], [this.bucket.arnForObjects('*')]);
    // S3 reports a missing file only to callers that may list.
    allow(['s3:ListBucket'], [this.bucket.bucketArn]);
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
