import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { isSendableText, NOT_SENDABLE } from '../content/rules/invalid-characters';
import type { InvalidField } from '../errors/error-details';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { MAX_BODY_CHARACTERS, MAX_SAVED_REPLIES, MAX_SAVED_REPLY_TITLE_CHARACTERS } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { commitWithin } from '../platform/store/commit-within';
import { accountCreationsKey, accountKey } from '../platform/store/keys';
import { listSavedReplies, type SavedReply, type SavedReplyContent, savedReplyItem } from './saved-reply';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

interface Address {
  accountId: string;
  replyId: string;
}

/** Callback before the write, with the reply before and after it; `undefined` for one that there is not. */
type BeforeReplyWrite = (before: SavedReplyContent | undefined, after: SavedReplyContent | undefined) => void;

/**
 * Creates a saved reply.
 *
 * @throws ServiceError InvalidRequest for an invalid title or text, and for one reply too many; NoSuchResource for an
 *   account that is closed or does not exist
 *
 * **Source:** rules 3.6.
 */
export async function createSavedReply(
  deps: Deps,
  options: { accountId: string; content: SavedReplyContent; beforeWrite?: BeforeReplyWrite },
): Promise<SavedReply> {
  const { accountId } = options;
  const content = checkContent(options.content);
  const now = isoNow(deps.clock);
  const id = deps.ids.next('rpl');
  const reply = { ...content, id, accountId, version: 1, createdAt: now, updatedAt: now };
  options.beforeWrite?.(undefined, content);
  const result = await commitWithin(deps.table, {
    key: accountCreationsKey(accountId, 'savedReplies'),
    refuseFull: async () => {
      if ((await listSavedReplies(deps.table, accountId)).length < MAX_SAVED_REPLIES) return;
      const reason = `the account has ${MAX_SAVED_REPLIES} saved replies, and no more fit`;
      throw invalidRequest({ pointer: '', reason });
    },
    parts: [
      {
        write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
        onFail: 'noSuchAccount',
      },
      {
        write: {
          Put: {
            Item: savedReplyItem.item({ accountId, replyId: id }, reply),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      },
    ],
  });
  if (!result.committed) throw new ServiceError('NoSuchResource', { cause: 'account' });
  return reply;
}

/**
 * Changes a saved reply, unless another user has changed it since it was read.
 *
 * @param options.version that of the reply as it was read
 * @param options.changes absent properties stay
 * @throws ServiceError NoSuchResource without such a reply of the account; InvalidState (`changedMeanwhile`) after a
 *   change of another user; InvalidRequest as `createSavedReply`
 *
 * **Source:** rules 3.6.
 */
export async function changeSavedReply(
  deps: Pick<Deps, 'table' | 'clock'>,
  options: Address & {
    version: number;
    changes: { title?: string | undefined; text?: string | undefined };
    beforeWrite?: BeforeReplyWrite;
  },
): Promise<SavedReply> {
  const before = await requireReply(deps, options);
  const { title = before.title, text = before.text } = options.changes;
  const content = checkContent({ title, text });
  if (content.title === before.title && content.text === before.text) return before;
  if (options.version !== before.version) throw changedMeanwhile();
  const after = { ...before, ...content, version: before.version + 1, updatedAt: isoNow(deps.clock) };
  options.beforeWrite?.(contentOf(before), content);
  const result = await commit(deps.table, [
    {
      write: {
        Put: {
          Item: savedReplyItem.item(options, after),
          ConditionExpression: 'version = :read',
          ExpressionAttributeValues: { ':read': before.version },
        },
      },
      onFail: 'changedMeanwhile',
    },
  ]);
  if (result.committed) return after;
  if (result.found === undefined) throw noReply();
  throw changedMeanwhile();
}

/**
 * Deletes a saved reply. Answers into which it was inserted keep their text.
 *
 * @throws ServiceError NoSuchResource without such a reply of the account
 */
export async function deleteSavedReply(
  deps: Pick<Deps, 'table'>,
  options: Address & { beforeWrite?: BeforeReplyWrite },
): Promise<void> {
  const before = await requireReply(deps, options);
  options.beforeWrite?.(contentOf(before), undefined);
  await deps.table.delete({ Key: savedReplyItem.key(options) });
}

async function requireReply({ table }: Pick<Deps, 'table'>, address: Address): Promise<SavedReply> {
  const reply = savedReplyItem.readIfAny(await table.get(savedReplyItem.key(address)));
  if (!reply) throw noReply();
  return reply;
}

const contentOf = ({ title, text }: SavedReply): SavedReplyContent => ({ title, text });
const noReply = () => new ServiceError('NoSuchResource', { cause: 'savedReply' });
const changedMeanwhile = () => new ServiceError('InvalidState', { details: { status: 'changedMeanwhile' } });

/** @throws ServiceError InvalidRequest with everything that is wrong with the reply itself */
function checkContent(content: SavedReplyContent): SavedReplyContent {
  const title = content.title.trim().replace(/\s+/g, ' ');
  const { text } = content;
  const errors: InvalidField[] = [];
  const refuse = (pointer: string, reason: string) => errors.push({ pointer, reason });
  if (title === '') refuse('/title', 'must not be empty');
  if ([...title].length > MAX_SAVED_REPLY_TITLE_CHARACTERS)
    refuse('/title', `must be at most ${MAX_SAVED_REPLY_TITLE_CHARACTERS} characters`);
  if (text.trim() === '') refuse('/text', 'must not be empty');
  if ([...text].length > MAX_BODY_CHARACTERS)
    refuse('/text', `must be at most ${MAX_BODY_CHARACTERS} characters`);
  if (!isSendableText(title)) refuse('/title', NOT_SENDABLE);
  if (!isSendableText(text)) refuse('/text', NOT_SENDABLE);
  if (errors.length > 0) throw invalidRequest(...errors);
  return { title, text };
}
