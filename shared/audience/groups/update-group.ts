import { ServiceError } from '../../errors/service-error';
import { updateExpression } from '../../platform/store/expressions';
import { groupCatalogueKey, groupKey } from '../../platform/store/keys';
import { pauseWithJitter } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { TableUnavailableError, type TransactItem } from '../../platform/store/table';
import { checkGroupSender, checkGroupTexts } from './check-group';
import { takeDefaultFrom } from './create-group';
import { type Group, readGroup } from './group';
import { readCatalogueHead, renameInCatalogue, writeHead } from './group-catalogue';

/** Absent means unchanged; an empty text clears a message or the sender. */
export interface GroupChanges {
  name?: string | undefined;
  isDefault?: boolean | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  from?: string | undefined;
}

const MAX_ROUNDS = 30;
const ROUNDS_OF_GROWING_PAUSES = 6;
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
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const [groupItem, headItem] = await deps.table.batchGet([
      groupKey(accountId, groupId),
      groupCatalogueKey(accountId),
    ]);
    if (!groupItem) throw new ServiceError('GroupNotFound');
    const group = readGroup(groupItem);
    const head = readCatalogueHead(headItem);
    const writes: TransactItem[] = [writeGroup(group, changes)];
    const renamed = changes.name !== undefined && changes.name !== group.name;
    const defaultChanges = changes.isDefault !== undefined && changes.isDefault !== group.isDefault;
    if (renamed) {
      const page = groupItem.cataloguePage as number;
      writes.push(
        renameInCatalogue({ accountId, page, group: { id: groupId, name: changes.name ?? group.name } }),
      );
    }
    if (renamed || defaultChanges) {
      const defaultGroupId = changes.isDefault ? groupId : undefined;
      writes.push(
        writeHead({
          accountId,
          head,
          revision: deps.ids.token(16),
          ...(defaultChanges && { defaultGroupId }),
        }),
      );
    }
    if (defaultChanges && changes.isDefault) writes.push(...takeDefaultFrom(accountId, head.defaultGroupId));

    const result = await deps.table.transact(writes);
    if (result.committed) return readGroup((await deps.table.get(groupKey(accountId, groupId))) ?? groupItem);
    await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
  }
  throw new TableUnavailableError('A change of a group kept losing to others');
}

/** Only what is told; the counter moves on beside it. */
function writeGroup(group: Group, changes: GroupChanges): TransactItem {
  const cleared = CLEARABLE.filter((name) => changes[name] === '');
  const set = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !cleared.some((clearedName) => clearedName === name)),
  );
  return {
    Update: {
      Key: groupKey(group.accountId, group.id),
      ...updateExpression(
        { set: { ...set, accountId: group.accountId }, remove: cleared },
        { names: { '#isDefaultRead': 'isDefault' }, values: { ':isDefaultRead': group.isDefault } },
      ),
      ConditionExpression: '#isDefaultRead = :isDefaultRead',
    },
  };
}
