import { findSchema } from '../custom-fields/define-fields';
import { ServiceError } from '../../errors/service-error';
import { findGroup } from '../groups/group-store';
import type { Platform } from '../../platform/platform';
import { actionsOf, type BatchResult, importBatch, MAX_ACTIONS } from './import-batch';
import { type ImportCandidate, type ImportRow, readImportRow } from './import-row';

export interface ImportOptions {
  accountId: string;
  rows: AsyncIterable<ImportRow>;
  /**
   * Enrols the contacts, without a text to them: the operator vouches for their consent. Lines that say that their
   * contact refused everything are not enrolled.
   */
  groupId?: string | undefined;
  /** Called now and then with the number of lines that are done. */
  onProgress?: ((lines: number) => void) | undefined;
}

/** Every transaction with a group moves its one counter, and two at once would only be in each other's way. */
const TRANSACTIONS_AT_ONCE = { withGroup: 1, withoutGroup: 4 };

/**
 * Creates and updates contacts line by line, as create and update of the API would. A line that cannot be imported
 * changes nothing and is reported with its reason. Importing a file again changes nothing; of several lines about one
 * phone number each comes after the one before.
 *
 * @throws ServiceError GroupNotFound no such group
 */
export async function importContacts(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: ImportOptions,
): Promise<BatchResult> {
  const { accountId, groupId } = options;
  const [schema, group] = await Promise.all([
    findSchema(platform.table, accountId),
    groupId === undefined ? undefined : findGroup(platform.table, { accountId, groupId }),
  ]);
  if (groupId !== undefined && !group) throw new ServiceError('GroupNotFound');
  const shape = group ? 'withGroup' : 'withoutGroup';

  const total: BatchResult = { imported: 0, updated: 0, unchanged: 0, rejected: [] };
  const running = new Set<Promise<void>>();
  let batch = new Map<string, ImportCandidate>();
  let actions = 0;
  let phoneNumbersSeen = new Set<string>();
  let done = 0;
  let failure: { error: unknown } | undefined;

  const importNow = async (candidates: ImportCandidate[]) => {
    try {
      const result = await importBatch(platform, { accountId, schema, group }, candidates);
      total.imported += result.imported;
      total.updated += result.updated;
      total.unchanged += result.unchanged;
      total.rejected.push(...result.rejected);
      done += candidates.length;
      options.onProgress?.(done);
    } catch (error) {
      failure ??= { error };
    }
  };
  const startBatch = async () => {
    const candidates = [...batch.values()];
    batch = new Map();
    actions = 0;
    while (running.size >= TRANSACTIONS_AT_ONCE[shape]) await Promise.race(running);
    if (failure) throw failure.error;
    if (candidates.length === 0) return;
    const started = importNow(candidates).finally(() => running.delete(started));
    running.add(started);
  };
  const finishAll = async () => {
    await startBatch();
    await Promise.all(running);
    if (failure) throw failure.error;
    phoneNumbersSeen = new Set();
  };

  for await (const row of options.rows) {
    const candidate = readImportRow(row);
    if ('reason' in candidate) {
      total.rejected.push(candidate);
      done += 1;
      continue;
    }
    if (phoneNumbersSeen.has(candidate.phoneNumber)) await finishAll();
    const needed = actionsOf(candidate, { group });
    if (actions + needed > MAX_ACTIONS) await startBatch();
    phoneNumbersSeen.add(candidate.phoneNumber);
    batch.set(candidate.phoneNumber, candidate);
    actions += needed;
  }
  await finishAll();
  options.onProgress?.(done);
  total.rejected.sort((a, b) => a.line - b.line);
  return total;
}
