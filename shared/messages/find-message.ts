import { messageKey } from '../platform/keys';
import type { Table } from '../platform/table';
import { type Message, readMessage } from './message';

/** Whatever else a caller sends is no id, and may be longer than a key can be. */
const MESSAGE_ID = /^msg_[0-9A-Za-z_-]{1,100}$/;

/** The account's message; `undefined` when there is none or it is another account's. **Source:** contract 5.4. */
export async function findMessage(
  table: Table,
  accountId: string,
  messageId: string,
): Promise<Message | undefined> {
  if (!MESSAGE_ID.test(messageId)) return undefined;
  const item = await table.get(messageKey(messageId));
  const message = item && readMessage(item);
  return message?.accountId === accountId ? message : undefined;
}
