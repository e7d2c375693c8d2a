import { changeConsent, type ConsentDeps } from './change-consent';
import { isoNow } from '../../platform/clock';
import { forEachAtOnce } from '../../platform/at-once';
import { groupListKey } from '../../platform/store/keys';
import { commit, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table } from '../../platform/store/table';
import { deletedGroupItem, type Group, groupItem, listedGroupItem } from '../groups/group';
import { readGroupListHead, removeFromGroupList, writeGroupListHead } from '../groups/group-list';

const MEMBERS_AT_ONCE = 8;
const EVIDENCE = 'The group was deleted.';

interface GroupAddress {
  accountId: string;
  groupId: string;
}

/**
 * Removes contacts from a group that was set aside, each in its own transaction with log and event.
 *
 * @returns number of contacts that left in this call, active or pending
 */
export async function leaveDeletedGroup(
  deps: ConsentDeps,
  { accountId, groupId }: GroupAddress,
  phoneNumbers: readonly string[],
): Promise<number> {
  let left = 0;
  await forEachAtOnce(phoneNumbers, MEMBERS_AT_ONCE, async (phoneNumber) => {
    const { outcome } = await changeConsent(deps, {
      accountId,
      phoneNumber,
      trigger: { type: 'remove', groupId },
      actor: { type: 'operator', evidence: EVIDENCE },
    });
    if (outcome === 'changed') left++;
  });
  return left;
}

/** Ends the deletion of a group that has no members any more. */
export async function forgetGroup(table: Table, address: GroupAddress): Promise<void> {
  await table.delete({ Key: deletedGroupItem.key(address) });
}

/** Finds a group, or one whose deletion was interrupted. */
export async function findGroupToDelete(table: Table, address: GroupAddress): Promise<Group | undefined> {
  const [item, deleted] = await table.batchGet([groupItem.key(address), deletedGroupItem.key(address)]);
  return groupItem.readIfAny(item) ?? deletedGroupItem.readIfAny(deleted);
}

/**
 * Moves the group to a key that only its deletion reads. Transactions of memberships require the group at its usual
 * key, so that none commits after this.
 *
 * @returns false when there is no such group
 */
export async function setGroupAside(
  deps: Pick<ConsentDeps, 'table' | 'clock' | 'ids'>,
  address: GroupAddress,
): Promise<boolean> {
  const { accountId, groupId } = address;
  return retryOnConflict(deps.table.waits, async () => {
    const [item, headItem, deleted] = await deps.table.batchGet([
      groupItem.key(address),
      groupListKey(accountId),
      deletedGroupItem.key(address),
    ]);
    if (!item) return deleted !== undefined;
    const { groupListPage: page, ...group } = listedGroupItem.read(item);
    const head = readGroupListHead(headItem);
    const revision = deps.ids.token(16);
    const noDefault = group.isDefault && { defaultGroupId: undefined };
    const result = await commit(deps.table, [
      {
        write: {
          Delete: {
            Key: groupItem.key(address),
            ConditionExpression: 'isDefault = :isDefaultRead',
            ExpressionAttributeValues: { ':isDefaultRead': group.isDefault },
          },
        },
        onFail: 'changedMeanwhile',
      },
      ...required([
        { Put: { Item: deletedGroupItem.item(address, { ...group, deletedAt: isoNow(deps.clock) }) } },
      ]),
      { write: removeFromGroupList({ accountId, page, groupId }), onFail: 'changedMeanwhile' },
      {
        write: writeGroupListHead({ accountId, head, revision, ...noDefault }),
        onFail: 'changedMeanwhile',
      },
    ]);
    return result.committed ? true : CONFLICT;
  });
}
