import { findAccount } from '../../accounts/account-store';
import type { Account } from '../../accounts/account';
import { deleteRemaindersLater } from '../../erasure/account-task';
import { findDue } from '../../outbox/find-due';
import { putIntoOutbox } from '../../outbox/outbox';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import { accountKey, automationsPk, type DueKind, type Key, type Partition } from '../../platform/store/keys';
import { PatientTable } from '../../platform/store/patient-table';
import { type AccountItem, countUnderWay, type UnderWay, withRule } from './account-items';
import { itemsByKeys } from './internal/find-by-keys';

type DeleteAccountResult =
  /** `items`: those that were found by keys; the pass does not count what it deletes. */
  | { deleted: Account; items: number }
  | { refused: 'noSuchAccount' | 'notClosed' }
  | { refused: 'underWay'; underWay: UnderWay };

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

const ITEMS_AT_ONCE = 100;
/** Far beyond every due time, so that everything that waits is found. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60 * 1000;
/** Kinds of items that may wait for work and are not all found by keys. */
const DUE_BESIDE_KEYS: readonly DueKind[] = ['ERASURE', 'OPT_OUT'];
/** Partitions by whose items others are found. They are deleted last, so that an interrupted deletion can continue. */
const ROOTS: readonly Partition[] = ['account', 'campaign', 'import', 'invitation', 'jobList', 'member'];

/**
 * Deletes the data of a closed account: contacts and their consents, messages, jobs, campaigns, settings. Its books
 * stay: its record with the balances, the daily statistics, and the audit log. May be repeated; continues where it was
 * interrupted.
 *
 * The next pass over the table, which erasures share, deletes what no key of the account leads to:
 * `isDeletionUnderWay` tells when it has been.
 *
 * **Source:** decision "A deleted account is found by its keys".
 */
export async function deleteAccount(
  deps: Deps,
  options: { accountId: string; onProgress?: (items: number) => void },
): Promise<DeleteAccountResult> {
  const patient = new PatientTable(deps.table);
  const { table } = patient;
  const { accountId } = options;
  // 1. The account must be closed, with nothing under way, so that no message, refund or STOP is interrupted.
  const account = await findAccount(table, accountId);
  if (!account) return { refused: 'noSuchAccount' };
  if (account.closedAt === undefined) return { refused: 'notClosed' };
  if (account.deletedAt === undefined) {
    const underWay = await findUnderWay(deps, patient, accountId);
    if (Object.keys(underWay).length > 0) return { refused: 'underWay', underWay };
  }

  // 2. From here on a text from a phone has no effect for the account.
  const deleted = (await markDeleted(deps, accountId)) ?? account;

  // 3. Delete everything that its keys lead to.
  let items = 0;
  const remove = async (keys: Key[]) => {
    await table.batchDelete(keys);
    items += keys.length;
    options.onProgress?.(items);
    await patient.rest();
  };
  const roots: Key[] = [];
  let batch: Key[] = [];
  for await (const item of itemsByKeys(table, accountId)) {
    const found = withRule(item);
    if (found.rule.keptAfterDeletion !== undefined) continue;
    (isRoot(found, accountId) ? roots : batch).push(keyOf(item));
    if (batch.length < ITEMS_AT_ONCE) continue;
    await remove(batch);
    batch = [];
  }
  await remove(batch);
  await remove(roots);

  // 4. Leave the rest to the next pass over the table.
  await leaveRemainders({ ...deps, table }, accountId);
  return { deleted, items };
}

/** Returns true for an item that leads to others. */
function isRoot({ partition, item }: AccountItem, accountId: string): boolean {
  if (ROOTS.includes(partition)) return true;
  if (partition === 'campaignRun') return item.sk === 'RUN';
  return partition === 'automation' && (item.pk === automationsPk(accountId) || item.sk.startsWith('JOB#'));
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk, sk });

async function findUnderWay(deps: Deps, patient: PatientTable, accountId: string): Promise<UnderWay> {
  const { table } = patient;
  const underWay: UnderWay = {};
  let items = 0;
  for await (const item of itemsByKeys(table, accountId)) {
    countUnderWay(underWay, withRule(item));
    if (++items % ITEMS_AT_ONCE === 0) await patient.rest();
  }
  const due: UnderWay = {};
  const until = new Date(deps.clock.now().getTime() + FAR_AHEAD_MS);
  for (const kind of DUE_BESIDE_KEYS) {
    for await (const item of findDue(table, kind, until)) {
      const found = withRule(item);
      const owner = found.rule.owner(item);
      if (owner && 'accountId' in owner && owner.accountId === accountId) countUnderWay(due, found);
    }
  }
  // Contacts that the keys lead to are among those that are due.
  return { ...due, ...underWay };
}

async function markDeleted(
  { table, clock }: Pick<Deps, 'table' | 'clock'>,
  accountId: string,
): Promise<Account | undefined> {
  await table.update({
    Key: accountKey(accountId),
    ...updateExpression({ setIfAbsent: { deletedAt: clock.now().toISOString() } }),
    ConditionExpression: 'attribute_exists(closedAt)',
  });
  return findAccount(table, accountId);
}

/** Stores the task for the pass, and calls a worker. A task that waits already stays as it is. */
async function leaveRemainders({ table, clock, ids }: Deps, accountId: string): Promise<void> {
  const now = clock.now();
  const { erasureId, write } = deleteRemaindersLater(accountId, now);
  const entry = { kind: 'erasure', erasureId, accountId } as const;
  await commit(table, [
    { write, onFail: 'waits' },
    { write: putIntoOutbox({ id: ids.next('out'), entry, now }) },
  ]);
}
