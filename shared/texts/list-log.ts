import { overSince, type Retention } from '../accounts/retention';
import { type CampaignCounts, readCampaignCounts } from '../campaigns/run/read-campaign-counts';
import { SEARCH_AT_MOST_MS } from '../limits';
import type { ListPage } from '../lists/list-query';
import { newestFirst } from '../lists/newest-first';
import type { Message } from '../messages/message';
import { newestOfAccount } from '../messages/newest-messages';
import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { Table } from '../platform/store/table';
import { type Job, type JobCounts, pendingOf } from '../sending/jobs/job';
import { readCounts } from '../sending/jobs/results/read-counts';
import { begunCampaigns, type BegunCampaign, newestJobs } from './internal/begun-work';
import { isInState, readState, readTime, type StateFilter } from './phone-text-filter';

/** Single text, or a broadcast, batch or campaign, whose recipients are listed with it. */
export type LogEntry =
  | { message: Message }
  | { job: Job; counts: JobCounts }
  | { campaign: BegunCampaign; counts: CampaignCounts };

interface LogFilter {
  state: StateFilter | undefined;
  /** Number or sender of the account. */
  sender: string | undefined;
  /** ISO time, inclusive. */
  from: string | undefined;
  /** ISO time, exclusive. */
  to: string | undefined;
}

/** Query parameters of the filter; all that are given must hold. */
export const LOG_FILTERS = ['state', 'sender', 'from', 'to'] as const;

/**
 * Reads the filter of the log.
 *
 * @throws ServiceError InvalidRequest
 */
export const readLogFilter = (query: Record<string, string>): LogFilter => ({
  state: readState(query.state),
  sender: query.sender,
  from: readTime(query, 'from'),
  to: readTime(query, 'to'),
});

interface Source {
  place: string;
  /** Reads the entry; `undefined` for one that the filter leaves out. */
  read: () => Promise<LogEntry | undefined>;
}

const MESSAGES_A_READ = 50;

/**
 * Lists the single texts of an account, sent and received, its broadcasts and batches, and the campaigns that have begun,
 * newest first. The texts of automations are not among them. A page ends when it is full, at the end of the list, or
 * after two seconds, perhaps empty.
 *
 * **Source:** rules 3.7.
 */
export async function listLog(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  options: { account: Retention & { id: string }; page: ListPage; filter: LogFilter },
): Promise<{ entries: LogEntry[]; nextPlace: string | undefined }> {
  const { account, page, filter } = options;
  const endsAtMs = epochMs(clock) + SEARCH_AT_MOST_MS;
  const over = overSince(account, clock.now());
  const since = filter.from !== undefined && filter.from > over ? filter.from : over;
  const from = { accountId: account.id, before: page.place ?? filter.to };
  const entries: LogEntry[] = [];
  let last: string | undefined;
  for await (const { place, read } of newestFirst([
    messages(table, from, filter),
    jobs(table, from, filter),
    campaigns(table, from, filter),
  ])) {
    if (place < since) break;
    if (last !== undefined && (entries.length === page.limit || epochMs(clock) >= endsAtMs))
      return { entries, nextPlace: last };
    const entry = await read();
    if (entry) entries.push(entry);
    last = place;
  }
  return { entries, nextPlace: undefined };
}

type From = { accountId: string; before: string | undefined };

async function* messages(table: Table, from: From, filter: LogFilter): AsyncGenerator<Source> {
  for await (const { place, message } of newestOfAccount(table, { ...from, atOnce: MESSAGES_A_READ })) {
    const isMeant =
      isInState(message, filter.state) &&
      (filter.sender === undefined || sendersOf(message).includes(filter.sender));
    yield { place, read: async () => (isMeant ? { message } : undefined) };
  }
}

const sendersOf = ({ direction, from, to, sentFrom }: Message) =>
  direction === 'inbound' ? [to] : [from, sentFrom];

async function* jobs(table: Table, from: From, { state, sender }: LogFilter): AsyncGenerator<Source> {
  for await (const { place, job } of newestJobs(table, from)) {
    yield {
      place,
      read: async () => {
        if (sender !== undefined && job.from !== sender) return undefined;
        const counts = await readCounts(table, job);
        return mayHave(state, { ...counts, pending: pendingOf(job, counts) }) ? { job, counts } : undefined;
      },
    };
  }
}

async function* campaigns(table: Table, from: From, { state, sender }: LogFilter): AsyncGenerator<Source> {
  for await (const { place, campaign } of begunCampaigns(table, from)) {
    yield {
      place,
      read: async () => {
        if (sender !== undefined && campaign.from !== sender) return undefined;
        const { counts } = await readCampaignCounts(table, campaign);
        return mayHave(state, counts) ? { campaign, counts } : undefined;
      },
    };
  }
}

/** Returns true when some recipient may be in a state. Counts of jobs do not distinguish delivered texts. */
function mayHave(
  state: StateFilter | undefined,
  counts: Pick<CampaignCounts, 'sent' | 'failed' | 'skipped' | 'pending'> &
    Partial<Pick<CampaignCounts, 'delivered' | 'undelivered'>>,
): boolean {
  const { sent, failed, skipped, pending, delivered, undelivered } = counts;
  switch (state) {
    case undefined:
      return true;
    case 'received':
      return false;
    case 'queued':
      return pending > 0;
    case 'sent':
      return sent > (delivered ?? 0) + (undelivered ?? 0);
    case 'delivered':
      return (delivered ?? sent) > 0;
    case 'undelivered':
      return (undelivered ?? sent) > 0;
    case 'failed':
      return failed + skipped > 0;
    case 'notArrived':
      return failed + skipped + (undelivered ?? sent) > 0;
  }
}
