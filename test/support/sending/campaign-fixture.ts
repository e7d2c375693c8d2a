import type { AccountSettings } from '../../../shared/accounts/create-account';
import { NO_CAMPAIGNS } from './no-campaigns';
import { type Campaign, campaignItem } from '../../../shared/campaigns/record/campaign';
import { callCampaignWorker } from '../../../shared/campaigns/record/campaign-wake';
import { requeueStalledCampaigns } from '../../../shared/campaigns/run/requeue-stalled-campaigns';
import type { CampaignDeps } from '../../../shared/campaigns/run/internal/campaign-deps';
import { workCampaign } from '../../../shared/campaigns/run/work-campaign';
import { readOutboxItem } from '../../../shared/outbox/outbox';
import { type CampaignTask, type ChunkTask, relayOutbox } from '../../../shared/outbox/relay-outbox';
import { forEachAtOnce } from '../../../shared/platform/at-once';
import type { Queues } from '../../../shared/platform/queues/queues';
import { updateExpression } from '../../../shared/platform/store/expressions';
import { contactIndexAttributes, jobKey } from '../../../shared/platform/store/keys';
import type { Table } from '../../../shared/platform/store/table';
import { readJob } from '../../../shared/sending/jobs/job';
import { requeueStalledChunks } from '../../../shared/sending/jobs/process/requeue-stalled-chunks';
import { workChunks } from '../../../shared/sending/jobs/process/work-chunk';
import { readOutbox } from '../engines/outbox-items';
import { contactItem, createJobsFixture, type JobsFixture, phoneAt, START } from './jobs-fixture';
import { createQuietLog } from '../logs/quiet-log';

const MINUTE_MS = 60_000;
const LONG_ENOUGH_MS = 300_000;
/** Interval of the timer, longer than as deployed, which only saves time. */
const TIMER_MS = 10 * MINUTE_MS;
const MOST_IDLE_ROUNDS = 2_000;

export type CampaignSettings = Partial<
  Pick<
    Campaign,
    | 'audience'
    | 'body'
    | 'mediaUrl'
    | 'purpose'
    | 'schedule'
    | 'sendingHours'
    | 'expiresAt'
    | 'status'
    | 'selectsAt'
  >
>;

/** Account with a contact book, whose campaigns run in simulated time. */
export interface CampaignFixture extends Omit<JobsFixture, 'runToEnd' | 'relay' | 'sweep' | 'work'> {
  deps: CampaignDeps;
  /** Stores a campaign as a launch does, and calls its worker. */
  launch(settings?: CampaignSettings): Promise<string>;
  /** Changes a campaign as a route does. */
  change(campaignId: string, set: Partial<Campaign>): Promise<void>;
  campaign(campaignId: string): Promise<Campaign>;
  /** Works and lets time pass until the condition is true, or until nothing was left to do for some minutes. */
  runUntil(isOver: () => Promise<boolean> | boolean): Promise<void>;
  runToEnd(campaignId: string): Promise<Campaign>;
  /** Call of the campaign's worker; replaced by tests that let it die. */
  work: { current: (task: CampaignTask) => Promise<void> };
}

interface Waiting {
  queue: string;
  body: unknown;
  atMs: number;
}

/** Returns ids that count up. */
const idAt = (index: number) => `con_${String(index).padStart(26, '0')}`;

export async function createCampaignFixture(
  table: Table,
  settings: Partial<AccountSettings> & {
    contacts?: number;
    ratePerSecond?: number;
    /** Returns the attributes in which a contact differs. */
    contact?: (index: number) => Record<string, unknown>;
    /** Returns the id of a contact; absent: ids that count up. */
    idOf?: (index: number) => string;
    /** Limit of concurrent workers of the queues; absent: all that is due. */
    workersAtOnce?: number;
  } = {},
): Promise<CampaignFixture> {
  const { contacts = 0, contact = () => ({}), idOf = idAt, workersAtOnce = Infinity, ...others } = settings;
  const jobs = await createJobsFixture(table, { ...others });
  const { accountId, clock, ids, eventBus, pause } = jobs;
  const phones = Array.from({ length: contacts }, (_, index) => phoneAt(index));
  await table.batchPut(
    phones.map((phone, index) => ({
      ...contactItem(accountId, phone),
      id: idOf(index),
      ...contactIndexAttributes({ accountId, id: idOf(index) }),
      ...contact(index),
    })),
    8,
  );
  const waiting: Waiting[] = [];
  const queues: Queues = {
    send: async (queue, messages) => {
      for (const { body, delaySeconds = 0 } of messages) {
        waiting.push({ queue, body, atMs: clock.now().getTime() + 1000 * delaySeconds });
      }
      return [];
    },
  };
  const platform = { ...jobs, queues, log: createQuietLog(), pause };
  const deps: CampaignDeps = { table, clock, ids, queues, log: platform.log, campaigns: NO_CAMPAIGNS };
  const work: CampaignFixture['work'] = {
    current: (task) => workCampaign(deps, { ...task, remainingMs: () => LONG_ENOUGH_MS }),
  };

  const relay = async () => {
    const own = (await readOutbox(table)).map(readOutboxItem).filter(({ entry }) => {
      const owner =
        entry.kind === 'event' ? (entry.event.detail as { accountId: string }).accountId : entry.accountId;
      return owner === accountId;
    });
    const failed = await relayOutbox({ table, clock, queues, eventBus, log: platform.log }, own);
    const published = own.filter(({ id, entry }) => entry.kind === 'event' && !failed.includes(id));
    await table.batchDelete(published.map(({ key }) => key));
  };
  const isOwn = async ({ queue, body }: Waiting) => {
    if (queue === 'campaign') return (body as CampaignTask).accountId === accountId;
    const item = await table.get(jobKey((body as ChunkTask).jobId));
    return item !== undefined && readJob(item).accountId === accountId;
  };
  const handle = async (one: Waiting) => {
    if (!(await isOwn(one))) return;
    if (one.queue === 'campaign') await work.current(one.body as CampaignTask);
    else await workChunks(platform, { ...(one.body as ChunkTask), remainingMs: () => LONG_ENOUGH_MS });
  };
  const runUntil = async (isOver: () => Promise<boolean> | boolean) => {
    let idleRounds = 0;
    for (;;) {
      if (await isOver()) return;
      await relay();
      const nowMs = clock.now().getTime();
      const due = waiting.filter(({ atMs }) => atMs <= nowMs);
      for (const one of due) waiting.splice(waiting.indexOf(one), 1);
      await forEachAtOnce(due, Math.min(workersAtOnce, due.length), handle);
      if (due.length > 0) {
        idleRounds = 0;
        continue;
      }
      const next = Math.min(nowMs + TIMER_MS, ...waiting.map(({ atMs }) => atMs));
      jobs.advance(Math.max(1, next - nowMs));
      await requeueStalledCampaigns({ table, clock, queues });
      await requeueStalledChunks({ table, clock, queues: { ...queues, countWaiting: async () => 0 } });
      idleRounds += 1;
      if (idleRounds > MOST_IDLE_ROUNDS) throw new Error('The campaign did not come to its end');
    }
  };
  const campaign = async (id: string) => {
    const item = await table.get(campaignItem.key({ accountId, id }));
    if (!item) throw new Error('No such campaign');
    return campaignItem.read(item);
  };
  return {
    ...jobs,
    phones,
    deps,
    work,
    runUntil,
    campaign,
    launch: async (changes = {}) => {
      const id = ids.next('cmp');
      const now = clock.now();
      const at = now.toISOString();
      const value: Campaign = {
        ...{ id, accountId, name: 'Spring', from: jobs.from, body: 'Hello' },
        audience: { kind: 'people', everyone: true, fieldReferences: {} },
        ...{ purpose: 'informational', status: 'scheduled', version: 1 },
        ...{ jobCount: 0, jobsDone: 0, skippedBy: {}, retentionDays: 90 },
        counts: { sent: 0, failed: 0, skipped: 0, unknown: 0 },
        ...{ createdAt: at, updatedAt: at, launchedAt: at },
        ...changes,
      };
      const call = callCampaignWorker(ids, { accountId, id, now });
      const Item = { ...campaignItem.item({ accountId, id }, value), ...call.set };
      await table.transact([{ Put: { Item } }, call.write]);
      return id;
    },
    change: async (id, set) => {
      const found = await campaign(id);
      const call = callCampaignWorker(ids, { accountId, id, now: clock.now() });
      const changes = { ...set, ...call.set, version: found.version + 1 };
      await table.transact([
        {
          Update: {
            Key: campaignItem.key({ accountId, id }),
            ...updateExpression({ set: changes }, { values: { ':read': found.version } }),
            ConditionExpression: '#version = :read',
          },
        },
        call.write,
      ]);
    },
    runToEnd: async (id) => {
      await runUntil(async () => (await campaign(id)).completedAt !== undefined);
      await relay();
      return campaign(id);
    },
  };
}

export { START };
