import { type Clock, systemClock } from './clock';
import { type Config, readConfig } from './config';
import { createEventBus, type EventBus } from './event-bus';
import { createIds, type Ids } from './ids';
import { createLog, type Log } from './log';
import type { Provider } from './provider/port';
import { createSimulatorProvider } from './provider/simulator';
import { createQueues, type Queues } from './queues';
import { createTable, type Table } from './table';

/** Everything a use case can reach outside itself. Use cases ask for the part that they need. */
export interface Platform {
  config: Config;
  table: Table;
  clock: Clock;
  ids: Ids;
  log: Log;
  provider: Provider;
  queues: Queues;
  eventBus: EventBus;
}

let shared: Platform | undefined;

/** The platform of this process, made on first use and kept while the Lambda instance lives. */
export function getPlatform(): Platform {
  shared ??= createPlatform(readConfig());
  return shared;
}

function createPlatform(config: Config): Platform {
  const clock = systemClock;
  return {
    config,
    clock,
    table: createTable(config.tableName),
    ids: createIds(clock),
    log: createLog(),
    provider: createSimulatorProvider(config.provider.simulatorUrl),
    queues: createQueues(config.queueUrl),
    eventBus: createEventBus(config.eventBusName),
  };
}
