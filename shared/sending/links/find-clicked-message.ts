import { readJobLink } from '../jobs/job-link';
import { jobMessageId } from '../jobs/results/job-message-id';
import { jobTokenOf, readPlainToken, readRecipientToken } from '../jobs/link-token';
import { jobLinkTokenKey, linkTokenKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';

/**
 * The message of the account that the token in a tracking link stands for: a single one, or a recipient's of a job.
 *
 * @returns `undefined` for a token that the service has not given to a message of the account
 */
export async function findClickedMessage(
  table: Table,
  { accountId, token }: { accountId: string; token: string },
): Promise<string | undefined> {
  const plain = readPlainToken(token);
  const [single, job, plainJob] = await table.batchGet([
    linkTokenKey(token),
    jobLinkTokenKey(accountId, jobTokenOf(token)),
    linkTokenKey(plain?.jobToken ?? 'none'),
  ]);
  if (single?.accountId === accountId) return single.messageId as string;
  if (job) {
    const link = readJobLink(job);
    const place = readRecipientToken(token, { key: link.key, limits: link });
    if (place) return jobMessageId({ jobId: link.jobId, ...place });
  }
  if (!plain || plainJob?.accountId !== accountId) return undefined;
  return jobMessageId({ jobId: plainJob.jobId as string, chunk: plain.chunk, position: plain.position });
}
