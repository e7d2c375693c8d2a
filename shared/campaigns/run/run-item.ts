import { array, boolean, number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { campaignRunKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import type { Table } from '../../platform/store/table';

/** Recipients who are due at one time, in one job. */
const run = object({
  dueAtMs: number(),
  jobId: string(),
  chunkCount: number(),
  recipients: number(),
});

/** Progress of a campaign's worker. Only the worker that has the lease selects the audience. */
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
    /** Runs, sorted by their due times once the whole audience is selected. */
    runs: optional(array(run), []),
    /** Number of runs that have been started. */
    startedRuns: optional(number(), 0),
    /** Version of the campaign when its started jobs were last called. */
    calledForVersion: optional(number(), 0),
  }),
});
export type CampaignRun = ValueOf<typeof campaignRunItem>;
export type Run = CampaignRun['runs'][number];

export async function findRun(table: Table, campaignId: string): Promise<CampaignRun | undefined> {
  return campaignRunItem.readIfAny(await table.get(campaignRunItem.key(campaignId)));
}

export const recipientsOf = ({ runs }: Pick<CampaignRun, 'runs'>): number =>
  runs.reduce((sum, { recipients }) => sum + recipients, 0);
