import { ServiceError } from '../../errors/service-error';
import { updateExpression } from '../../platform/store/expressions';
import { groupListKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import { commit } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../platform/store/table';
import { checkGroupSender, checkGroupTexts } from './check-group';
import { takeDefaultFrom } from './create-group';
import { type Group, groupItem, listedGroupItem } from './group';
import { findGroup } from './group-store';
import { readGroupListHead, renameInGroupList, writeGroupListHead } from './group-list';

/** Absent means unchanged; an empty text clears a message or the sender. */
export interface GroupChanges {
  name?: string | undefined;
  isDefault?: boolean | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  from?: string | undefined;
}

const CLEARABLE = ['optInMessage', 'confirmationMessage', 'from'] as const;

/**
 * Changes a group, for the operator.
 *
 * @returns the group after the change
 * @throws ServiceError GroupNotFound no such group, InvalidRequest wrong texts, SenderNotAssigned `from` is no number of the account
 *
 * **Source:** rules 2.5.
 */
export async function updateGroup(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: { accountId: string; groupId: string; changes: GroupChanges },
): Promise<Group> {
  const { accountId, groupId, changes } = options;
  const isCleared = (name: (typeof CLEARABLE)[number]) => changes[name] === '';
  checkGroupTexts({
    name: changes.name,
    optInMessage: isCleared('optInMessage') ? undefined : changes.optInMessage,
    confirmationMessage: isCleared('confirmationMessage') ? undefined : changes.confirmationMessage,
  });
  await checkGroupSender(deps.table, { accountId, from: isCleared('from') ? undefined : changes.from });
  return retryOnConflict(deps.table.waits, async () => {
    // 1. Read the group and the head of the group list.
    const [item, headItem] = await deps.table.batchGet([groupItem.key(options), groupListKey(accountId)]);
    if (!item) throw new ServiceError('GroupNotFound');
    const group = listedGroupItem.read(item);
    const head = readGroupListHead(headItem);

    // 2. Collect the writes.
    const writes: TransactItem[] = [writeGroup(group, changes)];
    const { name = group.name, isDefault = group.isDefault } = changes;
    const isRenamed = name !== group.name;
    const defaultChanges = isDefault !== group.isDefault;
    if (isRenamed) {
      writes.push(renameInGroupList({ accountId, page: group.groupListPage, group: { id: groupId, name } }));
    }
    if (isRenamed || defaultChanges) {
      const revision = deps.ids.token(16);
      const changedDefault = defaultChanges && { defaultGroupId: isDefault ? groupId : undefined };
      writes.push(writeGroupListHead({ accountId, head, revision, ...changedDefault }));
    }
    if (defaultChanges && isDefault) writes.push(...takeDefaultFrom(accountId, head.defaultGroupId));

    // 3. Write them onto what was read.
    const result = await commit(
      deps.table,
      writes.map((write) => ({ write, onFail: 'changedMeanwhile' })),
    );
    return result.committed ? ((await findGroup(deps.table, options)) ?? group) : CONFLICT;
  });
}

/** Writes only what changes: memberships change the counter at the same time. */
function writeGroup(group: Group, changes: GroupChanges): TransactItem {
  const cleared = CLEARABLE.filter((name) => changes[name] === '');
  const set = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !cleared.some((clearedName) => clearedName === name)),
  );
  return {
    Update: {
      Key: groupItem.key({ accountId: group.accountId, groupId: group.id }),
      ...updateExpression(
        { set: { ...set, accountId: group.accountId }, remove: cleared },
        { names: { '#isDefaultRead': 'isDefault' }, values: { ':isDefaultRead': group.isDefault } },
      ),
      ConditionExpression: '#isDefaultRead = :isDefaultRead',
    },
  };
}
