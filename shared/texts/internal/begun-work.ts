import { encodeTime } from 'ulid';
import { type Campaign, campaignItem } from '../../campaigns/record/campaign';
import { campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import type { Job } from '../../sending/jobs/job';
import { listJobs } from '../../sending/jobs/read/find-job';

interface Before {
  accountId: string;
  /** Place before which the list begins; absent: at the newest. */
  before: string | undefined;
}

export type BegunCampaign = Campaign & { startedAt: string };

const JOBS_A_READ = 25;

/** Lists the broadcasts and batches of an account, newest first. */
export async function* newestJobs(
  table: Table,
  { accountId, before }: Before,
): AsyncGenerator<{ place: string; job: Job }> {
  let olderThan = before === undefined ? undefined : idAfter(before);
  for (;;) {
    const found = await listJobs(table, { accountId, limit: JOBS_A_READ, olderThan });
    for (const job of found) {
      olderThan = job.id;
      const place = `${job.createdAt}#${job.id}`;
      if (before === undefined || place < before) yield { place, job };
    }
    if (found.length < JOBS_A_READ) return;
  }
}

/** Longest time by which the time in a job's id is after that of its creation. */
const ID_IS_LATER_BY_MS = 5 * 60_000;

/** Returns the place of an id after those of all jobs that were created before a place in time. */
function idAfter(place: string): string | undefined {
  const ms = Date.parse(place.split('#')[0] ?? '');
  return Number.isNaN(ms) ? undefined : `brc_${encodeTime(ms + ID_IS_LATER_BY_MS)}${'Z'.repeat(16)}`;
}

/** Lists the campaigns of an account that have begun, the last one first. */
export async function* begunCampaigns(
  table: Table,
  { accountId, before }: Before,
): AsyncGenerator<{ place: string; campaign: BegunCampaign }> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': campaignsPk(accountId) },
  });
  const begun = items
    .map(campaignItem.read)
    .filter((campaign): campaign is BegunCampaign => campaign.startedAt !== undefined)
    .map((campaign) => ({ campaign, place: `${campaign.startedAt}#${campaign.id}` }))
    .filter(({ place }) => before === undefined || place < before);
  yield* begun.sort((a, b) => (a.place < b.place ? 1 : -1));
}
