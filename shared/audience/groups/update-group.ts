import { ServiceError } from '../../errors/service-error';
import { asRead } from '../../platform/store/as-read';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
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

/** Changes of a group. Absent properties stay; an empty text clears a message or the sender. */
export interface GroupChanges {
  name?: string | undefined;
  isDefault?: boolean | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  from?: string | undefined;
}

const CLEARABLE = ['optInMessage', 'confirmationMessage', 'from'] as const;

/**
 * Changes a group, for the operator. Properties that already have the new value count as unchanged.
 *
 * @param options.beforeWrite called with the current group and its changes, with `null` for cleared properties
 * @returns the group after the change
 * @throws ServiceError GroupNotFound no such group, InvalidRequest invalid texts, SenderNotAssigned when `from` is not
 *   a number of the account
 *
 * **Source:** rules 2.5.
 */
export async function updateGroup(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: {
    accountId: string;
    groupId: string;
    changes: GroupChanges;
    beforeWrite?: (before: Group, changed: object) => void;
  },
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
    const changed = changesOf(group, changes);
    if (changed.length === 0) return group;
    options.beforeWrite?.(group, Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])));
    const writes: TransactItem[] = [writeGroup(item, { group, changed })];
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

    // 3. Write them, conditional on what was read.
    const result = await commit(
      deps.table,
      writes.map((write) => ({ write, onFail: 'changedMeanwhile' })),
    );
    return result.committed ? ((await findGroup(deps.table, options)) ?? group) : CONFLICT;
  });
}

/** Names and values of changed properties; the value of a cleared one is `undefined`. */
type Changed = Array<[name: string, value: string | boolean | undefined]>;

function changesOf(group: Group, changes: GroupChanges): Changed {
  const isClearable = (name: string) => CLEARABLE.some((clearable) => clearable === name);
  const before = new Map<string, unknown>(Object.entries(group));
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): Changed[number] => [name, value === '' && isClearable(name) ? undefined : value])
    .filter(([name, value]) => value !== before.get(name));
}

/** Writes only the properties that change, because memberships change the counter at the same time. */
function writeGroup(item: Item, { group, changed }: { group: Group; changed: Changed }): TransactItem {
  const { ConditionExpression, ...extra } = asRead(item, ['isDefault', ...changed.map(([name]) => name)]);
  return {
    Update: {
      Key: groupItem.key({ accountId: group.accountId, groupId: group.id }),
      ...updateExpression(
        {
          set: { ...Object.fromEntries(changed), accountId: group.accountId },
          remove: changed.filter(([, value]) => value === undefined).map(([name]) => name),
        },
        extra,
      ),
      ConditionExpression,
    },
  };
}
