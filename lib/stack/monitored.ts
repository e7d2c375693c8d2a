import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { EventArchive } from './event-archive';
import type { RestoreLog } from './restore-log';
import type { Stage } from './stage';
import type { WorkQueue } from './work-queue';
import type { Workers } from './workers';

/** Resources that are monitored. */
export interface Monitored {
  stage: Stage;
  table: ITableV2;
  api: HttpApi;
  workers: Workers;
  /** Queues by the name that the operator CLI uses. */
  queues: Readonly<Record<string, WorkQueue>>;
  /** Absent when the stage has none. */
  archive: EventArchive | undefined;
  /** Absent when the stage has none. */
  restoreLog: RestoreLog | undefined;
}
