import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { EventArchiveSetting } from '../../shared/platform/event-archive';
import { installMovableClock, type MovableClock, readClockOffset } from './clock';
import type { LocalCredentials } from './credentials';
import type { DataDir } from './data-dir';
import { demoClockOffsetMs } from './demo-data/fill-demo';
import { startEngine } from './engine';
import { type EventArchive, openEventArchive } from './event-archive';
import type { ImportModule } from './function-runtime';
import type { ConsoleIssuer } from './issuer';
import { StartupError, type Teardown } from './lifecycle';
import type { Log } from './mappings';
import { startMessagingCloud } from './messaging-cloud';
import { type ObjectStore, startObjectStore } from './object-store';
import { synthesize } from './synthesize';
import type { LocalTable } from './table-setup';
import { LOCAL_REGION } from './template';

export interface ServiceOptions {
  /** The root of the project. */
  rootDir: string;
  port: number;
  dataDir: string;
  isInMemory: boolean;
  isFresh: boolean;
  isVerbose: boolean;
  /** True: an empty data folder is filled with people, campaigns and conversations. */
  isDemo: boolean;
  /** Another DynamoDB-compatible engine; absent: the embedded one. */
  dynamodbEndpoint?: string;
  /** Adapter that hands messages to the simulator: its own, or the deployed one. */
  provider: 'simulator' | 'eum';
  simulatorLatencyMs: number;
  simulatorRatePerSecond?: number;
  /** Treatment of people in the event archive; `off`: there is none. */
  eventArchive: EventArchiveSetting;
  /** `required`: users of the console need a second factor. */
  mfa: 'optional' | 'required';
  /** Issuer that signs users of the console in; absent: one of the local service, with the demo users. */
  issuer?: ConsoleIssuer;
  /** Loads a file of the project by its path from the root. */
  importModule: ImportModule;
  /** Called when the service cannot go on. */
  onFatal: (reason: string) => void;
}

/** Start that is under way. Each part that has started adds its own end to `teardown`. */
export type Startup = ServiceOptions & {
  /** True with `isDemo` while there are no data yet. */
  makesDemoData: boolean;
  dataFolder: DataDir;
  log: Log;
  teardown: Teardown;
  credentials: LocalCredentials;
};

export function startClock({ dataFolder, isInMemory, makesDemoData, teardown }: Startup): MovableClock {
  const clock = installMovableClock(
    makesDemoData
      ? demoClockOffsetMs(Date.now())
      : isInMemory
        ? 0
        : readClockOffset(dataFolder.file('clock.json')),
  );
  teardown.add('files', () => clock.uninstall());
  return clock;
}

export async function synthesizeUntilStop({ rootDir, provider, teardown }: Startup): Promise<string> {
  const abort = new AbortController();
  teardown.add('entrances', () => abort.abort());
  return synthesize({ rootDir, signal: abort.signal, provider });
}

export async function provideDynamodb(startup: Startup): Promise<string> {
  if (startup.dynamodbEndpoint !== undefined) return startup.dynamodbEndpoint;
  const engine = await startEngine({
    rootDir: startup.rootDir,
    ...(!startup.isInMemory && { dbPath: startup.dataFolder.file('table.db') }),
    onExit: (reason) => startup.onFatal(`The embedded database ended: ${reason}`),
  });
  startup.teardown.add('engine', () => engine.stop());
  return engine.endpoint;
}

export async function provideMessagingCloud({ teardown, credentials }: Startup) {
  const cloud = await startMessagingCloud(credentials);
  teardown.add('cloud', () => cloud.stop());
  return cloud;
}

export async function provideObjectStore(startup: Startup, pageOrigin: string): Promise<ObjectStore> {
  const { dataFolder, credentials, isInMemory, log, teardown } = startup;
  const objects = await startObjectStore({
    folder: dataFolder.file('files'),
    credentials,
    isInMemory,
    pageOrigin,
    onError: (error) => log.error('The local S3 cannot answer a request', error),
  });
  teardown.add('cloud', () => objects.stop());
  return objects;
}

/** Opens the archive of events; `undefined` when there is none. */
export function provideEventArchive(startup: Startup): EventArchive | undefined {
  const { eventArchive: people, dataFolder, log, teardown } = startup;
  if (people === 'off') return undefined;
  const archive = openEventArchive({ folder: dataFolder.file('event-archive'), people, log });
  // After the bus.
  teardown.add('files', () => archive.stop());
  return archive;
}

/**
 * Like `Promise.all`, but settles once nothing is starting any more: parts that have started late must be stopped too.
 */
export async function allOrFirstError<T extends ReadonlyArray<Promise<unknown>> | []>(starting: T) {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}

export async function ensureTableAt(url: string, ensure: () => Promise<LocalTable>): Promise<LocalTable> {
  try {
    return await ensure();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
      throw new StartupError(
        `No database answers at ${url} (${code}); start it, or correct DYNAMODB_ENDPOINT.`,
      );
    }
    throw error;
  }
}

export function persistedIn({ isInMemory, dataFolder }: Startup, name: string): { dataFile?: string } {
  return isInMemory ? {} : { dataFile: dataFolder.file(name) };
}

/** Creates the local cloud's own clients. */
export function createClients(options: {
  dynamodbUrl: string;
  cloudUrl: string;
  credentials: LocalCredentials;
}) {
  const { dynamodbUrl, cloudUrl, credentials } = options;
  const at = (endpoint: string) => ({ region: LOCAL_REGION, credentials, endpoint });
  return {
    dynamodb: new DynamoDBClient(at(dynamodbUrl)),
    streams: new DynamoDBStreamsClient(at(dynamodbUrl)),
    sqs: new SQSClient(at(cloudUrl)),
    sns: new SNSClient(at(cloudUrl)),
  };
}
