import type { Account, OnOrOff } from '../../accounts/account';
import { REPLIED_WITHIN_MS, STOP_CONFIRMED_WITHIN_MS } from '../../limits';
import { helpText, optOutText } from '../keyword-answers';
import type { Keyword } from '../keyword';
import type { TextMeaning } from './text-meaning';

/**
 * Returns true when the service answers STOP and HELP. If the provider answers them, the service does not, so that a
 * phone gets one answer.
 *
 * @param byDefault the setting of accounts without one of their own
 */
function areKeywordsAnswered(account: Pick<Account, 'keywordReplies'>, byDefault: OnOrOff): boolean {
  return (account.keywordReplies ?? byDefault) === 'on';
}

/** Reply of the service to a text. */
interface Reply {
  body: string;
  purpose: 'keywordReply' | 'autoReply';
  /** Time from the text on after which the reply is not sent; absent: it is sent whenever it can be. */
  withinMs?: number;
}

/** Returns the reply to a text; `undefined` when there is none. **Source:** rules 3.3. */
export function composeReply(
  account: Account,
  { meaning, keywordReplies }: { meaning: TextMeaning; keywordReplies: OnOrOff },
): Reply | undefined {
  switch (meaning.kind) {
    case 'keyword':
      return areKeywordsAnswered(account, keywordReplies)
        ? replyToKeyword(account, meaning.keyword)
        : undefined;
    case 'accountKeyword':
      return autoReply(meaning.accountKeyword.reply);
    case 'words':
      return meaning.isAnsweredAway ? autoReply(account.awayReply) : undefined;
    case 'likelyOptOut':
      return undefined;
  }
}

function replyToKeyword(account: Account, keyword: Keyword): Reply | undefined {
  switch (keyword) {
    case 'help':
      return { body: helpText(account), purpose: 'keywordReply' };
    case 'stop':
      // A later one would be a text after a refusal.
      return { body: optOutText(account), purpose: 'keywordReply', withinMs: STOP_CONFIRMED_WITHIN_MS };
    case 'yes':
    case 'start':
    case 'unstop':
      return undefined;
  }
}

const autoReply = (body: string | undefined): Reply | undefined =>
  body === undefined ? undefined : { body, purpose: 'autoReply', withinMs: REPLIED_WITHIN_MS };
