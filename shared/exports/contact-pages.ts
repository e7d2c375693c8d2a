import { readAccount } from '../accounts/account';
import type { CustomFieldSchema } from '../audience/custom-fields/custom-field-schema';
import { findSchema } from '../audience/custom-fields/define-fields';
import { presentContacts } from '../audience/groups/present-contact-with-groups';
import type { BookPosition } from '../audience/book/walk-book';
import type { Campaigns } from '../audience/segments/campaigns';
import { resolveAudience } from '../audience/segments/resolve-audience';
import { audienceOfSegment, type Segment } from '../audience/segments/segment';
import type { FieldReferences } from '../audience/segments/stored-audience';
import { walkAudience } from '../audience/segments/walk-audience';
import { csvLine } from '../audience/import/csv-line';
import type { Platform } from '../platform/platform';
import { accountKey } from '../platform/store/keys';
import { contactColumns, contactLine } from './internal/contact-lines';
import type { ExportFormat } from './export-item';
import type { ExportPage, ExportStart } from './internal/export-page';

export type ContactPagesDeps = Pick<Platform, 'table' | 'clock'> & { campaigns: Campaigns };

/**
 * Returns the columns of a file of contacts that begins now; it will not contain custom fields that are created later.
 */
export async function columnsOfContacts(
  { table }: Pick<ContactPagesDeps, 'table'>,
  accountId: string,
): Promise<string[]> {
  return contactColumns(await findSchema(table, accountId));
}

const END = JSON.stringify('end');

/**
 * Reads the contacts of an audience page by page as text, so that few of them are in memory.
 *
 * @param options.fieldReferences custom fields that the audience referred to when it was stored; absent: the audience
 *   is new
 *
 * **Source:** rules E5.
 */
export async function* contactPages(
  deps: ContactPagesDeps,
  options: {
    accountId: string;
    format: ExportFormat;
    audience: Segment['audience'];
    fieldReferences?: FieldReferences | undefined;
    start: ExportStart;
  },
): AsyncGenerator<ExportPage> {
  const { accountId, format, fieldReferences = {}, start } = options;
  if (start.position === END) return;
  const { table, clock } = deps;
  const [accountItem, schema] = await Promise.all([
    table.get(accountKey(accountId)),
    findSchema(table, accountId),
  ]);
  if (!accountItem) return;
  const account = readAccount(accountItem);
  const audience = await resolveAudience(deps, {
    account,
    schema,
    audience: audienceOfSegment({ audience: options.audience, fieldReferences }, schema),
    now: clock.now(),
  });
  const from = start.position === undefined ? undefined : (JSON.parse(start.position) as BookPosition);
  let header = from === undefined && format === 'csv' ? csvLine(start.columns) : '';
  for await (const page of walkAudience(deps, audience, { ...(from && { from }) })) {
    const contacts = page.members.map(({ contact }) => contact);
    const text = await textOf(table, { ...options, contacts, schema });
    yield { text: header + text, rows: contacts.length, position: JSON.stringify(page.position) };
    header = '';
  }
  if (header !== '') yield { text: header, rows: 0, position: END };
}

async function textOf(
  table: Platform['table'],
  options: {
    accountId: string;
    format: ExportFormat;
    contacts: Parameters<typeof presentContacts>[1]['contacts'];
    schema: CustomFieldSchema;
    start: ExportStart;
  },
): Promise<string> {
  const { format, start } = options;
  const presented = await presentContacts(table, options);
  return presented.map((contact) => contactLine(format, contact, start.columns)).join('');
}
