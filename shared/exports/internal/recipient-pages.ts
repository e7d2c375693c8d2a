import { type Account, readAccount } from '../../accounts/account';
import { csvLine } from '../../audience/import/csv-line';
import { findCampaignWithResults } from '../../campaigns/record/campaign-store';
import { readCampaignPlace, writeCampaignPlace } from '../../campaigns/run/campaign-place';
import { listCampaignRecipients } from '../../campaigns/run/list-campaign-recipients';
import { MAX_RECIPIENTS_LIMIT } from '../../limits';
import type { Platform } from '../../platform/platform';
import { accountKey } from '../../platform/store/keys';
import type { JobKind } from '../../sending/jobs/job';
import { findJobOrThrow } from '../../sending/jobs/read/find-job';
import { listRecipients, type RecipientPage } from '../../sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../../sending/jobs/read/recipients-query';
import type { ExportFormat } from '../export-item';
import type { ExportPage, ExportStart } from './export-page';

export const RECIPIENT_COLUMNS: readonly string[] = [
  'to',
  'messageId',
  'status',
  'reason',
  'errorType',
  'errorMessage',
  'sentAt',
  'deliveryStatus',
  'providerMessageId',
  'parts',
  'carrierReason',
  'price',
  'deliveryStatusAt',
  'channel',
  'readAt',
  'clicks',
  'firstClickedAt',
  'lastClickedAt',
];

const END = JSON.stringify('end');

/**
 * Reads the recipients of a job or campaign with their results page by page as text.
 *
 * **Source:** rules E5.
 */
export async function* recipientPages(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: {
    accountId: string;
    format: ExportFormat;
    kind: JobKind | 'campaign';
    jobId: string;
    start: ExportStart;
  },
): AsyncGenerator<ExportPage> {
  const { accountId, format, kind, jobId, start } = options;
  if (start.position === END) return;
  const accountItem = await deps.table.get(accountKey(accountId));
  if (!accountItem) return;
  const account = readAccount(accountItem);
  const readPage =
    kind === 'campaign'
      ? await readerOfCampaign(deps, { account, id: jobId })
      : await readerOfJob(deps, { account, jobId, kind });
  let cursor = start.position === undefined ? undefined : (JSON.parse(start.position) as string);
  let header = cursor === undefined && format === 'csv' ? csvLine(start.columns) : '';
  do {
    const page = await readPage(cursor);
    const lines = page.results.map((entry) => lineOf(format, entry, start.columns));
    cursor = page.nextCursor;
    yield {
      text: header + lines.join(''),
      rows: lines.length,
      position: cursor === undefined ? END : JSON.stringify(cursor),
    };
    header = '';
  } while (cursor !== undefined);
}

/** Reads the page at a cursor; absent: the first page. */
type ReadPage = (cursor: string | undefined) => Promise<RecipientPage>;

async function readerOfJob(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { account: Account; jobId: string; kind: JobKind },
): Promise<ReadPage> {
  const job = await findJobOrThrow(deps, options);
  return (cursor) => {
    const query = { limit: String(MAX_RECIPIENTS_LIMIT), ...(cursor !== undefined && { cursor }) };
    return listRecipients(deps, { ...readRecipientsQuery(query, job.id), job, isWhole: true });
  };
}

async function readerOfCampaign(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: { account: Account; id: string },
): Promise<ReadPage> {
  const campaign = await findCampaignWithResults(deps, options);
  const filter = { status: undefined, deliveryStatus: undefined, reason: undefined };
  return async (cursor) => {
    const { results, next } = await listCampaignRecipients(deps, {
      ...{ campaign, filter, isWhole: true },
      from: readCampaignPlace(cursor),
      limit: MAX_RECIPIENTS_LIMIT,
    });
    return { results, ...(next && { nextCursor: writeCampaignPlace(next) }) };
  };
}

function lineOf(
  format: ExportFormat,
  entry: RecipientPage['results'][number],
  columns: readonly string[],
): string {
  const values = recipientRow(entry);
  return format === 'jsonl'
    ? `${JSON.stringify(values)}\n`
    : csvLine(columns.map((name) => String(values[name] ?? '')));
}

/** Returns the values of an entry's columns that are present. */
function recipientRow(entry: RecipientPage['results'][number]) {
  const clicks = 'clicks' in entry ? entry.clicks : undefined;
  const values: Record<string, unknown> = {
    ...entry,
    clicks: clicks?.count,
    firstClickedAt: clicks?.firstAt,
    lastClickedAt: clicks?.lastAt,
  };
  const names = [...RECIPIENT_COLUMNS, 'erased'].filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name] as string | number | boolean | null]));
}
