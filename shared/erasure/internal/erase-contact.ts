import {
  awayReplyKey,
  CONSENT_LOG_PREFIX,
  contactKey,
  conversationKey,
  helpAnswerKey,
} from '../../platform/store/keys';
import { updateExpression } from '../../platform/store/expressions';
import { groupKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import { commit, omittable, type Part } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { GROUPS_LEFT_AT_ONCE, POPULAR_GROUP_LIMITS } from '../../audience/consent/change-consent';
import { deleteNotes } from '../../texts/conversation-note';
import { type Erasure, erasureItem, toErasureItem } from '../erasure';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Removes the items beside a contact, and counts the person out of the groups. May be repeated. */
export async function eraseContact(deps: Deps, erasure: Erasure): Promise<void> {
  await leaveGroups(deps, erasure.id);
  for (const phoneNumber of erasure.phoneNumbers) await eraseLog(deps, { ...erasure, phoneNumber });
}

/**
 * Leaves a bounded number of groups in each transaction. Publishes no event, because it would name the person again.
 */
async function leaveGroups(deps: Deps, erasureId: string): Promise<void> {
  let isLeaving = true;
  while (isLeaving) {
    isLeaving = await retryOnConflict(deps.table.waits, async () => {
      const erasure = erasureItem.readIfAny(await deps.table.get(erasureItem.key(erasureId)));
      if (!erasure || erasure.leavingGroupIds.length === 0) return false;
      // Two spellings of a number can be in the same group, but a transaction can hold an item only once.
      const groupIds = [...new Set(erasure.leavingGroupIds)].slice(0, GROUPS_LEFT_AT_ONCE);
      const left = [...erasure.leavingGroupIds];
      for (const groupId of groupIds) left.splice(left.indexOf(groupId), 1);
      const parts: Array<Part<'moved'>> = [
        {
          write: {
            Put: {
              Item: toErasureItem({ ...erasure, leavingGroupIds: left }),
              ConditionExpression: 'leavingGroupIds = :read',
              ExpressionAttributeValues: { ':read': erasure.leavingGroupIds },
            },
          },
          onFail: 'moved',
        },
        // A group that was deleted meanwhile has no counter.
        ...omittable(groupIds.map((groupId) => countOut(erasure.accountId, groupId))),
      ];
      const result = await commit(deps.table, parts, POPULAR_GROUP_LIMITS);
      return result.committed ? left.length > 0 : CONFLICT;
    });
  }
}

function countOut(accountId: string, groupId: string) {
  return {
    Update: {
      Key: groupKey(accountId, groupId),
      ...updateExpression({ add: { contactCount: -1 } }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}

/**
 * Deletes the consent log, the conversation and its notes up to the erasure: a contact that is created again has a log
 * of its own.
 */
async function eraseLog(
  { table }: Deps,
  { accountId, phoneNumber, requestedAt }: { accountId: string; phoneNumber: string; requestedAt: string },
): Promise<void> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': contactKey(accountId, phoneNumber).pk,
      ':first': CONSENT_LOG_PREFIX,
      // "$" sorts behind "#", so that entries of this very millisecond are included.
      ':last': `${CONSENT_LOG_PREFIX}${requestedAt}$`,
    },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  });
  const marks = [helpAnswerKey, awayReplyKey].map((keyOf) => keyOf(accountId, phoneNumber));
  await table.batchDelete([...items, ...marks]);
  // A conversation that continued after the erasure is a new one and stays, with the notes since.
  const deletion = await table.delete({
    Key: conversationKey(accountId, phoneNumber),
    ConditionExpression: 'lastAt <= :requestedAt',
    ExpressionAttributeValues: { ':requestedAt': requestedAt },
  });
  const isNew = !deletion.written && deletion.found !== undefined;
  await deleteNotes(table, { accountId, phoneNumber }, isNew ? requestedAt : undefined);
}
