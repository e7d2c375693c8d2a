import { jobLinkTokenKey } from '../../platform/store/keys';
import type { Ids } from '../../platform/ids';
import type { Item } from '../../platform/store/item';
import type { TransactItem } from '../../platform/store/table';
import type { Job } from './job';
import { JOB_TOKEN_CHARACTERS, type JobLink, type PlaceLimits } from './link-token';

/** Makes what the tracking tokens of a new job are made from. */
export function newJobLink(ids: Ids): Required<JobLink> {
  return { token: ids.token(JOB_TOKEN_CHARACTERS), key: ids.secret() };
}

/** For the transaction that accepts the job: what its tokens stand for. Refused when another job has the token. */
export function putJobLink(job: Job, link: JobLink, limits: PlaceLimits): TransactItem {
  const { accountId, id: jobId } = job;
  return {
    Put: {
      Item: {
        ...jobLinkTokenKey(accountId, link.token),
        ...{ accountId, jobId, key: link.key },
        ...limits,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** What is stored of a job's tokens. */
export interface StoredJobLink extends PlaceLimits {
  jobId: string;
  key: string;
}

export function readJobLink(item: Item): StoredJobLink {
  return item as unknown as StoredJobLink;
}
