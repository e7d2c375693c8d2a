import { readAccount } from '../accounts/account';
import { findSchema } from '../audience/custom-fields/define-fields';
import { presentContacts } from '../audience/groups/present-contact-with-groups';
import { csvLine } from '../audience/import/csv-line';
import type { Audience } from '../audience/segments/audience';
import type { Campaigns } from '../audience/segments/campaigns';
import { resolveAudience } from '../audience/segments/resolve-audience';
import { walkAudience } from '../audience/segments/walk-audience';
import { MAX_RECIPIENTS_LIMIT } from '../limits';
import { exportFileKey } from '../platform/file-keys';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import { leaseIsMine, newLease } from '../platform/store/lease';
import { writeFile } from '../platform/write-file';
import { findJobOrThrow } from '../sending/jobs/read/find-job';
import { listRecipients, type RecipientPage } from '../sending/jobs/read/list-recipients';
import { readRecipientsQuery } from '../sending/jobs/read/recipients-query';
import { contactHeader, contactLine } from './contact-lines';
import { type Export, exportDue, exportItem } from './export-item';

export type ExportDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'files'> & { campaigns: Campaigns };

const LEASE_MS = 15 * 60_000;
const MAX_ATTEMPTS = 5;

/**
 * Makes the file of an export. A worker that takes the place of one that died makes it anew: a file is there as a whole or
 * not at all.
 *
 * **Source:** rules E5.
 */
export async function workExport(
  deps: ExportDeps,
  place: { accountId: string; exportId: string },
): Promise<void> {
  const taken = await takeExport(deps, place);
  if (!taken) return;
  if (taken.attempts > MAX_ATTEMPTS) return endExport(deps, taken, { status: 'failed' });
  const counted = { rows: 0 };
  await writeFile(deps.files, {
    key: exportFileKey(place),
    contentType: taken.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    text:
      taken.source.kind === 'contacts'
        ? contactLines(deps, taken, counted)
        : recipientLines(deps, taken, counted),
  });
  await endExport(deps, taken, { status: 'completed', rows: counted.rows });
}

async function* contactLines(
  deps: ExportDeps,
  { accountId, format, source }: Export,
  counted: { rows: number },
): AsyncGenerator<string> {
  const { table, clock } = deps;
  const [accountItem, schema] = await Promise.all([
    table.get(accountKey(accountId)),
    findSchema(table, accountId),
  ]);
  if (!accountItem || source.kind !== 'contacts') return;
  const account = readAccount(accountItem);
  const audience = await resolveAudience(deps, {
    account,
    schema,
    audience: source.audience as Audience,
    now: clock.now(),
  });
  yield contactHeader(format, schema);
  for await (const { members } of walkAudience(deps, audience)) {
    const contacts = members.map(({ contact }) => contact);
    for (const contact of await presentContacts(table, { accountId, contacts, schema })) {
      counted.rows += 1;
      yield contactLine(format, contact, schema);
    }
  }
}

const RECIPIENT_COLUMNS = [
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
] as const;

async function* recipientLines(
  deps: ExportDeps,
  { accountId, format, source }: Export,
  counted: { rows: number },
): AsyncGenerator<string> {
  if (source.kind === 'contacts') return;
  const { jobId, kind } = source;
  const accountItem = await deps.table.get(accountKey(accountId));
  if (!accountItem) return;
  const job = await findJobOrThrow(deps, { account: readAccount(accountItem), jobId, kind });
  if (format === 'csv') yield csvLine(RECIPIENT_COLUMNS);
  let cursor: string | undefined;
  do {
    const query = { limit: String(MAX_RECIPIENTS_LIMIT), ...(cursor !== undefined && { cursor }) };
    const page = await listRecipients(deps, {
      ...readRecipientsQuery(query, jobId),
      job,
      isWhole: true,
    });
    for (const entry of page.results) {
      counted.rows += 1;
      const values = recipientRow(entry);
      yield format === 'jsonl'
        ? `${JSON.stringify(values)}\n`
        : csvLine(RECIPIENT_COLUMNS.map((name) => String(values[name] ?? '')));
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
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

async function takeExport(
  { table, clock, ids }: ExportDeps,
  place: { accountId: string; exportId: string },
): Promise<Export | undefined> {
  const now = clock.now();
  const lease = newLease({ leaseId: ids.next('own'), now, durationMs: LEASE_MS });
  const result = await table.update({
    Key: exportItem.key(place),
    ...updateExpression(
      { set: { ...lease, ...exportDue(place.exportId, lease.leaseUntil) }, add: { attempts: 1 } },
      { values: { ':running': 'running', ':now': now.toISOString() }, names: { '#status': 'status' } },
    ),
    ConditionExpression: '#status = :running AND (attribute_not_exists(#leaseUntil) OR #leaseUntil <= :now)',
  });
  return result.written && result.item ? exportItem.read(result.item) : undefined;
}

async function endExport(
  { table, clock }: ExportDeps,
  taken: Export,
  set: { status: 'completed' | 'failed'; rows?: number },
): Promise<void> {
  const { ConditionExpression, values } = leaseIsMine(taken);
  await table.update({
    Key: exportItem.key({ accountId: taken.accountId, exportId: taken.id }),
    ...updateExpression(
      {
        set: { ...set, completedAt: clock.now().toISOString() },
        remove: ['leaseId', 'leaseUntil', 'gsi1pk', 'gsi1sk'],
      },
      { values },
    ),
    ConditionExpression,
  });
}
