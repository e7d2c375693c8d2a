import type { Account } from '../../../accounts/account';
import type { Actor } from '../../../accounts/actor';
import type { InvalidField } from '../../../errors/error-details';
import { invalidRequest } from '../../../errors/service-error';
import { MAX_CORRECTIONS } from '../../../limits';
import type { Platform } from '../../../platform/platform';
import { commit } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { Table, TransactItem } from '../../../platform/store/table';
import { findImportOrThrow, findKeptImport, invalidImportState } from '../find-import';
import type { ImportBody } from '../import.schema';
import { type ContactImport, firstImportOf, importItem } from '../import-item';
import { type ImportSettings, newImport, newImportItem } from './new-import';

type Corrects = NonNullable<ImportBody['corrects']>;

interface Correction {
  account: Account;
  corrects: Corrects;
  /** Format, size and name of the file with the corrected rows. */
  file: ImportSettings;
  by: Actor;
}

/**
 * Creates an import of corrected rows of another one, with the settings of that one. A repeat with the same key creates
 * none.
 *
 * @throws ServiceError NoSuchResource; InvalidState when the other import is not completed, or the import of an earlier
 *   request with this key was started; InvalidRequest for a setting, another format, or more rows or corrections than
 *   there can be; and as `newImport` does
 *
 * **Source:** rules E5.
 */
export async function correctImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  correction: Correction,
): Promise<ContactImport> {
  const { table } = platform;
  const { account, corrects } = correction;
  return retryOnConflict(table.waits, async () => {
    // 1. Read the import whose rows were corrected, and return that of an earlier request.
    const original = await findKeptImport(platform, { account, importId: corrects.id });
    const earlier = await findEarlier(table, original, corrects);
    if (earlier) return earlier;
    // 2. Check the request.
    if (original.status !== 'completed') throw invalidImportState(original);
    checkCorrection(original, correction);
    // 3. Store the import, and in the other one which rows it has.
    const created = await newCorrection(platform, { original, correction });
    const result = await commit(table, [
      { write: { Put: { Item: newImportItem(created, account) } } },
      { write: noteCorrection(original, { corrects, importId: created.id }), onFail: 'changed' as const },
    ]);
    return result.committed ? created : CONFLICT;
  });
}

/** @throws ServiceError InvalidState when the import of the earlier request was started */
async function findEarlier(
  table: Table,
  { accountId, corrections = [] }: ContactImport,
  { key }: Corrects,
): Promise<ContactImport | undefined> {
  const known = corrections.find((one) => one.key === key);
  if (!known) return undefined;
  const earlier = await findImportOrThrow(table, { accountId, importId: known.importId });
  if (earlier.status !== 'awaitingUpload') throw invalidImportState(earlier);
  return earlier;
}

/** Settings that an import of corrected rows takes from the other one. */
const TAKEN = [
  'mapping',
  'group',
  'optInMode',
  'consentBasis',
  'onExisting',
  'dateFormat',
  'dryRun',
] as const satisfies ReadonlyArray<keyof ImportSettings>;

function checkCorrection(original: ContactImport, { corrects, file }: Correction): void {
  const { format, rejected, corrections = [] } = original;
  const errors: InvalidField[] = [
    ...TAKEN.filter((name) => file[name] !== undefined).map((name) => ({
      pointer: `/${name}`,
      reason: 'must be absent with corrects: it is that of the earlier import',
    })),
    ...(file.format === format
      ? []
      : [{ pointer: '/format', reason: `must be that of the earlier import, ${format}` }]),
    ...(corrects.rows.length <= rejected
      ? []
      : [{ pointer: '/corrects/rows', reason: `must be rejected rows, of which there are ${rejected}` }]),
    ...(corrections.length < MAX_CORRECTIONS
      ? []
      : [{ pointer: '/corrects/id', reason: `must not have ${MAX_CORRECTIONS} corrections already` }]),
  ];
  if (errors.length > 0) throw invalidRequest(...errors);
}

async function newCorrection(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { original, correction }: { original: ContactImport; correction: Correction },
): Promise<ContactImport> {
  const { account, corrects, file, by } = correction;
  const { groupId, optInMode, consentBasis, onExisting, isDryRun, mapping, fileName } = original;
  // Dates of a few rows may not show how those of the whole file are written.
  const dateFormat = original.dateFormat ?? original.fileDateFormat;
  const created = await newImport(platform, {
    account,
    by,
    settings: {
      ...{ ...file, mapping, onExisting, dryRun: isDryRun },
      ...(groupId !== undefined && { group: groupId }),
      ...(optInMode !== undefined && { optInMode }),
      ...(consentBasis !== undefined && { consentBasis }),
      ...(dateFormat !== undefined && { dateFormat }),
    },
  });
  const rowCount = corrects.rows.length;
  return {
    ...created,
    corrects: {
      importId: original.id,
      firstImportId: firstImportOf(original),
      rowCount,
      ...(fileName !== undefined && { fileName }),
    },
  };
}

function noteCorrection(
  { accountId, id: importId, corrections }: ContactImport,
  { corrects, importId: createdId }: { corrects: Corrects; importId: string },
): TransactItem {
  const { key, rows } = corrects;
  return {
    Update: {
      Key: importItem.key({ accountId, importId }),
      ...updateExpression(
        { set: { corrections: [...(corrections ?? []), { key, importId: createdId, rows }] } },
        {
          names: { '#status': 'status' },
          values: { ':completed': 'completed', ...(corrections && { ':before': corrections }) },
        },
      ),
      ConditionExpression: `#status = :completed AND ${corrections ? '#corrections = :before' : 'attribute_not_exists(#corrections)'}`,
    },
  };
}
