import { type Clock, systemClock } from './clock';
import { type Config, readConfig } from './internal/config';
import type { EventBus } from './queues/event-bus';
import type { Files } from './files/files';
import { createIds, type Ids } from './ids';
import { createLog, type Log } from './observability/log';
import { createMeter, type Meter } from './observability/metrics';
import type { Provider } from './provider/port';
import type { Queues } from './queues/queues';
import { createServiceTable } from './store/client/internal/service-table';
import type { Table } from './store/table';
import type { Visibility } from './queues/visibility';

/** Everything outside itself that a use case can reach. Use cases take only the part that they need. */
export interface Platform {
  config: Config;
  table: Table;
  clock: Clock;
  ids: Ids;
  log: Log;
  metrics: Meter;
  provider: Provider;
  queues: Queues;
  eventBus: EventBus;
  visibility: Visibility;
  files: Files;
  /** Access logs of link domains. */
  linkLogs: Files;
}

/** Part of the platform that every function needs. Provider and queues add libraries that most bundles do without. */
export type CorePlatform = Pick<Platform, 'config' | 'table' | 'clock' | 'ids' | 'log' | 'metrics'>;

let shared: CorePlatform | undefined;

/** Returns the platform of this process, created on first use and kept while the Lambda instance lives. */
export function getPlatform(): CorePlatform {
  shared ??= createPlatform(readConfig());
  return shared;
}

function createPlatform(config: Config): CorePlatform {
  const clock = systemClock;
  return {
    config,
    clock,
    table: createServiceTable(config.tableName),
    ids: createIds(clock),
    log: createLog(),
    metrics: createMeter(),
  };
}
