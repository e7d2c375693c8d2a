import type { Stage } from './stage';

/** Namespace of our own metrics in CloudWatch. */
export const METRICS_NAMESPACE = 'MessagingService';

/** Returns the value of their only dimension, `service`, which distinguishes the stages in one AWS account. */
export const metricsService = (stage: Pick<Stage, 'name'>) => `messaging-${stage.name}`;
