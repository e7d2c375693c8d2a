import { readCredits } from './read-credits';
import { readAccount } from '../../../shared/accounts/account';
import { type AccountChanges, updateAccount } from '../../../shared/accounts/account-store';
import { createAccount, type AccountSettings } from '../../../shared/accounts/create-account';
import type { EventOf } from '../../../shared/events/event-types';
import { findJob } from '../../../shared/sending/jobs/read/find-job';
import type { Job, JobKind } from '../../../shared/sending/jobs/job';
import type { JobRequestBody } from '../../../shared/sending/jobs/job-request.schema';
import { type SubmitResult, submitJob } from '../../../shared/sending/jobs/accept/submit-job';
import { requeueStalledChunks } from '../../../shared/sending/jobs/process/requeue-stalled-chunks';
import { workChunk } from '../../../shared/sending/jobs/process/work-chunk';
import type { ReceiptDeps } from '../../../shared/sending/receipts/record-receipts';
import { addNumber, updateNumber } from '../../../shared/senders/number-store';
import { type OutboxEntry, readOutboxItem } from '../../../shared/outbox/outbox';
import { type ChunkTask, relayOutbox } from '../../../shared/outbox/relay-outbox';
import type { E164 } from '../../../shared/phone-numbers/e164';
import type { Clock } from '../../../shared/platform/clock';
import type { EventBus } from '../../../shared/platform/queues/event-bus';
import { createIds, type Ids } from '../../../shared/platform/ids';
import { accountKey, contactKey } from '../../../shared/platform/store/keys';
import type { Log } from '../../../shared/platform/observability/log';
import type { Pause } from '../../../shared/platform/pause';
import type { SendOutcome, OutboundMessage, Provider } from '../../../shared/platform/provider/port';
import type { Queues } from '../../../shared/platform/queues/queues';
import type { Item } from '../../../shared/platform/store/item';
import type { Table } from '../../../shared/platform/store/table';
import { readOutbox } from '../engines/outbox-items';
import { createQuietLog } from '../logs/quiet-log';
import { createVirtualTime } from '../time/virtual-time';

export const START = '2026-03-01T12:00:00.000Z';
const LONG_ENOUGH_MS = 60_000;
const MAX_ROUNDS = 2_000;

/** The parts of the platform that a job's worker uses. */
export interface WorkerDeps {
  table: Table;
  clock: Clock;
  ids: Ids;
  provider: Provider;
  pause: Pause;
  queues: Queues;
  log: Log;
}

/** Account with a sender and contacts, and its jobs in simulated time: queue, workers and timer are steps of a test. */
export interface JobsFixture extends WorkerDeps {
  accountId: string;
  from: string;
  phones: E164[];
  /** Messages that the provider has, in the order in which it took them. */
  taken: OutboundMessage[];
  /** Returns the provider's answer to a message; it must put a message that it takes into `taken`. */
  answer: { current: (message: OutboundMessage) => SendOutcome | Promise<SendOutcome> };
  queues: Queues;
  eventBus: EventBus;
  /** Erases nothing, since no person is erased. */
  eraseLateEvents: ReceiptDeps['eraseLateEvents'];
  /** Events on the bus, by their ids. */
  events: Map<string, EventOf<'messaging.job.completed'>>;
  /** Tasks in the chunk queue. */
  tasks: ChunkTask[];
  /** Number of other accounts' tasks in that queue. */
  waitingElsewhere: { current: number };
  advance(ms: number): void;
  submit(kind: JobKind, request: Partial<JobRequestBody>): Promise<SubmitResult>;
  /** Submits a broadcast to this many of the phones, and returns its id. */
  broadcast(request?: Partial<JobRequestBody>): Promise<string>;
  /** Relays the outbox to the queue, as the table's stream does. */
  relay(): Promise<void>;
  /** Runs the timer. */
  sweep(): Promise<void>;
  work(task: ChunkTask, deps?: WorkerDeps): Promise<void>;
  /** Works until no job has anything left to do. */
  runToEnd(): Promise<void>;
  job(jobId: string): Promise<Job>;
  credits(): Promise<{ sms: number; mms: number }>;
  changeContact(phone: string, attributes: Record<string, unknown>): Promise<void>;
  setAccount(changes: AccountChanges): Promise<void>;
  setNumber(changes: {
    status?: 'Active' | 'Inactive';
    ratePerSecond?: number | null;
    dailyCap?: number | null;
  }): Promise<void>;
}

let numbers = 0;

export async function createJobsFixture(
  table: Table,
  settings: Partial<AccountSettings> & { contacts?: number; ratePerSecond?: number } = {},
): Promise<JobsFixture> {
  const { contacts = 0, ratePerSecond, ...account } = settings;
  const time = createVirtualTime(START);
  const { clock, pause } = time;
  const ids = createIds(clock);
  const { id: accountId } = await createAccount(
    { table, clock, ids },
    { name: 'Jobs', smsCredits: 1_000_000, mmsCredits: 1_000_000, ...account },
  );
  const from = `+1206555${String((numbers += 1)).padStart(4, '0')}`;
  await addNumber({ table, clock }, { accountId, number: from, status: 'Active', ratePerSecond });
  const phones = Array.from({ length: contacts }, (_, index) => phoneAt(index));
  await table.batchPut(
    phones.map((phone) => contactItem(accountId, phone)),
    8,
  );

  const taken: OutboundMessage[] = [];
  const answer: JobsFixture['answer'] = {
    current: (message) => {
      taken.push(message);
      return { outcome: 'accepted', providerMessageId: `sim_${taken.length}` };
    },
  };
  const provider: Provider = { send: async (message) => answer.current(message) };
  const tasks: ChunkTask[] = [];
  const waitingElsewhere = { current: 0 };
  const queues: Queues = {
    send: async (queue, messages) => {
      if (queue === 'chunk' || queue === 'paced')
        tasks.push(...messages.map(({ body }) => body as ChunkTask));
      return [];
    },
  };
  const events = new Map<string, EventOf<'messaging.job.completed'>>();
  const eventBus: EventBus = {
    publish: async (published) => {
      for (const { detail } of published) {
        const event = detail as EventOf<'messaging.job.completed'>;
        events.set(event.id, event);
      }
      return [];
    },
  };
  const deps: WorkerDeps = { table, clock, ids, provider, pause, queues, log: createQuietLog() };
  const jobIds: string[] = [];

  const submit = async (kind: JobKind, request: Partial<JobRequestBody>): Promise<SubmitResult> => {
    const item = await table.get(accountKey(accountId));
    if (!item) throw new Error('No account');
    const result = await submitJob(
      { table, clock, ids },
      { kind, account: readAccount(item), request: { from, recipients: [], ...request } },
    );
    const { id } = result.body as { id?: string };
    if (id !== undefined && !jobIds.includes(id)) jobIds.push(id);
    return result;
  };
  const relay = async () => {
    const own = (await readOutbox(table))
      .map(readOutboxItem)
      .filter(({ entry }) => accountOf(entry) === accountId);
    const failed = await relayOutbox({ table, clock, queues, eventBus, log: createQuietLog() }, own);
    const published = own.filter(({ id, entry }) => entry.kind === 'event' && !failed.includes(id));
    await table.batchDelete(published.map(({ key }) => key));
  };
  const job = async (jobId: string): Promise<Job> => {
    const found = await findJob(table, { accountId, jobId });
    if (!found) throw new Error('No such job');
    return found;
  };
  const sweep = async () => {
    const waiting = waitingElsewhere.current + tasks.length;
    await requeueStalledChunks({ table, clock, queues: { ...queues, countWaiting: async () => waiting } });
    const foreign = tasks.filter(({ jobId }) => !jobIds.includes(jobId));
    for (const task of foreign) tasks.splice(tasks.indexOf(task), 1);
  };
  const work = async ({ jobId, chunk }: ChunkTask, by: WorkerDeps = deps) => {
    await workChunk(by, { jobId, chunk, remainingMs: () => LONG_ENOUGH_MS });
  };

  return {
    ...deps,
    queues,
    eventBus,
    eraseLateEvents: async (told) => told,
    waitingElsewhere,
    accountId,
    from,
    phones,
    taken,
    answer,
    events,
    tasks,
    advance: (ms) => time.advance(ms),
    submit,
    broadcast: async (request) => {
      const { body } = await submit('broadcast', {
        recipients: phones.map((to) => ({ to })),
        body: 'Hello',
        ...request,
      });
      return (body as { id: string }).id;
    },
    relay,
    sweep,
    work,
    runToEnd: async () => {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        await relay();
        const next = tasks.splice(0);
        await Promise.all(next.map(async (task) => work(task)));
        if (next.length > 0) continue;
        const jobs = await Promise.all(jobIds.map(job));
        if (jobs.every(({ completedAt }) => completedAt !== undefined)) return;
        time.advance(LONG_ENOUGH_MS);
        await sweep();
      }
      throw new Error('The jobs did not come to their end');
    },
    job,
    credits: () => readCredits(table, accountId),
    changeContact: async (phone, attributes) => {
      await table.put({ Item: { ...contactItem(accountId, phone), ...attributes } });
    },
    setAccount: async (changes) => {
      await updateAccount({ table, accountId, changes });
    },
    setNumber: async (changes) => {
      await updateNumber(table, { accountId, number: from, ...changes });
    },
  };
}

function accountOf(entry: OutboxEntry): string {
  return entry.kind === 'event'
    ? (entry.event.detail as EventOf<'messaging.job.completed'>).accountId
    : entry.accountId;
}

export const phoneAt = (index: number) => `+1212${String(5_000_000 + index)}` as E164;

/** Builds a contact in a group, as its creation stores it. */
export function contactItem(accountId: string, phone: string): Item {
  return {
    ...contactKey(accountId, phone),
    entity: 'contact',
    id: `con_${phone.slice(1)}`,
    accountId,
    phoneNumber: phone,
    memberships: { grp_1: { optInAt: START, tagIds: [] } },
    version: 1,
    createdAt: START,
    updatedAt: START,
  };
}
