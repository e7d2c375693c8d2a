import { Readable } from 'node:stream';
import { importContacts, type ImportOptions } from '../../../shared/audience/import/import-contacts';
import { describeProblems } from '../../../shared/audience/import/problem';

/** Returns a file of JSON lines with these records. */
export const openRecords = (records: unknown[]) => (): Readable =>
  Readable.from(records.map((record) => Buffer.from(`${JSON.stringify(record)}\n`)));

/** Imports records, as a file of JSON lines, and returns a short report. A group is joined on some consent. */
export async function importRecords(
  platform: Parameters<typeof importContacts>[0],
  options: { accountId: string; records: unknown[] } & Partial<ImportOptions>,
) {
  const { records, ...others } = options;
  const report = await importContacts(platform, {
    format: 'jsonl',
    open: openRecords(records),
    ...(others.group !== undefined && { consentBasis: 'Signed.' }),
    ...others,
  });
  return {
    imported: report.created,
    updated: report.updated,
    unchanged: report.unchanged,
    rejected: report.rejectedRows.map(({ row, problems }) => ({
      line: row,
      reason: describeProblems(problems),
    })),
  };
}
