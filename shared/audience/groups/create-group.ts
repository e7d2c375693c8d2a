import { invalidRequest } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey, groupCatalogueKey, groupKey } from '../../platform/store/keys';
import { pauseWithJitter } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { TableUnavailableError, type TransactItem } from '../../platform/store/table';
import { checkGroupSender, checkGroupTexts } from './check-group';
import type { Group, OptInType } from './group';
import { addToCatalogue, readCatalogueHead } from './group-catalogue';

export interface NewGroup {
  accountId: string;
  name: string;
  optInType: OptInType;
  isDefault?: boolean | undefined;
  optInMessage?: string | undefined;
  confirmationMessage?: string | undefined;
  /** Sender of the group's texts; else the account's default number. */
  from?: string | undefined;
  /** Names of tags. */
  tags?: string[] | undefined;
}

const MAX_ROUNDS = 30;
const ROUNDS_OF_GROWING_PAUSES = 6;

/**
 * Creates a group, for the operator. An account has one default group at most: making this one the default takes it
 * from the one before.
 *
 * @throws ServiceError InvalidRequest wrong texts or no such account, SenderNotAssigned `from` is no number of the account
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
  // How many pages there were when the last of them turned out to be full.
  let pagesAllFull = 0;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const attempt = await tryInsert(deps, { group, pagesAllFull });
    switch (attempt.outcome) {
      case 'inserted':
        return group;
      case 'noSuchAccount':
        throw invalidRequest({ pointer: '/accountId', reason: 'there is no such account' });
      case 'pageFull':
        pagesAllFull = attempt.pageCount;
        break;
      case 'retry':
        await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
        break;
    }
  }
  throw new TableUnavailableError('A new group kept losing to others');
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

type Attempt =
  { outcome: 'inserted' | 'noSuchAccount' | 'retry' } | { outcome: 'pageFull'; pageCount: number };

async function tryInsert(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: { group: Group; pagesAllFull: number },
): Promise<Attempt> {
  const { group } = options;
  const { accountId } = group;
  const head = readCatalogueHead(await deps.table.get(groupCatalogueKey(accountId)));
  // Somebody else may have opened the next page meanwhile.
  const opensPage = head.pageCount === options.pagesAllFull;
  const { page, writes } = addToCatalogue({
    accountId,
    head,
    group,
    opensPage,
    revision: deps.ids.token(16),
  });
  const result = await deps.table.transact([
    { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: 'attribute_exists(pk)' } },
    ...writes,
    {
      Put: {
        Item: { ...groupKey(accountId, group.id), entity: 'group', ...group, cataloguePage: page },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...(group.isDefault ? takeDefaultFrom(accountId, head.defaultGroupId) : []),
  ]);
  if (result.committed) return { outcome: 'inserted' };
  const failed = new Set(
    result.failed.filter(({ reason }) => reason === 'conditionFailed').map(({ index }) => index),
  );
  if (failed.has(0)) return { outcome: 'noSuchAccount' };
  const isPageFull = failed.has(1) && !opensPage;
  return isPageFull ? { outcome: 'pageFull', pageCount: head.pageCount } : { outcome: 'retry' };
}

/** The write that makes a group no default any more. */
export function takeDefaultFrom(accountId: string, groupId: string | undefined): TransactItem[] {
  if (groupId === undefined) return [];
  return [
    {
      Update: {
        Key: groupKey(accountId, groupId),
        ...updateExpression({ set: { isDefault: false } }),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
  ];
}
