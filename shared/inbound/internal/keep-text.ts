import { retainedUntil, type RetentionDays } from '../../accounts/retention';
import { queueMessageReceived } from '../../messages/message-events';
import { type Message, newMessage } from '../../messages/message';
import { insertMessage } from '../../messages/message-writes';
import { queueFeedback } from '../../messages/queue-feedback';
import { type E164, ERASED_NUMBER } from '../../phone-numbers/e164';
import type { Ids } from '../../platform/ids';
import type { InboundText } from '../../platform/provider/port';
import { inboundKey } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';

/**
 * Longer than any queue keeps a text (4 days, and 14 in its dead-letter queue), so that a late delivery still finds the
 * mark.
 */
const MARK_KEPT_FOR_MS = 60 * 24 * 60 * 60 * 1000;

/** Builds the writes that store a text. The mark comes first: its condition detects a repetition. */
export function keepText(
  ids: Ids,
  options: {
    retentionDays: RetentionDays;
    /** True when the provider is told which of its messages the text answers. */
    givesFeedback: boolean;
    isErased: boolean;
    messageId: string;
    accountId: string;
    from: E164;
    text: InboundText;
    receivedAt: Date;
    now: Date;
  },
): { message: Message; writes: TransactItem[] } {
  const { messageId, accountId, from, text, now } = options;
  const receivedAt = options.receivedAt.toISOString();
  const message = newMessage({
    id: messageId,
    accountId,
    direction: 'inbound',
    to: text.to,
    from,
    body: text.body,
    status: 'sent',
    phase: 'settled',
    sentAt: receivedAt,
    providerMessageId: text.providerMessageId,
    createdAt: receivedAt,
    expiresAtEpochSeconds: retainedUntil(options.retentionDays, receivedAt),
    ...(options.isErased && { ...NO_ONE, erased: true }),
  });
  const writes = [
    {
      Put: {
        Item: {
          ...inboundKey(accountId, text.providerMessageId),
          entity: 'inbound',
          messageId,
          expiresAtEpochSeconds: Math.floor((now.getTime() + MARK_KEPT_FOR_MS) / 1000),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    insertMessage(message),
    queueMessageReceived(ids, { message, now }),
    ...(options.givesFeedback
      ? queueFeedback(ids, { accountId, providerMessageId: text.answeredId, now })
      : []),
  ];
  return { message, writes };
}

const NO_ONE = { to: ERASED_NUMBER, from: ERASED_NUMBER, body: '' };
