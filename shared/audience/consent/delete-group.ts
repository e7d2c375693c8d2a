import { object, parse, string } from 'valibot';
import { changeConsent, type ConsentDeps } from './change-consent';
import { isoNow } from '../../platform/clock';
import { forEachAtOnce } from '../../platform/at-once';
import { contactKey, contactPrefix, groupListKey } from '../../platform/store/keys';
import { commit, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table } from '../../platform/store/table';
import { deletedGroupItem, type Group, groupItem, listedGroupItem } from '../groups/group';
import { readGroupListHead, removeFromGroupList, writeGroupListHead } from '../groups/group-list';

const MEMBERS_AT_ONCE = 8;
const MEMBERS_READ_AT_ONCE = 200;
const EVIDENCE = 'The group was deleted.';

interface GroupAddress {
  accountId: string;
  groupId: string;
}

/**
 * Deletes a group, for the operator. From the first step on, the API does not find it and no contact can join it. Then
 * its members leave it, each in its own transaction with log and event, as in a removal through the API. Another call
 * continues an interrupted deletion.
 *
 * Until a contact has left, its membership still allows sends.
 *
 * @param options.onProgress called with the number of contacts that have left so far
 * @returns number of contacts that have left, active or pending; `undefined` when the account has no such group
 *
 * **Source:** rules 3.3, 6.
 */
export async function deleteGroup(
  deps: ConsentDeps,
  options: { accountId: string; groupId: string; onProgress?: ((left: number) => void) | undefined },
): Promise<{ left: number } | undefined> {
  // 1. Move the group, so that no contact joins it any more.
  if (!(await setGroupAside(deps, options))) return undefined;

  // 2. Remove its members.
  let left = 0;
  for await (const members of findMembers(deps.table, options)) {
    left += await leaveDeletedGroup(deps, options, members);
    options.onProgress?.(left);
  }

  // 3. Delete its name.
  await forgetGroup(deps.table, options);
  return { left };
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

const SCANNED = object({ phoneNumber: string() });

/** Returns the phone numbers of the contacts in the group, active or pending. It reads the whole table once. */
async function* findMembers(table: Table, { accountId, groupId }: GroupAddress): AsyncGenerator<string[]> {
  let members: string[] = [];
  const items = table.scan({
    FilterExpression:
      'begins_with(pk, :contacts) AND sk = :contact AND ' +
      '(attribute_exists(memberships.#group) OR attribute_exists(pendingMemberships.#group))',
    ProjectionExpression: 'phoneNumber',
    ExpressionAttributeNames: { '#group': groupId },
    ExpressionAttributeValues: { ':contacts': contactPrefix(accountId), ':contact': contactKey('', '').sk },
    ConsistentRead: true,
  });
  for await (const item of items) {
    members.push(parse(SCANNED, item).phoneNumber);
    if (members.length < MEMBERS_READ_AT_ONCE) continue;
    yield members;
    members = [];
  }
  yield members;
}
