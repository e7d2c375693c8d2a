import { type Command, Option } from 'commander';
import { DELIVERY_STATUSES } from '../../../shared/platform/provider/port';
import type { Job } from '../../../shared/sending/jobs/job';
import { listRecipients, type RecipientPage } from '../../../shared/sending/jobs/read/list-recipients';
import { LISTED_STATUSES, readRecipientsQuery } from '../../../shared/sending/jobs/read/recipients-query';
import { MAX_RECIPIENTS_LIMIT } from '../../../shared/limits';
import { parseCount } from '../option-types';
import type { Cell, Report } from '../report';
import type { Target } from '../target';

export interface RecipientOptions {
  status?: string;
  deliveryStatus?: string;
  reason?: string;
  limit: number;
}

type Entry = RecipientPage['results'][number];

const DEFAULT_LIMIT = 100;
const HEAD = [
  'to',
  'status',
  'reason',
  'provider said',
  'delivery',
  'channel',
  'sent from',
  'read at',
  'carrier said',
  'settled at',
  'tries',
  'message',
];

export function withRecipientFilters(command: Command): Command {
  return withOutcomeFilters(
    command.addOption(
      new Option(
        '--status <status>',
        'only these; "dropped" are those that acceptance left out of the job',
      ).choices(LISTED_STATUSES),
    ),
  );
}

/** Adds the filters besides the status, which a campaign has too. */
export function withOutcomeFilters(command: Command): Command {
  return command
    .addOption(new Option('--delivery-status <status>', 'as the carrier reported').choices(DELIVERY_STATUSES))
    .option('--reason <reason>', 'such as opted_out, invalid_number, notOptedIn')
    .option('--limit <n>', 'at most so many', parseCount, DEFAULT_LIMIT);
}

/** Reports the outcomes of a job's recipients, page after page until there are enough. */
export async function reportRecipients(target: Target, job: Job, options: RecipientOptions): Promise<Report> {
  const { status, deliveryStatus, reason, limit } = options;
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const query = readRecipientsQuery(
      {
        ...(status !== undefined && { status }),
        ...(deliveryStatus !== undefined && { deliveryStatus }),
        ...(reason !== undefined && { reason }),
        ...(cursor !== undefined && { cursor }),
        limit: String(Math.min(MAX_RECIPIENTS_LIMIT, limit - entries.length)),
      },
      job.id,
    );
    const page = await listRecipients(target, { job, ...query, isWhole: true });
    entries.push(...page.results);
    cursor = page.nextCursor;
  } while (cursor !== undefined && entries.length < limit);
  return reportEntries(entries, { hasMore: cursor !== undefined });
}

export function reportEntries(entries: Entry[], { hasMore }: { hasMore: boolean }): Report {
  const note = noteOf({ count: entries.length, hasMore });
  return { json: entries, head: HEAD, rows: entries.map(rowOf), ...(note !== undefined && { note }) };
}

function noteOf({ count, hasMore }: { count: number; hasMore: boolean }): string | undefined {
  if (hasMore) return `There may be more than these ${count}: see --limit.`;
  return count === 0 ? 'No recipients match.' : undefined;
}

function rowOf(entry: Entry): Cell[] {
  if (entry.status === 'dropped') {
    return [shownNumber(entry.to), entry.status, entry.reason];
  }
  const { to, status, reason, errorType, providerReason, deliveryStatus, settledAt, attempts } = entry;
  const { channel, sentFrom, readAt } = entry;
  const isReported = deliveryStatus !== undefined;
  const carrierSaid = isReported
    ? wordsOf([entry.eventType, entry.eventDescription, entry.carrier])
    : undefined;
  const outcome = [shownNumber(to), status, reason ?? errorType, providerReason];
  const delivery = [deliveryStatus, channel, sentFrom, readAt, carrierSaid];
  return [...outcome, ...delivery, settledAt, attempts, entry.messageId];
}

const wordsOf = (words: Array<string | undefined>) => words.filter((word) => word !== undefined).join(', ');

const shownNumber = (to: string | null) => to ?? 'erased';
