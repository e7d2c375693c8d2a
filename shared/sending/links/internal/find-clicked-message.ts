import { readJobLink } from '../../jobs/job-link';
import { jobMessageId } from '../../jobs/results/job-message-id';
import { jobTokenOf, readPlainToken, readRecipientToken } from '../../jobs/link-token';
import { jobLinkTokenKey } from '../../../platform/store/keys';
import { tokenItem } from '../../token-item';
import type { Table } from '../../../platform/store/table';

/**
 * Finds the message of the account that the token in a tracking link stands for: a single message, or that of a job's
 * recipient.
 *
 * @returns id of the message; `undefined` for a token that belongs to no message of the account
 */
export async function findClickedMessage(
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
