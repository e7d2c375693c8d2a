import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../accounts/account';
import { ACCOUNT_IS_OPEN } from '../accounts/account-store';
import { checkGroupSender } from '../audience/groups/check-group';
import { findGroup } from '../audience/groups/group-store';
import { checkOptInType } from '../audience/groups/opt-in-mode';
import { isSendableText, NOT_SENDABLE } from '../content/rules/invalid-characters';
import type { InvalidField } from '../errors/error-details';
import { invalidRequest, ServiceError } from '../errors/service-error';
import { MAX_BODY_CHARACTERS, MAX_KEYWORD_CHARACTERS, MAX_KEYWORDS } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { accountKey } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { type AccountKeyword, accountKeywordsItem, findAccountKeywords, readWord } from './account-keyword';
import { refuseWord } from './internal/refuse-word';

type Deps = Pick<Platform, 'table' | 'clock'>;

/** Callback before the write, with what the keyword does before and after it; `undefined` for one that there is not. */
export type BeforeKeywordWrite = (before: object | undefined, after: object | undefined) => void;

/** Keyword as a request has it; the word in any spelling. */
export type KeywordInput = Omit<AccountKeyword, 'createdAt'>;

/** Lists the keywords of an account by word, the one for every number first. */
export async function listKeywords(table: Table, accountId: string): Promise<AccountKeyword[]> {
  const { keywords } = await findAccountKeywords(table, accountId);
  return keywords.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
}

const sortKeyOf = ({ word, number = '' }: AccountKeyword) => `${word}#${number}`;

/**
 * Sets a keyword: one with the same word and number is replaced, and keeps the time of its creation. Setting it unchanged
 * has no effect.
 *
 * @throws ServiceError InvalidRequest for a word that cannot be taken, a keyword that does nothing, an invalid reply, an
 *   opt-in mode that the account refuses, and one keyword too many; SenderNotAssigned, GroupNotFound; NoSuchResource for
 *   an account that is closed or does not exist
 *
 * **Source:** rules 3.3.
 */
export async function setKeyword(
  deps: Deps,
  options: {
    account: Pick<Account, 'id' | 'enforceOptInType'>;
    keyword: KeywordInput;
    beforeWrite?: BeforeKeywordWrite;
  },
): Promise<AccountKeyword> {
  const { account, beforeWrite } = options;
  const input = checkForm(options.keyword);
  await checkGroupSender(deps.table, { accountId: account.id, from: input.number });
  if (input.groupId !== undefined) {
    const group = await findGroup(deps.table, { accountId: account.id, groupId: input.groupId });
    if (!group) throw new ServiceError('GroupNotFound');
    checkOptInType(input.optInMode ?? 'CONFIRM', { account, group });
  }
  const createdAt = isoNow(deps.clock);
  return change(deps, account.id, (keywords) => {
    const before = keywords.find((known) => isSameKeyword(known, input));
    const after = { ...input, createdAt: before?.createdAt ?? createdAt };
    if (before && isDeepStrictEqual(before, after)) return { keyword: before };
    const others = keywords.filter((known) => known !== before);
    if (others.length >= MAX_KEYWORDS) {
      throw invalidRequest({
        pointer: '/word',
        reason: `the account has ${MAX_KEYWORDS} keywords, and no more fit`,
      });
    }
    beforeWrite?.(before && effectOf(before), effectOf(after));
    return { keyword: after, keywords: [...others, after] };
  });
}

/**
 * Deletes a keyword.
 *
 * @param options.number number of the keyword; absent: the keyword is the one for every number
 * @throws ServiceError NoSuchResource when the account has no such keyword
 *
 * **Source:** rules 3.3.
 */
export async function deleteKeyword(
  deps: Deps,
  options: { accountId: string; word: string; number?: string | undefined; beforeWrite?: BeforeKeywordWrite },
): Promise<AccountKeyword> {
  const address = { word: readWord(options.word), number: options.number };
  return change(deps, options.accountId, (keywords) => {
    const keyword = keywords.find((known) => isSameKeyword(known, address));
    if (!keyword) throw new ServiceError('NoSuchResource', { cause: 'keyword' });
    options.beforeWrite?.(effectOf(keyword), undefined);
    return { keyword, keywords: keywords.filter((known) => known !== keyword) };
  });
}

/** Returns the parts of a keyword that a change is told by. */
const effectOf = ({ word, number, groupId, optInMode, reply }: AccountKeyword) => ({
  ...{ word, number, group: groupId, optInMode, reply },
});

const isSameKeyword = (
  known: AccountKeyword,
  { word, number }: { word: string | undefined; number?: string | undefined },
) => known.word === word && known.number === number;

/**
 * Reads the keywords, changes and writes them; again after a concurrent change.
 *
 * @param decide returns the changed keyword, and all keywords after the change, unless nothing changes
 */
async function change(
  deps: Deps,
  accountId: string,
  decide: (keywords: readonly AccountKeyword[]) => { keyword: AccountKeyword; keywords?: AccountKeyword[] },
): Promise<AccountKeyword> {
  return retryOnConflict(deps.table.waits, async () => {
    const before = await findAccountKeywords(deps.table, accountId);
    const { keyword, keywords } = decide(before.keywords);
    if (!keywords) return keyword;
    const result = await commit(deps.table, [
      {
        write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
        onFail: 'noSuchAccount',
      },
      {
        write: {
          Put: {
            Item: accountKeywordsItem.item(accountId, { keywords, version: before.version + 1 }),
            ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
            ExpressionAttributeValues: { ':version': before.version },
          },
        },
        onFail: 'changedMeanwhile',
      },
    ]);
    if (result.committed) return keyword;
    if (result.refusal === 'noSuchAccount') throw new ServiceError('NoSuchResource', { cause: 'account' });
    return CONFLICT;
  });
}

/** @throws ServiceError InvalidRequest with everything that is wrong with the keyword itself */
function checkForm({ word: rawWord, number, groupId, optInMode, reply }: KeywordInput): KeywordInput {
  const errors: InvalidField[] = [];
  const word = readWord(rawWord);
  const refusal =
    word === undefined ? `must be 1 to ${MAX_KEYWORD_CHARACTERS} letters and digits` : refuseWord(word);
  if (refusal !== undefined) errors.push({ pointer: '/word', reason: refusal });
  if (groupId !== undefined && optInMode === undefined) {
    errors.push({ pointer: '/optInMode', reason: 'required with group: CONFIRM or DIRECT' });
  }
  if (groupId === undefined && optInMode !== undefined) {
    errors.push({ pointer: '/optInMode', reason: 'only with group' });
  }
  if (groupId === undefined && reply === undefined) {
    errors.push({ pointer: '/reply', reason: 'required without group: the keyword would do nothing' });
  }
  const replyRefusal = reply === undefined ? undefined : refuseReply(reply);
  if (replyRefusal !== undefined) errors.push({ pointer: '/reply', reason: replyRefusal });
  if (word === undefined || errors.length > 0) throw invalidRequest(...errors);
  return {
    word,
    ...(number !== undefined && { number }),
    ...(groupId !== undefined && { groupId, optInMode }),
    ...(reply !== undefined && { reply }),
  };
}

function refuseReply(reply: string): string | undefined {
  if (reply.trim() === '') return 'must not be empty';
  if ([...reply].length > MAX_BODY_CHARACTERS) return `must be at most ${MAX_BODY_CHARACTERS} characters`;
  return isSendableText(reply) ? undefined : NOT_SENDABLE;
}
