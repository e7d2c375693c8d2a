import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { retainedUntil, type RetentionDays } from '../accounts/retention';
import { newMessage, type MessagePurpose } from './message';
import { insertMessage } from './message-writes';

/**
 * A text of the service itself, free of charge and without merge tags: two writes for the transaction of whatever
 * makes it due. The message queue hands it over.
 */
export function queueSystemText(
  ids: Ids,
  options: {
    accountId: string;
    to: string;
    from: string;
    body: string;
    purpose: Exclude<MessagePurpose, 'send'>;
    /** Of a group's text: it goes out only as long as the membership is there that it is about. */
    groupId?: string | undefined;
    /** ISO; later it is not sent any more. */
    sendBefore?: string | undefined;
    /** Of the account. */
    retentionDays: RetentionDays;
    now: Date;
  },
): TransactItem[] {
  const { now, retentionDays, ...fields } = options;
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
    }),
  ];
}
