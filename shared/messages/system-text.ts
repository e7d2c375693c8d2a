import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { retainedUntil, type RetentionDays } from '../accounts/retention';
import { newMessage, type MessagePurpose } from './message';
import { insertMessage } from './message-writes';

/**
 * Builds the two writes that queue a text of the service itself, free of charge and without merge tags. They belong in
 * the transaction that makes the text due. The message queue hands it over.
 */
export function queueSystemText(
  ids: Ids,
  options: {
    accountId: string;
    to: string;
    from: string;
    senderId?: string | undefined;
    body: string;
    purpose: Exclude<MessagePurpose, 'send'>;
    /** Group of the text, which is sent only while the contact's membership exists. */
    groupId?: string | undefined;
    /** ISO time after which the text is not sent. */
    sendBefore?: string | undefined;
    /** Set when an answer is expected, of which the provider is told. */
    expectsFeedback?: true | undefined;
    /** Retention of the account. */
    retentionDays: RetentionDays;
    now: Date;
    /** As of `putIntoOutbox`. */
    isOfImport?: boolean | undefined;
  },
): TransactItem[] {
  const { now, retentionDays, isOfImport, ...fields } = options;
  const createdAt = now.toISOString();
  const message = newMessage({
    id: ids.next('msg'),
    ...fields,
    createdAt,
    expiresAtEpochSeconds: retainedUntil(retentionDays, createdAt),
  });
  return [
    insertMessage(message),
    putIntoOutbox({
      id: ids.next('out'),
      entry: { kind: 'message', messageId: message.id, accountId: fields.accountId },
      now,
      isOfImport,
    }),
  ];
}
