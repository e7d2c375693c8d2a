/**
 * Time to accept a broadcast, and to process it with a provider that takes no time, compared with bare reads and writes
 * of the same items in the same run: for the whole job, those that the contract requires, with as many workers and
 * nothing else between them.
 *
 *   node --import tsx test/bench/jobs.ts
 *
 * SIZES: recipients of each job, separated by commas.
 */
import { DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { handler } from '../../functions/http/send-broadcast';
import { findJob } from '../../shared/sending/jobs/read/find-job';
import { workChunks } from '../../shared/sending/jobs/process/work-chunk';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { contactKey, jobKey, type Key } from '../../shared/platform/store/keys';
import { getPlatform } from '../../shared/platform/platform';
import type { Item } from '../../shared/platform/store/item';
import type { Table } from '../../shared/platform/store/table';
import { callHandler } from '../support/routes/call-handler';
import type { TestEngine } from '../support/engines/engine';
import { contactItem, phoneAt } from '../support/sending/jobs-fixture';
import { createSendingAccount, type SendingAccount } from '../support/sending/sending-account';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';

const SIZES = (process.env.SIZES ?? '500,5000,50000').split(',').map(Number);
/** The best of several rounds counts; small jobs end before noise of a busy machine averages out. */
const LEAST_ROUNDS = 3;
const RECIPIENTS_OF_ALL_ROUNDS = 10_000;
const ACCEPTANCE_TARGET = 2;
const WORK_TARGET = 3;
/** Concurrent workers, as many as the queue's. */
const WORKERS = 10;
const READS_AT_ONCE = 16;
const WRITES_AT_ONCE = 8;
const LEASE_OF_LIFE_MS = 60_000;

interface Round {
  acceptMs: number;
  acceptFloorMs: number;
  workMs: number;
  workFloorMs: number;
}

export async function run(): Promise<BenchRow[]> {
  return withEngine(async (engine) => {
    const account = await createSendingAccount(engine, {
      smsCredits: 10_000_000,
      dailyQuota: 10_000_000,
      rateLimits: { broadcast: 1_000_000 },
    });
    const most = Math.max(...SIZES);
    const phones = Array.from({ length: most }, (_, index) => phoneAt(index));
    await engine.table.batchPut(
      phones.map((phone) => contactItem(account.accountId, phone)),
      WRITES_AT_ONCE,
    );
    await measureRound(engine, account, 500);
    const rows: BenchRow[] = [];
    for (const size of SIZES) rows.push(...(await measureSize(engine, account, size)));
    return rows;
  });
}

async function measureSize(engine: TestEngine, account: SendingAccount, size: number): Promise<BenchRow[]> {
  const rounds: Round[] = [];
  const count = Math.max(LEAST_ROUNDS, Math.round(RECIPIENTS_OF_ALL_ROUNDS / size));
  for (let round = 0; round < count; round++) rounds.push(await measureRound(engine, account, size));
  const best = (of: (round: Round) => number) => Math.min(...rounds.map(of));
  const each = (ms: number) => `${((1000 * ms) / size).toFixed(0)} µs for each recipient`;
  const accept = {
    measured: best(({ acceptMs }) => acceptMs),
    floor: best(({ acceptFloorMs }) => acceptFloorMs),
  };
  const work = { measured: best(({ workMs }) => workMs), floor: best(({ workFloorMs }) => workFloorMs) };
  return [
    benchRow({
      name: `broadcast of ${size}, acceptance`,
      ...accept,
      unit: 'ms',
      target: ACCEPTANCE_TARGET,
      note: each(accept.measured),
    }),
    benchRow({
      name: `broadcast of ${size}, whole job`,
      ...work,
      unit: 'ms',
      target: WORK_TARGET,
      note: each(work.measured),
    }),
  ];
}

async function measureRound(engine: TestEngine, account: SendingAccount, size: number): Promise<Round> {
  const { accountId, from, authorization } = account;
  const phones = Array.from({ length: size }, (_, index) => phoneAt(index));
  const body = JSON.stringify({ from, body: 'Hello all', recipients: phones.map((to) => ({ to })) });

  const accepted = await timed(() => callHandler(handler, { authorization, body }));
  if (accepted.value.status !== 202) throw new Error(accepted.value.text);
  const { id: jobId } = accepted.value.body as { id: string };

  const job = await findJob(engine.table, { accountId, jobId });
  const chunks = Array.from({ length: job?.chunkCount ?? 0 }, (_, index) => index + 1);
  const platform = Object.assign(getPlatform(), {
    provider: { send: async () => ({ outcome: 'accepted' as const, providerMessageId: 'bench' }) },
    queues: { send: async () => [] },
  });
  const worked = await timed(() =>
    forEachAtOnce(chunks, WORKERS, async (chunk) =>
      workChunks(platform, { jobId, chunk, remainingMs: () => LEASE_OF_LIFE_MS }),
    ),
  );
  const ended = await findJob(engine.table, { accountId, jobId });
  if (ended?.counts.sent !== size) throw new Error(`Only ${ended?.counts.sent} of ${size} were sent`);

  const written = await readJobItems(engine, jobId);
  const chunkItems = written.filter(({ sk }) => sk.startsWith('CHUNK#'));
  const contacts = phones.map((phone) => contactKey(accountId, phone));
  const bare = getPlatform().table;
  const readContacts = () =>
    bare.batchGet(contacts, { eventuallyConsistent: true, concurrency: READS_AT_ONCE });
  const acceptFloor = await timed(async () => {
    await readContacts();
    await bare.batchPut(copies(chunkItems), WRITES_AT_ONCE);
  });
  const chunkWork = bareWorkOf(written, contacts);
  const workFloor = await timed(() =>
    forEachAtOnce(chunkWork, WORKERS, async (work) => workBare(bare, work)),
  );
  return {
    acceptMs: accepted.ms,
    acceptFloorMs: acceptFloor.ms,
    workMs: worked.ms,
    workFloorMs: workFloor.ms,
  };
}

/** Reads and writes that a chunk requires. */
interface BareWork {
  chunk: Item;
  contacts: Key[];
  /** Write-ahead of each send batch and its results: neither can wait for those of another batch. */
  writes: Item[];
}

function bareWorkOf(written: Item[], contacts: Key[]): BareWork[] {
  let position = 0;
  return written
    .filter(({ sk }) => sk.startsWith('CHUNK#'))
    .map((chunk) => {
      const number = chunk.sk.slice('CHUNK#'.length);
      const progress = written.find(({ sk }) => sk === `PROGRESS#${number}`);
      if (!progress) throw new Error('A chunk has no progress');
      const results = written.filter(({ sk }) => sk.startsWith(`RESULT#${number}#`));
      const first = position;
      position += chunk.size as number;
      return {
        chunk,
        contacts: contacts.slice(first, position),
        writes: copies(results.flatMap((result) => [{ ...progress, sk: `NOTE#${result.sk}` }, result])),
      };
    });
}

async function workBare(table: Table, { chunk, contacts, writes }: BareWork): Promise<void> {
  await table.batchGet([{ pk: chunk.pk, sk: chunk.sk }]);
  await table.batchGet(contacts, { eventuallyConsistent: true, concurrency: 1 });
  for (const Item of writes) await table.put({ Item });
}

async function readJobItems(engine: TestEngine, jobId: string): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(engine.client);
  const items: Item[] = [];
  const pages = paginateQuery(
    { client },
    {
      TableName: engine.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': jobKey(jobId).pk },
    },
  );
  for await (const page of pages) items.push(...((page.Items ?? []) as Item[]));
  return items;
}

/** Returns copies of the job's items under other keys, so that writing them creates items. */
const copies = (items: Item[]): Item[] => items.map((item) => ({ ...item, pk: `${item.pk}#COPY` }));

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
}

void runAsProgram(import.meta.url, run);
