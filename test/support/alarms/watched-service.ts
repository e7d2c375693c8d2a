import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ServiceDescription } from '../../../lib/local/data-dir';
import { DUE_INDEX, type DueKind, duePk, dueShardsOf } from '../../../shared/platform/store/keys';
import { expectSoon } from '../api-sending';
import { callApi, connectToService, type TestService } from '../service';
import { SERVICE_DATA_DIR, startService } from '../start-service';
import { type Alarm, goesOff } from './alarm';
import { readEmbeddedMetrics, type Sample } from './embedded-metrics';

const PERIOD_MS = 5 * 60_000;
const ALL_KINDS: DueKind[] = ['OUTBOX', 'EVENT', 'MESSAGE', 'JOB', 'DELIVERY', 'OPT_OUT'];

/** A local service of a test's own, whose clock is moved, and what its functions measure. */
export interface WatchedService {
  service: TestService;
  /** Everything that the functions have measured. */
  samples(): Sample[];
  /** The time at the service. */
  now(): Promise<Date>;
  /** Moves the clock on, and waits until the timer has run at that time. */
  pass(seconds?: number): Promise<void>;
  /** The same while all goes well: nothing is in the outbox whenever the clock jumps, or it would be late by the jump. */
  passMinutes(minutes: number): Promise<void>;
  /** Goes on to where a period of the alarms begins. @returns its beginning, epoch milliseconds */
  beginPeriod(): Promise<number>;
  /** Waits until nothing waits for the functions. */
  settle(kinds?: DueKind[]): Promise<void>;
  /** Ids of those of the alarms that go off from a time on. */
  alarmsSince(alarms: Alarm[], fromMs: number): Promise<string[]>;
  /** @param name as the operator CLI knows it */
  deleteQueue(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startWatchedService(): Promise<WatchedService> {
  // The shared service has to have answered something when it ends.
  const shared = connectToService();
  await callApi(shared, { path: '/api/v1/campaigns' });
  shared.close();
  const own = await startService(['--in-memory'], { hasOwnTable: true });
  process.env[SERVICE_DATA_DIR] = own.dataDir;
  const { environment, endpoints, region } = JSON.parse(
    readFileSync(join(own.dataDir, 'service.json'), 'utf8'),
  ) as ServiceDescription;
  const service = connectToService();
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  const sqs = new SQSClient({ endpoint: endpoints.sqs, region, credentials });
  const queues = JSON.parse(environment.QUEUES ?? '') as Record<string, [queue: string, deadLetters: string]>;

  const measured: Sample[] = [];
  const newLines = followLines(join(own.dataDir, 'service.log'));
  const samples = () => {
    measured.push(...newLines().flatMap(readEmbeddedMetrics));
    return measured;
  };
  const advance = async (advanceSeconds: number): Promise<number> => {
    const options = { method: 'POST', path: '/_local/clock', body: { advanceSeconds } };
    const { body } = await callApi(service, options);
    return Date.parse((body as { now: string }).now);
  };
  const pass = async (seconds = 60) => {
    const nowMs = await advance(seconds);
    await expectSoon(async () => {
      const runs = samples().filter(({ name, atMs }) => name === 'DueLag' && atMs >= nowMs);
      expect(runs.length).toBeGreaterThan(0);
    });
  };
  const settle = (kinds = ALL_KINDS) =>
    expectSoon(async () => {
      const nothing = Object.fromEntries(kinds.map((kind) => [kind, 0]));
      expect(await countDue(service, kinds)).toEqual(nothing);
    });
  return {
    ...{ service, samples, pass, settle },
    now: async () => new Date(await advance(0)),
    passMinutes: async (minutes) => {
      for (let half = 1; half <= 2 * minutes; half++) {
        await settle(['OUTBOX', 'EVENT']);
        await (half % 2 === 1 ? advance(30) : pass(30));
      }
    },
    beginPeriod: async () => {
      const leftMs = PERIOD_MS - ((await advance(0)) % PERIOD_MS);
      await pass(Math.ceil(leftMs / 1000));
      return Math.floor((await advance(0)) / PERIOD_MS) * PERIOD_MS;
    },
    alarmsSince: async (alarms, fromMs) => {
      const span = { fromMs, toMs: (await advance(0)) + 1 };
      const measured = samples();
      const off = alarms.filter((alarm) => goesOff(alarm, measured, span));
      return off.map(({ id }) => id).sort();
    },
    deleteQueue: async (name) => {
      await sqs.send(new DeleteQueueCommand({ QueueUrl: queues[name]?.[0] }));
    },
    stop: async () => {
      sqs.destroy();
      service.close();
      await own.stop();
    },
  };
}

/** Reads the whole lines that have come to a file since the last call. */
function followLines(path: string): () => string[] {
  let readBytes = 0;
  return () => {
    const file = openSync(path, 'r');
    const added = Buffer.alloc(fstatSync(file).size - readBytes);
    readSync(file, added, 0, added.length, readBytes);
    closeSync(file);
    const end = added.lastIndexOf('\n') + 1;
    readBytes += end;
    return added.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  };
}

/** How many items of each kind wait for their time, whether it has come or not. */
async function countDue({ deps }: TestService, kinds: DueKind[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    for (let shard = 0; shard < dueShardsOf(kind); shard++) {
      const { items } = await deps.table.queryPage({
        IndexName: DUE_INDEX,
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': duePk(kind, shard) },
      });
      counts[kind] = (counts[kind] ?? 0) + items.length;
    }
  }
  return counts;
}
