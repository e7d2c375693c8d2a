import { findContact } from '../audience/contacts/find-contact';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { type ConversationState, inboxIndexAttributes } from '../platform/store/keys';
import { findMembers, type Member } from '../users/user-store';
import { type Conversation, conversationItem, findConversation, stateOf } from './conversation';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Change that a user makes to a conversation; what is absent stays. */
interface ConversationChange {
  /** `version` of the conversation that the user saw. */
  version: number;
  /** User of the account who is to look after it; `null`: no user. */
  assigneeId?: string | null | undefined;
  isClosed?: boolean | undefined;
  /** Last text that the user saw; required for closing. */
  lastMessageId?: string | undefined;
}

/** Assignee before and after a change; `undefined` for none, and for a user who was removed from the account. */
interface AssigneeChange {
  from: Member | undefined;
  to: Member | undefined;
}
/** Conversation as a change makes it. */
interface ChangedTo {
  assignee: AssigneeChange;
  state: ConversationState;
}

/**
 * Assigns a conversation, closes it, or opens it again. A conversation that is already as it is to be stays unchanged,
 * so that a request can be repeated.
 *
 * @param options.beforeWrite called with the conversation as it was, and what changes
 * @throws ServiceError NoSuchResource without a conversation; InvalidRequest for an assignee who is no user of the
 *   account, and for closing without the last text; InvalidState when another user has changed the conversation since
 *   it was read (`changedMeanwhile`), when a text has come since (`newText`), and for closing while a likely opt-out
 *   waits for a decision (`likelyOptOut`)
 *
 * **Source:** rules 3.6.
 */
export async function changeConversation(
  deps: Deps,
  options: {
    accountId: string;
    phoneNumber: string;
    change: ConversationChange;
    beforeWrite: (before: Conversation, to: ChangedTo) => Promise<void>;
  },
): Promise<Conversation> {
  const { table, clock } = deps;
  const { change } = options;

  // 1. Read the conversation, and compare it with what it is to be.
  const before = await findConversation(table, options);
  if (!before) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
  const assigneeId = change.assigneeId === undefined ? before.assigneeId : (change.assigneeId ?? undefined);
  const state: ConversationState =
    change.isClosed === undefined ? stateOf(before) : change.isClosed ? 'closed' : 'open';
  const isClosing = state === 'closed' && state !== stateOf(before);
  if (assigneeId === before.assigneeId && state === stateOf(before)) return before;

  // 2. Refuse what the user could not see.
  if (change.version !== before.version) throw refused('changedMeanwhile');
  const assignee = await readAssignees(deps, { ...options, from: before.assigneeId, to: assigneeId });
  if (isClosing) await checkClosing(deps, before, change);

  // 3. Write it, unless it was changed at this moment.
  await options.beforeWrite(before, { assignee, state });
  const { accountId, lastAt: at, lastMessageId: messageId } = before;
  const isMoved = state !== stateOf(before);
  const isOpening = isMoved && !isClosing;
  const result = await table.update({
    Key: conversationItem.key(options),
    ...updateExpression(
      {
        set: {
          assigneeId,
          version: before.version + 1,
          ...(isMoved && inboxIndexAttributes({ accountId, at, messageId, state })),
          ...(isClosing && { closedAt: isoNow(clock), unread: 0 }),
        },
        remove: [...(assigneeId === undefined ? ['assigneeId'] : []), ...(isOpening ? ['closedAt'] : [])],
      },
      { values: { ':read': before.version, ...(isMoved && { ':last': messageId }) } },
    ),
    // The key in the index has the last text.
    ConditionExpression: `${isMoved ? 'lastMessageId = :last AND ' : ''}${before.version === 0 ? UNCHANGED_YET : UNCHANGED}`,
  });
  const found = conversationItem.readIfAny(result.written ? result.item : result.found);
  if (!found) throw new ServiceError('NoSuchResource', { cause: 'conversation' });
  // An attempt whose answer was lost has written it.
  const isDone = found.assigneeId === assigneeId && stateOf(found) === state;
  if (result.written || isDone) return found;
  throw refused(found.version === before.version ? 'newText' : 'changedMeanwhile');
}

const UNCHANGED = '#version = :read';
/** Conversations have no version before their first change. */
const UNCHANGED_YET = `(attribute_not_exists(#version) OR ${UNCHANGED})`;

async function checkClosing(
  { table }: Deps,
  before: Conversation,
  { lastMessageId }: ConversationChange,
): Promise<void> {
  if (lastMessageId === undefined)
    throw invalidRequest({ pointer: '/lastMessageId', reason: 'required with isClosed: the last text seen' });
  if (lastMessageId !== before.lastMessageId) throw refused('newText');
  const contact = await findContact(table, before);
  if (contact?.likelyOptOut !== undefined) throw refused('likelyOptOut');
}

async function readAssignees(
  { table }: Deps,
  { accountId, from, to }: { accountId: string; from: string | undefined; to: string | undefined },
): Promise<AssigneeChange> {
  const userIds = [...new Set([from, to].filter((id) => id !== undefined))];
  const members = userIds.length === 0 ? [] : await findMembers(table, { accountId, userIds });
  const memberOf = (id: string | undefined) => members.find(({ user }) => user.id === id);
  const assignee = memberOf(to);
  if (to !== undefined && to !== from && !assignee)
    throw invalidRequest({ pointer: '/assigneeId', reason: 'must be a user of the account' });
  return { from: memberOf(from), to: assignee };
}

const refused = (status: 'changedMeanwhile' | 'newText' | 'likelyOptOut') =>
  new ServiceError('InvalidState', { details: { status } });
