import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { findMembers, type Member } from '../users/user-store';
import { type Conversation, conversationItem, findConversation } from './conversation';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Time for which a user counts as writing an answer after the console said so. It says so again while they type. */
const WRITING_MS = 25_000;

/**
 * Notes that a user writes an answer in a conversation, or no longer does. It is a hint for the other users: of two
 * notes in the same moment one may be lost, until the next one.
 *
 * @param options.hasAnswered true when the user has just sent an answer
 * @returns the other users who are writing; `undefined` without a conversation
 *
 * **Source:** rules 3.6.
 */
export async function noteWriting(
  deps: Deps,
  options: {
    accountId: string;
    phoneNumber: string;
    userId: string;
    isWriting: boolean;
    hasAnswered?: boolean | undefined;
  },
): Promise<Member[] | undefined> {
  const { table, clock } = deps;
  const { userId, isWriting, hasAnswered } = options;
  const conversation = await findConversation(table, options);
  if (!conversation) return undefined;
  const others = writing(conversation, deps).filter((one) => one.userId !== userId);
  const writers = isWriting ? [...others, { userId, at: isoNow(clock) }] : others;
  const result = await table.update({
    Key: conversationItem.key(options),
    ...updateExpression({ set: { writers, ...(hasAnswered && { answeredAt: isoNow(clock) }) } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  return result.written ? findWriters(deps, { conversation, exceptId: userId }) : undefined;
}

/** Finds the users of the account who are writing an answer in a conversation, but for one. */
export async function findWriters(
  deps: Deps,
  { conversation, exceptId }: { conversation: Conversation; exceptId: string },
): Promise<Member[]> {
  const userIds = writing(conversation, deps)
    .map(({ userId }) => userId)
    .filter((userId) => userId !== exceptId);
  if (userIds.length === 0) return [];
  return findMembers(deps.table, { accountId: conversation.accountId, userIds });
}

function writing({ writers }: Conversation, { clock }: Pick<Platform, 'clock'>) {
  const since = new Date(clock.now().getTime() - WRITING_MS).toISOString();
  return writers.filter(({ at }) => at > since);
}
