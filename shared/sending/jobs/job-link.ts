import { jobLinkTokenKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import type { TransactItem } from '../../platform/store/table';
import type { Job } from './job';
import { JOB_TOKEN_CHARACTERS, type JobLink, type PlaceLimits } from './link-token';

const MAX_TRIES = 10;

/** Makes what the tracking tokens of a new job are made from, with a token that no other job of the account has. */
export async function newJobLink(
  deps: Pick<Platform, 'table' | 'ids'>,
  accountId: string,
): Promise<Required<JobLink>> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const token = deps.ids.token(JOB_TOKEN_CHARACTERS);
    if (!(await deps.table.get(jobLinkTokenKey(accountId, token)))) return { token, key: deps.ids.secret() };
  }
  throw new Error('No free token for the links of a job');
}

/** For the transaction that accepts the job: what its tokens stand for. */
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
