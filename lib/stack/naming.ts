import type { Stage } from './stage';

/** Namespace of our own metrics in CloudWatch. */
export const METRICS_NAMESPACE = 'MessagingService';

/** Returns the beginning of the names of the topics whose e-mails tell of approvals. Account and address follow. */
export const approvalTopicPrefix = (stage: Pick<Stage, 'name'>) => `Messaging-${stage.name}-approvals-`;

/** Returns the value of their only dimension, `service`, which distinguishes the stages in one AWS account. */
export const metricsService = (stage: Pick<Stage, 'name'>) => `messaging-${stage.name}`;
