import type { Account } from '../accounts/account';
import { takeKeywordText } from '../accounts/daily-quota';
import { type ConsentDeps, POPULAR_GROUP_LIMITS } from '../audience/consent/change-consent';
import { HELP_ANSWER_INTERVAL_MS } from '../limits';
import type { E164 } from '../phone-numbers/e164';
import { updateExpression } from '../platform/store/expressions';
import { helpAnswerKey } from '../platform/store/keys';
import { commit, type Part } from '../platform/store/commit';
import type { TransactItem } from '../platform/store/table';

/**
 * Keeps a HELP together with its answer; without it when the contact had an answer less than an hour before, or the account
 * has no free texts left on this day.
 *
 * @param options.account absent: the account of the number is gone, and HELP is not answered
 * @param options.text the writes that keep the text; the first one's condition fails when it was kept before
 * @param options.answer the writes that send the answer; none where HELP is not answered
 *
 * **Source:** rules E7.
 */
export async function answerHelp(
  deps: Pick<ConsentDeps, 'table' | 'clock'>,
  options: {
    account: Pick<Account, 'id' | 'freeTexts'> | undefined;
    from: E164;
    text: TransactItem[];
    answer: TransactItem[];
  },
): Promise<void> {
  const { account, from, answer } = options;
  const now = deps.clock.now();
  const text = options.text.map((write): Part<'keptBefore'> => ({ write, onFail: 'keptBefore' }));
  const sendAnswer: Array<Part<'unanswered'>> =
    account && answer.length > 0
      ? [
          { write: markHelpAnswer({ accountId: account.id, from, now }), onFail: 'unanswered' },
          { write: takeKeywordText({ account, now }), onFail: 'unanswered' },
          ...answer.map((write) => ({ write })),
        ]
      : [];
  const result = await commit(deps.table, [...text, ...sendAnswer], POPULAR_GROUP_LIMITS);
  if (!result.committed && result.refusal === 'unanswered') await commit(deps.table, text);
}

/** Its condition fails while the last answer is too recent. Lies beside the contact, which an unknown number is not. */
function markHelpAnswer({
  accountId,
  from,
  now,
}: {
  accountId: string;
  from: E164;
  now: Date;
}): TransactItem {
  const nowMs = now.getTime();
  const answeredBefore = new Date(nowMs - HELP_ANSWER_INTERVAL_MS).toISOString();
  return {
    Update: {
      Key: helpAnswerKey(accountId, from),
      ...updateExpression(
        {
          set: {
            entity: 'helpAnswer',
            answeredAt: now.toISOString(),
            expiresAtEpochSeconds: Math.ceil((nowMs + HELP_ANSWER_INTERVAL_MS) / 1000),
          },
        },
        { values: { ':answeredBefore': answeredBefore } },
      ),
      ConditionExpression: 'attribute_not_exists(pk) OR #answeredAt <= :answeredBefore',
    },
  };
}
