import { updateExpression } from '../platform/expressions';
import { messageKey } from '../platform/keys';
import type { Table } from '../platform/table';
import type { Message } from './message';

export async function insertMessage(table: Table, message: Message): Promise<void> {
  await table.put({ Item: { ...messageKey(message.id), entity: 'message', ...message } });
}

/** Writes what became of a hand-over; answers with the message as given. */
export async function saveHandOver(table: Table, message: Message): Promise<Message> {
  const { id, status, errorType, errorMessage, sentAt, providerMessageId } = message;
  await table.update({
    Key: messageKey(id),
    ...updateExpression({ set: { status, errorType, errorMessage, sentAt, providerMessageId } }),
  });
  return message;
}
