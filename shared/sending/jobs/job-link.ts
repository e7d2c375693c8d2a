import { number, object, string } from 'valibot';
import { jobLinkTokenKey } from '../../platform/store/keys';
import type { Ids } from '../../platform/ids';
import { defineItem } from '../../platform/store/define-item';
import type { TransactItem } from '../../platform/store/table';
import type { Job } from './job';
import { JOB_TOKEN_CHARACTERS, type JobLink, type PlaceLimits } from './link-token';

/** Of a new job: it has a key. */
type NewJobLink = JobLink & { key: string };

/** Makes what the tracking tokens of a new job are made from. */
export function newJobLink(ids: Ids): NewJobLink {
  return { token: ids.token(JOB_TOKEN_CHARACTERS), key: ids.secret() };
}

/** For the transaction that accepts the job: what its tokens stand for. Refused when another job has the token. */
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

/** What is stored of a job's tokens. */
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
