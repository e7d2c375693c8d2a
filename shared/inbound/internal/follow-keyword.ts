import type { Account } from '../../accounts/account';
import type { ConsentDeps } from '../../audience/consent/change-consent';
import { enrolPhone, isRefusal } from '../../audience/consent/enrol-phone';
import { findPhone, type KnownPhone } from '../../audience/consent/find-phone';
import type { Message } from '../../messages/message';
import type { E164 } from '../../phone-numbers/e164';
import type { Platform } from '../../platform/platform';
import type { TransactItem } from '../../platform/store/table';
import { continueConversation } from '../../texts/conversation';
import type { AccountKeyword } from '../account-keyword';
import { keepWithReply } from './keep-with-reply';

type Deps = ConsentDeps & Pick<Platform, 'log'>;

interface Followed {
  account: Account;
  keyword: AccountKeyword;
  message: Message;
  /** Writes that store the text; the first one fails for a repetition. */
  text: TransactItem[];
  /** Writes that send the reply of the keyword; empty when it has none. */
  reply: TransactItem[];
}

/**
 * Carries out a keyword of the account: the phone joins the group as by a request for a membership, and gets the reply. A
 * phone that has opted out does not join and gets no answer: only the words of the service lift an opt-out. A text whose
 * enrolment is refused is kept for a person to answer, like any other.
 *
 * **Source:** rules 3.3.
 */
export async function followKeyword(deps: Deps, followed: Followed): Promise<void> {
  const { account, keyword, message, text, reply } = followed;
  const from = message.from as E164;
  const sender = await findPhone(deps.table, { accountId: account.id, phone: from });
  if (sender.isOptedOut) return keepForPerson(deps, followed);
  if (keyword.groupId === undefined) return keepWithReply(deps, { account, from, text, reply });
  try {
    await enrol(deps, { ...followed, groupId: keyword.groupId, sender });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    deps.log.warn('A keyword enrolled no contact', { code: error.code });
    await keepForPerson(deps, followed);
  }
}

async function enrol(
  deps: Deps,
  {
    account,
    keyword,
    message,
    text,
    reply,
    groupId,
    sender,
  }: Followed & { groupId: string; sender: KnownPhone },
): Promise<void> {
  await enrolPhone(deps, {
    // The number that was texted answers, unless the group has its own.
    account: { ...account, defaultNumber: message.to },
    phone: sender,
    groupId,
    optInMode: keyword.optInMode ?? 'CONFIRM',
    actor: { type: 'contact', messageId: message.id, evidence: `keyword ${keyword.word}` },
    extraWrites: text,
    reply: reply.length > 0 ? reply : undefined,
  });
}

async function keepForPerson(deps: Deps, { account, message, text }: Followed): Promise<void> {
  await keepWithReply(deps, {
    ...{ account, from: message.from as E164, reply: [] },
    text: [...text, continueConversation(message)],
  });
}
