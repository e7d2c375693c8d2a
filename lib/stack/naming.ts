import type { Stage } from './stage';

/** Namespace of our own metrics in CloudWatch. */
export const METRICS_NAMESPACE = 'MessagingService';

/** Region in which AWS takes what belongs to CloudFront: its certificates, access lists and logs. */
export const EDGE_REGION = 'us-east-1';

/** Outputs of the data and of the API that the stack at the edge reads, which is in another region. */
export const LINK_LOGS_OUTPUT = 'LinkLogsBucket';
export const LINK_PATH_OUTPUT = 'LinkPath';
/** @param index position of the domain among the stage's `linkDomains` */
export const linkOriginOutput = (index: number) => `LinkOrigin${index}`;

/** Returns the beginning of the names of the topics whose e-mails tell of approvals. Account and address follow. */
export const approvalTopicPrefix = (stage: Pick<Stage, 'name'>) => `Messaging-${stage.name}-approvals-`;

/** Returns the value of their only dimension, `service`, which distinguishes the stages in one AWS account. */
export const metricsService = (stage: Pick<Stage, 'name'>) => `messaging-${stage.name}`;
