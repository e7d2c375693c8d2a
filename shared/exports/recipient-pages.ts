import { readAccount } from '../accounts/account';
import { csvLine } from '../audience/import/csv-line';
import { MAX_RECIPIENTS_LIMIT } from '../limits';
import type { Platform } from '../platform/platform';
import { accountKey } from '../platform/store/keys';
import { findJobOrThrow } from '../sending/jobs/read/find-job';
import { listRecipients, type RecipientPage } from '../sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../sending/jobs/read/recipients-query';
import type { ExportFormat } from './export-item';
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
  'clicks',
  'firstClickedAt',
  'lastClickedAt',
];

const END = JSON.stringify('end');

/**
 * The recipients of a job with their results as text, page after page.
 *
 * **Source:** rules E5.
 */
export async function* recipientPages(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: {
    accountId: string;
    format: ExportFormat;
    kind: 'broadcast' | 'batch';
    jobId: string;
    start: ExportStart;
  },
): AsyncGenerator<ExportPage> {
  const { accountId, format, kind, jobId, start } = options;
  if (start.position === END) return;
  const accountItem = await deps.table.get(accountKey(accountId));
  if (!accountItem) return;
  const job = await findJobOrThrow(deps, { account: readAccount(accountItem), jobId, kind });
  let cursor = start.position === undefined ? undefined : (JSON.parse(start.position) as string);
  let header = cursor === undefined && format === 'csv' ? csvLine(start.columns) : '';
  do {
    const query = { limit: String(MAX_RECIPIENTS_LIMIT), ...(cursor !== undefined && { cursor }) };
    const page = await listRecipients(deps, { ...readRecipientsQuery(query, jobId), job, isWhole: true });
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

/** The values of an entry's columns, those that it has. */
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
