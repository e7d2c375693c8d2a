import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Api } from './api';
import type { Stage } from './stage';
import type { WorkQueue } from './work-queue';
import type { Workers } from './workers';

/** Resources that are monitored. */
export interface Monitored {
  stage: Stage;
  table: Table;
  gateway: Api;
  workers: Workers;
  /** Queues by the name that the operator CLI uses. */
  queues: Readonly<Record<string, WorkQueue>>;
}
