import type { Account } from '../../accounts/account';
import { number, object, string } from 'valibot';
import { jobLinkTokenKey } from '../../platform/store/keys';
import type { Ids } from '../../platform/ids';
import { defineItem } from '../../platform/store/define-item';
import type { TransactItem } from '../../platform/store/table';
import type { Job } from './job';
import { JOB_TOKEN_CHARACTERS, type JobLink, type PlaceLimits } from './link-token';

/** Link of a new job, which always has a key. */
type NewJobLink = JobLink & { key: string };

/** Creates the token prefix and the key for the tracking tokens of a new job. */
export function newJobLink(ids: Ids): NewJobLink {
  return { token: ids.token(JOB_TOKEN_CHARACTERS), key: ids.secret() };
}

/** Fields of a job with tracking links; empty for another. */
export const linkFields = (link: NewJobLink | undefined, account: Pick<Account, 'messageFeedback'>) =>
  link && {
    ...{ linkToken: link.token, linkKey: link.key },
    ...(account.messageFeedback && { expectsFeedback: true as const }),
  };

/**
 * Builds the write that stores which job the tokens stand for, for the transaction that accepts the job. Refused when
 * another job has the token.
 */
export function putJobLink(job: Job, link: NewJobLink, limits: PlaceLimits): TransactItem {
  const { accountId, id: jobId } = job;
  return {
    Put: {
      Item: storedJobLink.item(
        { accountId, token: link.token },
        { accountId, jobId, key: link.key, ...limits },
      ),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** Stored link of a job: what is needed to resolve its tokens. */
const storedJobLink = defineItem({
  entity: 'jobLink',
  key: ({ accountId, token }: { accountId: string; token: string }) => jobLinkTokenKey(accountId, token),
  value: object({
    accountId: string(),
    jobId: string(),
    key: string(),
    chunkCount: number(),
    largestChunk: number(),
  }),
});

export const readJobLink = storedJobLink.read;
