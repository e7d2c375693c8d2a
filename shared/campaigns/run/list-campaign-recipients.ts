import type { Platform } from '../../platform/platform';
import { epochMs } from '../../platform/clock';
import { FIRST_PLACE } from '../../sending/jobs/read/recipient-cursor';
import { listAccepted } from '../../sending/jobs/read/list-recipients';
import type { RecipientsFilter } from '../../sending/jobs/read/recipients-query';
import type { RecipientEntry } from '../../sending/jobs/read/recipient-entry';
import type { Campaign } from '../record/campaign';
import type { CampaignPlace } from './campaign-place';
import { findRun } from './run-item';
import { readJobs } from './internal/start-jobs';

/** Jobs that are read at once. */
const JOBS_AT_ONCE = 20;
const SEARCH_AT_MOST_MS = 2_000;

/**
 * Lists a page of a campaign's recipients in the order of their due times. With a filter the search continues until it
 * has found a recipient, the recipients end, or 2 seconds have passed.
 *
 * **Source:** rules E4.
 */
export async function listCampaignRecipients(
  deps: Pick<Platform, 'table' | 'clock'>,
  options: {
    campaign: Campaign;
    filter: RecipientsFilter;
    limit: number;
    from: CampaignPlace;
    isWhole?: boolean;
  },
): Promise<{ results: RecipientEntry[]; next?: CampaignPlace }> {
  const { campaign, filter, limit, from, isWhole } = options;
  if (campaign.jobCount === 0) return { results: [] };
  const allJobs = (await findRun(deps.table, campaign.id))?.jobs ?? [];
  const giveUpAtMs = epochMs(deps.clock) + SEARCH_AT_MOST_MS;
  const results: RecipientEntry[] = [];
  let { place } = from;
  for (let first = from.job; first < allJobs.length; first += JOBS_AT_ONCE) {
    const someJobs = allJobs.slice(first, first + JOBS_AT_ONCE);
    const jobs = new Map((await readJobs(deps, someJobs)).map((job) => [job.id, job]));
    for (const [index, { jobId, dueAtMs }] of someJobs.entries()) {
      const job = jobs.get(jobId);
      if (!job) continue;
      const page = await listAccepted(deps, {
        ...{ job, filter, dueAtMs, isWhole: isWhole ?? false, from: place, limit: limit - results.length },
      });
      results.push(...page.results);
      const next = page.next
        ? { job: first + index, place: page.next }
        : { job: first + index + 1, place: FIRST_PLACE };
      const isOver = next.job >= allJobs.length;
      const isLate = epochMs(deps.clock) >= giveUpAtMs;
      if (isOver) return { results };
      if (page.next || results.length >= limit || isLate) return { results, next };
      place = FIRST_PLACE;
    }
  }
  return { results };
}
