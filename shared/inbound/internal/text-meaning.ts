import type { Account } from '../../accounts/account';
import { isOpen } from '../../calendar/hours';
import { weekOfSendingHours } from '../../calendar/sending-hours';
import { type AccountKeyword, matchKeyword } from '../account-keyword';
import { type Keyword, readKeyword } from '../keyword';
import { type LikelyReason, readLikelyOptOut } from './likely-opt-out/read-likely-opt-out';

/** Meaning of a text from a phone, which decides what is done about it. */
export type TextMeaning =
  | { kind: 'keyword'; keyword: Keyword }
  | { kind: 'likelyOptOut'; reason: LikelyReason }
  | { kind: 'accountKeyword'; accountKeyword: AccountKeyword }
  | { kind: 'words'; isAnsweredAway: boolean };

/**
 * Decides what a text from a phone means, in the order that the rules require: nothing that an account sets comes before
 * a refusal, nor before HELP, YES and START.
 *
 * @param text.isErased true for a text from before the erasure of its sender, of which only consent still counts
 * @param context.account `undefined` when the account is closed or does not exist any more
 *
 * **Source:** rules 3.3.
 */
export function decideMeaning(
  text: { body: string; number: string; receivedAt: Date; isErased: boolean },
  context: {
    account: Pick<Account, 'awayReply' | 'openHours' | 'timeZone'> | undefined;
    keywords: readonly AccountKeyword[];
  },
): TextMeaning {
  // 1. STOP, HELP, YES and START, in all their spellings.
  const keyword = readKeyword(text.body);
  if (keyword !== undefined) return { kind: 'keyword', keyword };
  if (text.isErased) return { kind: 'words', isAnsweredAway: false };

  // 2. What likely is a refusal.
  const reason = readLikelyOptOut(text.body);
  if (reason !== undefined) return { kind: 'likelyOptOut', reason };

  // 3. A keyword of the account.
  const accountKeyword = matchKeyword(context.keywords, text);
  if (accountKeyword !== undefined) return { kind: 'accountKeyword', accountKeyword };

  // 4. Any other words, which a person answers, later if it is outside the open hours.
  const isAnsweredAway = context.account !== undefined && isAwayAt(context.account, text.receivedAt);
  return { kind: 'words', isAnsweredAway };
}

/** Returns true when texts get the away reply: outside the open hours, at any time when there are none. */
function isAwayAt(
  { awayReply, openHours, timeZone = 'UTC' }: Pick<Account, 'awayReply' | 'openHours' | 'timeZone'>,
  at: Date,
): boolean {
  if (awayReply === undefined) return false;
  return !openHours || !isOpen({ zone: timeZone, week: weekOfSendingHours(openHours) }, at.getTime());
}
