import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DeleteQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { ServiceDescription } from '../../../lib/local/data-dir';
import { readQueues } from '../../../shared/operations/watched-queues';
import { DUE_INDEX, type DueKind, duePrefix } from '../../../shared/platform/store/keys';
import { expectSoon } from '../service/api-sending';
import { startOwnService } from '../service/own-service';
import { callApi, type TestService } from '../service/service';
import { type Alarm, goesOff } from './alarm';
import { readEmbeddedMetrics, type Sample } from './embedded-metrics';

const PERIOD_MS = 5 * 60_000;
const ALL_KINDS: DueKind[] = ['OUTBOX', 'EVENT', 'MESSAGE', 'JOB', 'DELIVERY', 'OPT_OUT'];

/** Local service of a single test, whose clock is moved, with the metrics of its functions. */
export interface WatchedService {
  service: TestService;
  /** Returns all values that the functions have measured. */
  samples(): Sample[];
  /** Returns the service's time. */
  now(): Promise<Date>;
  /** Moves the clock forward, and waits until the timer has run at that time. */
  pass(seconds?: number): Promise<void>;
  /**
   * Moves the clock while all goes well: the outbox is empty at each jump, and so is the queue of texts from phones, since
   * what they hold would be late by the jump.
   */
  passMinutes(minutes: number): Promise<void>;
  /** Moves the clock to the beginning of a period of the alarms. @returns its beginning, epoch milliseconds */
  beginPeriod(): Promise<number>;
  /** Waits until no item waits for the functions, and no text from a phone. */
  settle(kinds?: DueKind[]): Promise<void>;
  /** Returns the ids of the given alarms that go off from a time on. */
  alarmsSince(alarms: Alarm[], fromMs: number): Promise<string[]>;
  /** @param name as in the operator CLI */
  deleteQueue(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startWatchedService(): Promise<WatchedService> {
  const service = await startOwnService();
  const { environment, endpoints, region } = JSON.parse(
    readFileSync(join(service.dataDir, 'service.json'), 'utf8'),
  ) as ServiceDescription;
  const credentials = {
    accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
  };
  const sqs = new SQSClient({ endpoint: endpoints.sqs, region, credentials });
  const queues = readQueues({
    queues: environment.QUEUES ?? '',
    deadLetterQueues: environment.DEAD_LETTER_QUEUES ?? '',
    ...(environment.QUEUES_BASE_URL !== undefined && { queuesBaseUrl: environment.QUEUES_BASE_URL }),
  });
  const urlOf = (of: string) => queues.find(({ name }) => name === of)?.url;

  const measured: Sample[] = [];
  const newLines = followLines(join(service.dataDir, 'service.log'));
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
      expect(await countMessages(sqs, urlOf('inbound'))).toBe(0);
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
      await sqs.send(new DeleteQueueCommand({ QueueUrl: urlOf(name) }));
    },
    stop: async () => {
      sqs.destroy();
      await service.stop();
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

/** Counts the messages of a queue, those included that a function has in hand. */
async function countMessages(sqs: SQSClient, queueUrl: string | undefined): Promise<number> {
  const { Attributes: attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return Object.values(attributes).reduce((sum, count) => sum + Number(count), 0);
}

/** Counts the items of each kind that wait for a time, due or not. */
async function countDue({ deps }: TestService, kinds: DueKind[]): Promise<Record<string, number>> {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0]));
  for await (const { gsi1pk } of deps.table.scan({ IndexName: DUE_INDEX })) {
    const kind = kinds.find((one) => String(gsi1pk).startsWith(duePrefix(one)));
    if (kind) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
