import { readJobMessageId } from '../jobs/results/job-message-id';
import { findRecipientMessage } from '../jobs/results/recipient-message';
import { messageKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Message, readMessage } from '../../messages/message';

/** Form of a message's id. Other text is not an id, and may be longer than a key of the table can be. */
const MESSAGE_ID = /^msg_[0-9A-Za-z_-]{1,100}$/;

/**
 * Finds a message of the account, either a single one or that of a job's recipient; `undefined` when it does not exist
 * or belongs to another account. **Source:** rules 5.4.
 */
export async function findMessage(
  table: Table,
  accountId: string,
  messageId: string,
): Promise<Message | undefined> {
  const message = await findAnyMessage(table, messageId);
  return message?.accountId === accountId ? message : undefined;
}

/** Finds a message of any account, for the operator. */
export async function findAnyMessage(table: Table, messageId: string): Promise<Message | undefined> {
  if (!MESSAGE_ID.test(messageId)) return undefined;
  const place = readJobMessageId(messageId);
  return place ? findRecipientMessage(table, place) : findSingleMessage(table, messageId);
}

async function findSingleMessage(table: Table, messageId: string): Promise<Message | undefined> {
  const item = await table.get(messageKey(messageId));
  return item && readMessage(item);
}
