import type { Account } from '../../accounts/account';
import { takeKeywordText } from '../../accounts/daily-quota';
import { type ConsentDeps, POPULAR_GROUP_LIMITS } from '../../audience/consent/change-consent';
import { HELP_ANSWER_INTERVAL_MS } from '../../limits';
import type { E164 } from '../../phone-numbers/e164';
import { updateExpression } from '../../platform/store/expressions';
import { helpAnswerKey } from '../../platform/store/keys';
import { commit, type Part } from '../../platform/store/commit';
import type { TransactItem } from '../../platform/store/table';

/**
 * Stores a HELP together with its answer. No answer is sent when the contact got one less than an hour before, or the
 * account has no free texts left for the day.
 *
 * @param options.account absent: the account of the number does not exist any more, and HELP is not answered
 * @param options.text writes that store the text; the condition of the first one fails when the text was stored before
 * @param options.answer writes that send the answer; none when HELP is not answered
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

/**
 * Builds a write whose condition fails while the last answer is too recent. It has an item of its own beside the
 * contact, because an unknown number is no contact.
 */
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
