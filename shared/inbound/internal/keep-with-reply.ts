import type { Account } from '../../accounts/account';
import { takeReply } from '../../accounts/daily-quota';
import { findCountryLimit, type Limited } from '../../budgets/country-limit';
import { exceedLimit, takeOwnTexts } from '../../budgets/take-texts';
import { type ConsentDeps, POPULAR_GROUP_LIMITS } from '../../audience/consent/change-consent';
import { AWAY_REPLY_INTERVAL_MS, HELP_ANSWER_INTERVAL_MS } from '../../limits';
import type { E164 } from '../../phone-numbers/e164';
import { updateExpression } from '../../platform/store/expressions';
import { awayReplyKey, helpAnswerKey, type Key } from '../../platform/store/keys';
import { commit, type Part } from '../../platform/store/commit';
import type { TransactItem } from '../../platform/store/table';

/** Replies that a phone gets only once in a while, each with its mark beside the contact. */
const SPACED_REPLIES = {
  help: { key: helpAnswerKey, entity: 'helpAnswer', intervalMs: HELP_ANSWER_INTERVAL_MS },
  away: { key: awayReplyKey, entity: 'awayReply', intervalMs: AWAY_REPLY_INTERVAL_MS },
} satisfies Record<
  string,
  { key: (accountId: string, phoneNumber: string) => Key; entity: string; intervalMs: number }
>;

/**
 * Stores a text together with the reply to it. No reply is sent when the account has no free texts left for the day, or
 * its country no budget, or, of a spaced one, when the phone got it too short a time before.
 *
 * @param options.account absent: the account of the number does not exist any more, and nothing is answered
 * @param options.text writes that store the text; the condition of the first one fails when the text was stored before
 * @param options.reply writes that send the reply; none when there is none
 * @param options.spaced kind of a spaced reply; absent: the phone may get it again at once
 *
 * **Source:** rules 3.3, E7.
 */
export async function keepWithReply(
  deps: ConsentDeps,
  options: {
    account: (Limited & Pick<Account, 'freeTexts'>) | undefined;
    from: E164;
    text: TransactItem[];
    reply: TransactItem[];
    spaced?: keyof typeof SPACED_REPLIES;
  },
): Promise<void> {
  const { account, from, reply, spaced } = options;
  const now = deps.clock.now();
  const text = options.text.map((write): Part<'keptBefore'> => ({ write, onFail: 'keptBefore' }));
  const limit = account && reply.length > 0 ? await findCountryLimit(deps, account, from) : undefined;
  const sendReply: Array<Part<'unanswered' | 'overLimit'>> =
    account && reply.length > 0
      ? [
          ...(spaced
            ? [
                {
                  write: markReply(spaced, { accountId: account.id, from, now }),
                  onFail: 'unanswered' as const,
                },
              ]
            : []),
          { write: takeReply({ account, now }), onFail: 'unanswered' },
          ...takeOwnTexts({ accountId: account.id, limit, texts: 1, now }).map((write) => ({
            write,
            onFail: 'overLimit' as const,
          })),
          ...reply.map((write) => ({ write })),
        ]
      : [];
  const result = await commit(deps.table, [...text, ...sendReply], POPULAR_GROUP_LIMITS);
  if (result.committed || result.refusal === 'keptBefore') return;
  if (result.refusal === 'overLimit' && account && limit) {
    const { found } = result;
    // Where texts are told only, there is no limit any more.
    if (await exceedLimit(deps, { accountId: account.id, limit, found })) return keepWithReply(deps, options);
  }
  await commit(deps.table, text);
}

/**
 * Builds a write whose condition fails while the last such reply is too recent. It has an item of its own beside the
 * contact, because an unknown number is no contact.
 */
function markReply(
  kind: keyof typeof SPACED_REPLIES,
  { accountId, from, now }: { accountId: string; from: E164; now: Date },
): TransactItem {
  const { key, entity, intervalMs } = SPACED_REPLIES[kind];
  const nowMs = now.getTime();
  const answeredBefore = new Date(nowMs - intervalMs).toISOString();
  return {
    Update: {
      Key: key(accountId, from),
      ...updateExpression(
        {
          set: {
            entity,
            answeredAt: now.toISOString(),
            expiresAtEpochSeconds: Math.ceil((nowMs + intervalMs) / 1000),
          },
        },
        { values: { ':answeredBefore': answeredBefore } },
      ),
      ConditionExpression: 'attribute_not_exists(pk) OR #answeredAt <= :answeredBefore',
    },
  };
}
