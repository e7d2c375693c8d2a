import { QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';

/** What every queue has: encrypted at rest with a key of SQS's own, and no way in but by TLS. */
export const QUEUE_SECURITY = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const satisfies QueueProps;
