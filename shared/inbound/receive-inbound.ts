import { queueLikelyOptedOut } from '../messages/message-events';
import type { Account, OnOrOff } from '../accounts/account';
import { findAccount } from '../accounts/account-store';
import { DEFAULT_RETENTION_DAYS, TEXTS_ANSWERED_FOR_MS } from '../limits';
import { isCountryEnabled } from '../accounts/enabled-countries';
import { changeConsent, type ConsentDeps } from '../audience/consent/change-consent';
import { findPhone } from '../audience/consent/find-phone';
import { leaveGroups } from '../audience/consent/leave-groups';
import { countOptOutOfAutomations } from '../automations/count-opt-out';
import { countOptOut } from '../campaigns/run/count-opt-out';
import type { Trigger } from '../audience/groups/membership-transitions';
import type { Message } from '../messages/message';
import { queueSystemText } from '../messages/system-text';
import { recordActivity } from '../audience/contacts/record-activity';
import { findErasedPerson } from '../audience/contacts/erased-person';
import { type E164, isSenderId, parsePhoneOfText } from '../phone-numbers/e164';
import { numberOwnerItem } from '../senders/number-store';
import { countInDay } from '../statistics/daily-statistics';
import { continueConversation } from '../texts/conversation';
import { addLogContext } from '../platform/observability/log';
import type { Platform } from '../platform/platform';
import type { InboundText } from '../platform/provider/port';
import type { Table, TransactItem } from '../platform/store/table';
import { senderItem } from '../senders/sender';
import { type AccountKeyword, findAccountKeywords } from './account-keyword';
import { followKeyword } from './internal/follow-keyword';
import { keepText } from './internal/keep-text';
import { keepWithReply } from './internal/keep-with-reply';
import { canBeAccountKeyword } from './internal/refuse-word';
import { composeReply } from './internal/replies';
import type { LikelyReason } from './internal/likely-opt-out/read-likely-opt-out';
import { decideMeaning, type TextMeaning } from './internal/text-meaning';
import type { Keyword } from './keyword';

export interface InboundDeps extends ConsentDeps, Pick<Platform, 'log'> {
  /** Default for accounts without a setting of their own: on when the service answers STOP and HELP. */
  keywordReplies: OnOrOff;
}

/**
 * Receives a text from a phone: stores it, and carries out what it means; `decideMeaning` has the order.
 *
 * The text takes effect once, even if it is delivered several times, concurrently, or after an interruption: everything
 * happens in one transaction with the mark of the provider's id. Only leaving the groups after a STOP takes several
 * transactions; it continues from the state of the contact's own item.
 *
 * @param receivedAt time at which the provider passed the text to the service, the same at every delivery
 *
 * **Source:** rules 3.3.
 */
export async function receiveInbound(
  platform: InboundDeps,
  text: InboundText,
  receivedAt: Date,
): Promise<void> {
  // 1. Find the account. A number that was removed belongs to its last owner until another account adds it.
  const owner = numberOwnerItem.readIfAny(await platform.table.get(numberOwnerItem.key(text.to)));
  const account = owner && (await findAccount(platform.table, owner.accountId));
  if (!owner || account?.deletedAt !== undefined) {
    platform.log.warn('Inbound text to a number of no account dropped');
    return;
  }
  const { accountId } = owner;
  addLogContext({ accountId });
  const from = parsePhoneOfText(text.rawFrom);
  if (from === undefined) {
    platform.log.warn('Inbound text from a sender that is no phone number dropped');
    return;
  }

  // 2. Store the text, and carry out what it means.
  const messageId = platform.ids.next('msg');
  addLogContext({ messageId });
  const erased = await findErasedPerson(platform.table, { accountId, phoneNumber: from });
  const { message, writes } = keepText(platform.ids, {
    // A text that was on its way during an erasure of the person takes effect, and is stored without number and text.
    retentionDays: account?.retentionDays ?? DEFAULT_RETENTION_DAYS,
    givesFeedback: account?.messageFeedback === true,
    isErased: erased !== undefined && receivedAt.toISOString() <= erased.erasedAt,
    messageId,
    accountId,
    from,
    text,
    receivedAt,
    now: platform.clock.now(),
  });
  const active = account?.closedAt === undefined ? account : undefined;
  const meaning = decideMeaning(
    { body: text.body, number: text.to, receivedAt, isErased: message.erased === true },
    {
      account: active,
      keywords: await keywordsFor(platform.table, { account: active, body: text.body, number: text.to }),
    },
  );
  const reply = queueReply(platform, { account, meaning, message, saidAt: saidAtOf(text, receivedAt) });
  const received = { account, meaning, message, writes, reply };
  if (meaning.kind !== 'keyword') {
    await receiveWords(platform, { ...received, meaning });
    if (message.erased) return;
    const replied = { activity: 'lastRepliedAt', at: message.createdAt } as const;
    return recordActivity(platform.table, { accountId, phoneNumber: from, ...replied });
  }
  const { keyword } = meaning;
  if (keyword === 'help')
    return keepWithReply(platform, { account, from, text: writes, reply, spaced: 'help' });
  await changeConsent(platform, {
    accountId,
    phoneNumber: from,
    trigger: triggerOf(keyword, receivedAt.toISOString()),
    actor: { type: 'contact', messageId },
    extraWrites: writes,
    extraWritesOnChange:
      keyword === 'stop' ? [...reply, countOptedOut(message, platform.clock.now())] : reply,
  });

  // 3. From now on no message is sent to the contact; remove it from its groups.
  if (keyword !== 'stop') return;
  const stopped = { accountId, phoneNumber: from, at: receivedAt };
  await settleStop(platform, stopped);

  // 4. Apply the STOP to the previous account of the number too, whose text it may answer.
  const previous = owner.previous;
  if (previous === undefined || !isAnsweredStill(previous.until, receivedAt)) return;
  if ((await findAccount(platform.table, previous.accountId))?.deletedAt !== undefined) return;
  const before = { ...stopped, accountId: previous.accountId };
  await changeConsent(platform, {
    ...{ accountId: before.accountId, phoneNumber: from },
    trigger: triggerOf(keyword, receivedAt.toISOString()),
    actor: { type: 'contact' },
  });
  await settleStop(platform, before);
}

async function settleStop(
  platform: InboundDeps,
  { at, ...contact }: { accountId: string; phoneNumber: E164; at: Date },
): Promise<void> {
  await leaveGroups(platform, { ...contact, source: 'stop' });
  await countOptOut(platform.table, { ...contact, at });
  await countOptOutOfAutomations(platform.table, { ...contact, at });
}

const isAnsweredStill = (until: string, receivedAt: Date) =>
  receivedAt.getTime() - Date.parse(until) < TEXTS_ANSWERED_FOR_MS;

/** Reads the keywords of the account when the text can be one of them. */
async function keywordsFor(
  table: Table,
  { account, body, number: texted }: { account: Account | undefined; body: string; number: string },
): Promise<readonly AccountKeyword[]> {
  if (!account || !canBeAccountKeyword(body)) return [];
  const { keywords } = await findAccountKeywords(table, account.id);
  const senderIds = new Set(keywords.flatMap(({ number }) => (number && isSenderId(number) ? [number] : [])));
  if (senderIds.size === 0) return keywords;
  const items = await table.batchGet(
    [...senderIds].map((senderId) => senderItem.key({ accountId: account.id, senderId })),
  );
  const ofTexted = new Set(
    items
      .flatMap((item) => (item ? [senderItem.read(item)] : []))
      .filter(({ members }) => members.some(({ identity }) => identity === texted))
      .map(({ id }) => id),
  );
  // A keyword of the number itself comes before one of a sender.
  return [
    ...keywords,
    ...keywords.flatMap((keyword) =>
      ofTexted.has(keyword.number ?? '') ? [{ ...keyword, number: texted }] : [],
    ),
  ];
}

interface Received<Meaning extends TextMeaning> {
  account: Account | undefined;
  meaning: Meaning;
  message: Message;
  writes: TransactItem[];
  reply: TransactItem[];
}

/** Stores a text that is no keyword of the service, and does what it means to the account. */
async function receiveWords(
  platform: InboundDeps,
  received: Received<Exclude<TextMeaning, { kind: 'keyword' }>>,
): Promise<void> {
  const { account, meaning, message, writes, reply } = received;
  // A person may have to answer. A text from before an erasure belongs to no conversation any more.
  const kept = message.erased ? writes : [...writes, continueConversation(message)];
  switch (meaning.kind) {
    case 'likelyOptOut':
      return review(platform, { message, reason: meaning.reason, writes: kept });
    case 'accountKeyword': {
      if (!account) throw new Error('Only an account has keywords');
      const { accountKeyword: keyword } = meaning;
      return followKeyword(platform, { account, keyword, message, text: writes, reply });
    }
    case 'words': {
      const from = message.from as E164;
      const isReplyDue = reply.length > 0 && (await mayGetAwayReply(platform.table, message));
      return keepWithReply(platform, {
        ...{ account, from, text: kept, reply: isReplyDue ? reply : [], spaced: 'away' },
      });
    }
  }
}

/** Returns false for a phone that has refused texts, or likely has. */
async function mayGetAwayReply(table: Table, { accountId, from }: Message): Promise<boolean> {
  const { isOptedOut, isUnderReview } = await findPhone(table, { accountId, phone: from as E164 });
  return !isOptedOut && !isUnderReview;
}

/** Puts the contact of a text that likely is a refusal under review. */
async function review(
  platform: InboundDeps,
  { message, reason, writes }: { message: Message; reason: LikelyReason; writes: TransactItem[] },
): Promise<void> {
  const { id: messageId, accountId, from: phoneNumber, createdAt: at } = message;
  await changeConsent(platform, {
    accountId,
    phoneNumber,
    trigger: { type: 'likelyOptOut', likelyOptOut: { at, messageId } },
    actor: { type: 'contact', messageId },
    extraWrites: writes,
    extraWritesOnChange: [queueLikelyOptedOut(platform.ids, { message, reason, now: platform.clock.now() })],
  });
}

const countOptedOut = ({ accountId, id }: Message, now: Date) =>
  countInDay({ accountId, at: now, added: { optedOut: 1 }, spread: id.charCodeAt(id.length - 1) });

/** Returns the time of the text, as exactly as provider and queue report it. */
const saidAtOf = ({ publishedAt = LATEST }: InboundText, receivedAt: Date): Date =>
  publishedAt < receivedAt ? publishedAt : receivedAt;
const LATEST = new Date(8_640_000_000_000_000);

function triggerOf(keyword: Exclude<Keyword, 'help'>, saidAt: string): Trigger {
  return keyword === 'stop'
    ? { type: 'optOut', source: 'stop', saidAt }
    : { type: 'optIn', source: keyword, saidAt };
}

/** Builds the writes that send the reply to a text; empty when there is none, or it would come too late. */
function queueReply(
  platform: InboundDeps,
  options: { account: Account | undefined; meaning: TextMeaning; message: Message; saidAt: Date },
): TransactItem[] {
  const { account, meaning, message, saidAt } = options;
  const { accountId, from: to, to: from } = message;
  const reply = account && composeReply(account, { meaning, keywordReplies: platform.keywordReplies });
  if (!account || !reply || !isCountryEnabled(account, to as E164)) return [];
  const now = platform.clock.now();
  const { body, purpose, withinMs } = reply;
  const sendBefore = withinMs === undefined ? undefined : new Date(saidAt.getTime() + withinMs).toISOString();
  if (sendBefore !== undefined && now.toISOString() >= sendBefore) return [];
  return queueSystemText(platform.ids, {
    ...{ accountId, to, from, body, purpose, sendBefore, now },
    retentionDays: account.retentionDays,
  });
}
