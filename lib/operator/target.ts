import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import type { Platform } from '../../shared/platform/platform';
import type { FoundService } from './found-service';
import { findLocalService } from './local-target';

/** The parts of the service that use cases need. */
export type Target = Pick<Platform, 'table' | 'clock' | 'ids'> &
  Pick<FoundService, 'baseUrl' | 'outputs' | 'findCaller'>;

/**
 * Finds the service, points this process's AWS clients at it and connects to its table.
 *
 * @param options.stack name of a deployed stack; absent: the local service of DATA_DIR
 * @throws OperatorError when there is no such service
 */
export async function connect(options: {
  stack: string | undefined;
  environment: NodeJS.ProcessEnv;
}): Promise<Target> {
  const found = await findService(options);
  applyEnvironment(found.environment);
  const { createTable } = await import('../../shared/platform/store/table');
  return {
    table: createTable(found.tableName),
    clock: found.clock,
    ids: createIds(found.clock),
    baseUrl: found.baseUrl,
    outputs: found.outputs,
    findCaller: once(found.findCaller),
  };
}

function once<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  return () => (found ??= find());
}

async function findService(options: {
  stack: string | undefined;
  environment: NodeJS.ProcessEnv;
}): Promise<FoundService> {
  if (options.stack === undefined) return findLocalService(options.environment);
  const { findStack } = await import('./stack-target');
  return findStack({ stack: options.stack, environment: options.environment, clock: systemClock });
}

function applyEnvironment(environment: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
