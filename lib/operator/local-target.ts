import type { FoundService } from './found-service';
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '../../shared/platform/clock';
import type { ServiceDescription } from '../local/data-dir';
import { OperatorError } from './operator-error';

// A port of this machine answers at once or refuses at once; a busy machine may take seconds to say so.
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Finds the local service that runs with DATA_DIR.
 *
 * @throws OperatorError when none runs
 */
export async function findLocalService(environment: NodeJS.ProcessEnv): Promise<FoundService> {
  const dataDir = resolve(environment.DATA_DIR ?? '.local');
  const service = readService(dataDir);
  if (service === undefined || !isAlive(service.pid) || !(await accepts(service.baseUrl))) {
    throw new OperatorError(
      `The local service does not run (looked in ${dataDir}): start it with "npm start", or name a deployed stack ` +
        'with --stack.',
    );
  }
  return {
    tableName: service.tableName,
    baseUrl: service.baseUrl,
    outputs: service.outputs,
    clock: movedClock(service.clockOffsetMs),
    findCaller: async () => readUserName(),
    environment: localClientEnvironment(service),
  };
}

/**
 * Returns an environment that points the AWS clients of this process at the local service, whatever AWS account the
 * shell is set up for.
 */
export function localClientEnvironment(
  service: Pick<ServiceDescription, 'region' | 'endpoints' | 'environment'>,
): Record<string, string | undefined> {
  return {
    ...service.environment,
    AWS_REGION: service.region,
    AWS_SESSION_TOKEN: undefined,
    AWS_PROFILE: undefined,
    AWS_ENDPOINT_URL: undefined,
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: undefined,
    AWS_ENDPOINT_URL_DYNAMODB: service.endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: service.endpoints.sqs,
    AWS_ENDPOINT_URL_SNS: service.endpoints.sns,
    AWS_ENDPOINT_URL_S3: service.endpoints.s3,
    AWS_ENDPOINT_URL_EVENTBRIDGE: service.endpoints.events,
    AWS_ENDPOINT_URL_LAMBDA: service.endpoints.lambda,
    AWS_ENDPOINT_URL_SERVICE_QUOTAS: service.endpoints.lambda,
  };
}

/** Returns the user's name. In containers, a user may have only a number and no name. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

function readService(dataDir: string): ServiceDescription | undefined {
  return readJson(join(dataDir, 'service.json')) as ServiceDescription | undefined;
}

function movedClock(offsetMs: number): Clock {
  return { now: () => new Date(Date.now() + offsetMs) };
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new OperatorError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorError(`${path} is not JSON; start the local service again.`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns true when the service's port is open. Its process id alone does not show that it runs, since another process
 * may have got the id.
 */
function accepts(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((settle) => {
    const socket = connectSocket({ host: hostname, port: Number(port) });
    const end = (isOpen: boolean) => {
      socket.destroy();
      settle(isOpen);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(false));
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}
