import { invalidRequest } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey, groupListKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../platform/store/table';
import { checkGroupSender, checkGroupTexts } from './check-group';
import { type Group, groupItem, listedGroupItem, type OptInType } from './group';
import { addToGroupList, readGroupListHead } from './group-list';

export interface NewGroup {
  accountId: string;
  name: string;
  optInType: OptInType;
  isDefault?: boolean | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  /** Sender of the group's texts; absent: the account's default number. */
  from?: string | undefined;
  /** Names of tags. */
  tags?: string[] | undefined;
}

/**
 * Creates a group, for the operator. An account has at most one default group: when the new group is the default, the
 * earlier one no longer is.
 *
 * @throws ServiceError InvalidRequest for invalid texts or an unknown account, SenderNotAssigned when `from` is not a
 *   number of the account
 *
 * **Source:** rules 2.5.
 */
export async function createGroup(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  input: NewGroup,
): Promise<Group> {
  checkGroupTexts(input);
  await checkGroupSender(deps.table, { accountId: input.accountId, from: input.from });
  const group = newGroup(deps, input);
  const { accountId } = group;
  /** Number of pages at which the last one was found full. */
  let pagesAllFull = 0;
  return retryOnConflict(deps.table.waits, async () => {
    const head = readGroupListHead(await deps.table.get(groupListKey(accountId)));
    // A concurrent request may have opened the next page.
    const opensPage = head.pageCount === pagesAllFull;
    const revision = deps.ids.token(16);
    const listed = addToGroupList({ accountId, head, group, opensPage, revision });
    const stored = { ...group, groupListPage: listed.page };
    const result = await commit(deps.table, [
      {
        write: {
          ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' },
        },
        onFail: 'noSuchAccount',
      },
      { write: listed.pageWrite, onFail: opensPage ? 'listChanged' : 'pageFull' },
      { write: listed.headWrite, onFail: 'listChanged' },
      ...required([
        {
          Put: {
            Item: listedGroupItem.item({ accountId, groupId: group.id }, stored),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ]),
      ...(group.isDefault ? takeDefaultFrom(accountId, head.defaultGroupId) : []).map((write) => ({
        write,
        onFail: 'listChanged' as const,
      })),
    ]);
    if (result.committed) return group;
    switch (result.refusal) {
      case 'noSuchAccount':
        throw invalidRequest({ pointer: '/accountId', reason: 'there is no such account' });
      case 'pageFull':
        pagesAllFull = head.pageCount;
        return CONFLICT;
      case 'listChanged':
        return CONFLICT;
    }
  });
}

function newGroup(deps: Pick<Platform, 'clock' | 'ids'>, input: NewGroup): Group {
  const now = isoNow(deps.clock);
  const { accountId, name, optInType, optInMessage, confirmationMessage, from } = input;
  return {
    id: deps.ids.next('grp'),
    accountId,
    name,
    isDefault: input.isDefault ?? false,
    optInType,
    contactCount: 0,
    tags: (input.tags ?? []).map((tagName) => ({
      id: deps.ids.next('tag'),
      name: tagName.trim(),
      createdAt: now,
      updatedAt: now,
    })),
    optInMessage,
    confirmationMessage,
    from,
    createdAt: now,
  };
}

/** Builds the write after which a group is no longer the default. */
export function takeDefaultFrom(accountId: string, groupId: string | undefined): TransactItem[] {
  if (groupId === undefined) return [];
  return [
    {
      Update: {
        Key: groupItem.key({ accountId, groupId }),
        ...updateExpression({ set: { isDefault: false } }),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  ];
}
