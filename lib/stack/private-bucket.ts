import { RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Stage } from './stage';
import { letGo } from './stage-stack';

/** Returns the properties of an encrypted bucket without public access, which leaves its stage as the table does. */
export const privateBucket = (
  { removalPolicy }: Pick<Stage, 'removalPolicy'>,
  lifecycleRules: LifecycleRule[],
): BucketProps => ({
  encryption: BucketEncryption.S3_MANAGED,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  enforceSSL: true,
  removalPolicy,
  autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
  lifecycleRules,
});

/** Makes a bucket that only some stages have: it leaves its stack while another one still names it. */
export function makeOptionalBucket(
  scope: Construct,
  id: string,
  { stage, lifecycleRules }: { stage: Stage; lifecycleRules: LifecycleRule[] },
): Bucket {
  const bucket = new Bucket(scope, id, privateBucket(stage, lifecycleRules));
  letGo(bucket);
  return bucket;
}
