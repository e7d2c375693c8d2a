import type { Message } from '../../../messages/message';
import { readJobLink } from '../../jobs/job-link';
import { jobMessageId } from '../../jobs/results/job-message-id';
import { jobTokenOf, readPlainToken, readRecipientToken } from '../../jobs/link-token';
import { jobLinkTokenKey } from '../../../platform/store/keys';
import { findMessage } from '../../single/find-message';
import { tokenItem } from '../../token-item';
import type { Table } from '../../../platform/store/table';

/** Returns the link token of a request; `undefined` when it has none, or something else in its place. */
export const linkTokenIn = (text: string | null | undefined): string | undefined =>
  /^[A-Za-z0-9]{1,10}$/.exec(text ?? '')?.[0];

/**
 * Finds the message that a click counts for.
 *
 * @returns the id of the message of the account that the token stands for, if there is one; with the message, unless it
 *   was deleted or its person was erased: then the click counts for the link only
 */
export async function findClickedMessage(
  table: Table,
  { accountId, token }: { accountId: string; token: string },
): Promise<{ messageId: string | undefined; message: Message | undefined }> {
  const messageId = await findMessageOfToken(table, { accountId, token });
  const message = messageId === undefined ? undefined : await findMessage(table, accountId, messageId);
  return { messageId, message: message?.erased ? undefined : message };
}

/**
 * Finds the message of the account that the token in a tracking link stands for: a single message, or that of a job's
 * recipient.
 *
 * @returns id of the message; `undefined` for a token that belongs to no message of the account
 */
async function findMessageOfToken(
  table: Table,
  { accountId, token }: { accountId: string; token: string },
): Promise<string | undefined> {
  const plain = readPlainToken(token);
  const [singleItem, jobItem, plainItem] = await table.batchGet([
    tokenItem.key(token),
    jobLinkTokenKey(accountId, jobTokenOf(token)),
    tokenItem.key(plain?.jobToken ?? 'none'),
  ]);
  const single = tokenItem.readIfAny(singleItem);
  if (single?.accountId === accountId && single.messageId !== undefined) return single.messageId;
  if (jobItem) {
    const link = readJobLink(jobItem);
    const place = readRecipientToken(token, { key: link.key, limits: link });
    if (place) return jobMessageId({ jobId: link.jobId, ...place });
  }
  const job = tokenItem.readIfAny(plainItem);
  if (!plain || job?.jobId === undefined || job.accountId !== accountId) return undefined;
  return jobMessageId({ jobId: job.jobId, chunk: plain.chunk, position: plain.position });
}
