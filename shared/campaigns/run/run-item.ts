import { array, boolean, number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { campaignRunKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import type { Table } from '../../platform/store/table';

/** Job of a campaign: recipients who are due at one time. */
const campaignJob = object({
  dueAtMs: number(),
  jobId: string(),
  chunkCount: number(),
  recipients: number(),
  /** Member of the sender that sends to them; absent for a number. */
  member: optional(string()),
});

/** Run of a campaign: its progress, and its jobs. Only the worker that has the lease selects the audience. */
export const campaignRunItem = defineItem({
  entity: 'campaignRun',
  key: (campaignId: string) => campaignRunKey(campaignId),
  value: object({
    campaignId: string(),
    accountId: string(),
    leaseId: orAbsent(string()),
    leaseUntil: orAbsent(string()),
    /** Position of the walk over the audience, as its source defines it; absent at the start. */
    position: optional(array(string())),
    /** True when the whole audience is selected. */
    isWalked: optional(boolean(), false),
    /** Sorted by their due times once the whole audience is selected. */
    jobs: optional(array(campaignJob), []),
    /** Number of jobs that have been started. */
    startedJobs: optional(number(), 0),
    /** Version of the campaign when its started jobs were last called. */
    calledForVersion: optional(number(), 0),
  }),
});
export type CampaignRun = ValueOf<typeof campaignRunItem>;
export type CampaignJob = CampaignRun['jobs'][number];

export async function findRun(table: Table, campaignId: string): Promise<CampaignRun | undefined> {
  return campaignRunItem.readIfAny(await table.get(campaignRunItem.key(campaignId)));
}

export const recipientsOf = ({ jobs }: Pick<CampaignRun, 'jobs'>): number =>
  jobs.reduce((sum, { recipients }) => sum + recipients, 0);
