import { RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  BucketEncryption,
  type BucketProps,
  type LifecycleRule,
} from 'aws-cdk-lib/aws-s3';
import type { Stage } from './stage';

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
