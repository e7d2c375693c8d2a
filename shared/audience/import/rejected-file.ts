import { object, string } from 'valibot';
import { importFileKey, rejectedFileKey } from '../../platform/files/file-keys';
import { writeFile } from '../../platform/files/write-file';
import type { Platform } from '../../platform/platform';
import { defineItem } from '../../platform/store/define-item';
import { importRejectsKey, importRejectsPk, type Key } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import type { Table, TransactItem } from '../../platform/store/table';
import type { RejectedRow } from './import-rows';
import { rejectedHeader, rejectedLines } from './rejected-line';
import type { FileDescription } from './source-row';

/** Packed lines of the file of rejects, kept until the import has ended. */
export const rejectsItem = defineItem({
  entity: 'importRejects',
  key: ({ importId, first }: { importId: string; first: number }) => importRejectsKey(importId, first),
  value: object({ lines: string(), accountId: orAbsent(string()), importId: orAbsent(string()) }),
});

/** Longer than any import takes; the items that an import did not remove expire then. */
const KEPT_FOR_SECONDS = 14 * 24 * 60 * 60;

/** Builds the write that stores the rejected rows of a batch, for its transaction; empty when all were imported. */
export function keepRejects(options: {
  accountId: string;
  importId: string;
  first: number;
  rejected: RejectedRow[];
  description: FileDescription;
  now: Date;
}): TransactItem[] {
  const { accountId, importId, first, rejected, description, now } = options;
  if (rejected.length === 0) return [];
  const lines = rejectedLines(rejected, description);
  const expiresAtEpochSeconds = Math.floor(now.getTime() / 1000) + KEPT_FOR_SECONDS;
  const item = rejectsItem.item({ importId, first }, { lines, accountId, importId });
  return [{ Put: { Item: { ...item, expiresAtEpochSeconds } } }];
}

/**
 * Stores the file of rejects: each rejected row as it was, with its number and all its problems. Once corrected it can
 * be imported as it is.
 *
 * @param place.confirmComplete awaited after all lines were read and before the file is complete; it throws when lines
 *   are missing because another worker has ended the import and removed them
 *
 * **Source:** rules E5.
 */
export async function storeRejectedFile(
  { table, files }: Pick<Platform, 'table' | 'files'>,
  place: {
    accountId: string;
    importId: string;
    description: FileDescription;
    confirmComplete: () => Promise<void>;
  },
): Promise<void> {
  const { description, importId, confirmComplete } = place;
  const lines = async function* () {
    yield rejectedHeader(description);
    for await (const item of rejectsOf(table, importId)) yield rejectsItem.read(item).lines;
    await confirmComplete();
  };
  await writeFile(files, {
    key: rejectedFileKey(place),
    contentType: description.table ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
    text: lines(),
  });
}

/**
 * Removes the items and files of an import that has ended: its file, and the rows stored for its file of rejects.
 *
 * @param place.isFileKept true for a dry run, whose file can still be imported
 */
export async function removeLeftovers(
  { table, files }: Pick<Platform, 'table' | 'files'>,
  place: { accountId: string; importId: string; isFileKept?: boolean },
): Promise<void> {
  if (!place.isFileKept) await files.delete(importFileKey(place));
  await removeRejects(table, place.importId);
}

/** Removes the rejected rows that batches have stored for the file of rejects. */
export async function removeRejects(table: Table, importId: string): Promise<void> {
  let keys: Key[] = [];
  for await (const { pk, sk } of rejectsOf(table, importId)) {
    keys.push({ pk, sk });
    if (keys.length < 100) continue;
    await table.batchDelete(keys);
    keys = [];
  }
  await table.batchDelete(keys);
}

const rejectsOf = (table: Table, importId: string) =>
  table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': importRejectsPk(importId) },
    ConsistentRead: true,
  });
