import { QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';

/** Security of every queue: encrypted at rest with a key of SQS's own, and reachable only by TLS. */
export const QUEUE_SECURITY = {
  encryption: QueueEncryption.SQS_MANAGED,
  enforceSSL: true,
} as const satisfies QueueProps;
