import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Api } from './api';
import type { Stage } from './stage';
import type { WorkQueue } from './work-queue';
import type { Workers } from './workers';

/** What is watched. */
export interface Monitored {
  stage: Stage;
  table: Table;
  gateway: Api;
  workers: Workers;
  /** By the name that the operator CLI knows them by. */
  queues: Readonly<Record<string, WorkQueue>>;
}
