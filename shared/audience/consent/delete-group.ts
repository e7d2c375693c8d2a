import { changeConsent, type ConsentDeps } from './change-consent';
import { isoNow } from '../../platform/clock';
import { forEachAtOnce } from '../../platform/at-once';
import {
  contactKey,
  contactPrefix,
  deletedGroupKey,
  groupCatalogueKey,
  groupKey,
} from '../../platform/store/keys';
import { pauseWithJitter } from '../../platform/pause';
import { type Table, TableUnavailableError } from '../../platform/store/table';
import { type Group, readGroup } from '../groups/group';
import { readCatalogueHead, removeFromCatalogue, writeHead } from '../groups/group-catalogue';

const MAX_ROUNDS = 30;
const ROUNDS_OF_GROWING_PAUSES = 6;
const MEMBERS_AT_ONCE = 8;
const MEMBERS_READ_AT_ONCE = 200;
const EVIDENCE = 'The group was deleted.';

/**
 * Deletes a group, for the operator. From the first step on the API does not know it and no contact can join it. Then its
 * members leave it, each in a transaction of its own with its log and its event, as a contact leaves a group that is
 * removed from it. A deletion that was interrupted goes on when it is called again.
 *
 * Until a contact has left, its membership still lets sends pass.
 *
 * @param options.onProgress called with the number of contacts that have left so far
 * @returns how many contacts have left, active or pending; `undefined` when the account has no such group
 *
 * **Source:** rules 3.3, 6.
 */
export async function deleteGroup(
  deps: ConsentDeps,
  options: { accountId: string; groupId: string; onProgress?: ((left: number) => void) | undefined },
): Promise<{ left: number } | undefined> {
  const { accountId, groupId } = options;
  // 1. No one joins it any more.
  if (!(await setAside(deps, options))) return undefined;

  // 2. Whoever had joined before leaves.
  let left = 0;
  const leave = async (phoneNumber: string) => {
    const { outcome } = await changeConsent(deps, {
      accountId,
      phoneNumber,
      trigger: { type: 'remove', groupId },
      actor: { type: 'operator', evidence: EVIDENCE },
    });
    if (outcome === 'changed') left++;
  };
  for await (const members of findMembers(deps.table, options)) {
    await forEachAtOnce(members, MEMBERS_AT_ONCE, leave);
    options.onProgress?.(left);
  }

  // 3. Nothing names it any more.
  await deps.table.delete({ Key: deletedGroupKey(accountId, groupId) });
  return { left };
}

/** A group that there is, or whose deletion was interrupted. */
export async function findGroupToDelete(
  table: Table,
  { accountId, groupId }: { accountId: string; groupId: string },
): Promise<Group | undefined> {
  const [item, deleted] = await table.batchGet([
    groupKey(accountId, groupId),
    deletedGroupKey(accountId, groupId),
  ]);
  const found = item ?? deleted;
  return found && readGroup(found);
}

/**
 * Moves the group to where only its deletion looks. A membership is written in a transaction that asks for the group in
 * its place, so that none is written after this.
 *
 * @returns false when there is no such group
 */
async function setAside(
  deps: ConsentDeps,
  { accountId, groupId }: { accountId: string; groupId: string },
): Promise<boolean> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const [item, headItem, deleted] = await deps.table.batchGet([
      groupKey(accountId, groupId),
      groupCatalogueKey(accountId),
      deletedGroupKey(accountId, groupId),
    ]);
    if (!item) return deleted !== undefined;
    const group = readGroup(item);
    const result = await deps.table.transact([
      {
        Delete: {
          Key: groupKey(accountId, groupId),
          ConditionExpression: 'isDefault = :isDefaultRead',
          ExpressionAttributeValues: { ':isDefaultRead': group.isDefault },
        },
      },
      {
        Put: {
          Item: {
            ...deletedGroupKey(accountId, groupId),
            entity: 'deletedGroup',
            ...group,
            deletedAt: isoNow(deps.clock),
          },
        },
      },
      removeFromCatalogue({ accountId, page: item.cataloguePage as number, groupId }),
      writeHead({
        accountId,
        head: readCatalogueHead(headItem),
        revision: deps.ids.token(16),
        ...(group.isDefault && { defaultGroupId: undefined }),
      }),
    ]);
    if (result.committed) return true;
    await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
  }
  throw new TableUnavailableError('The deletion of a group kept losing to others');
}

/** Phone numbers of the contacts that are in the group, active or pending. Reads the whole table once. */
async function* findMembers(
  table: Table,
  { accountId, groupId }: { accountId: string; groupId: string },
): AsyncGenerator<string[]> {
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
    members.push(item.phoneNumber as string);
    if (members.length < MEMBERS_READ_AT_ONCE) continue;
    yield members;
    members = [];
  }
  yield members;
}
