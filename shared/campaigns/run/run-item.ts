import { array, boolean, number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { campaignRunKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import type { Table } from '../../platform/store/table';

/** Recipients who are due at one moment, in one job. */
const run = object({
  dueAtMs: number(),
  jobId: string(),
  chunkCount: number(),
  recipients: number(),
});

/** How far a campaign is carried out. Only the worker that has its lease takes the audience. */
export const campaignRunItem = defineItem({
  entity: 'campaignRun',
  key: (campaignId: string) => campaignRunKey(campaignId),
  value: object({
    campaignId: string(),
    accountId: string(),
    leaseId: orAbsent(string()),
    leaseUntil: orAbsent(string()),
    /** How far the audience was walked: as the source of the audience says it; absent at its start. */
    position: optional(array(string())),
    /** Whether the whole audience is taken. */
    isWalked: optional(boolean(), false),
    /** In the order of their moments, once the whole audience is taken. */
    runs: optional(array(run), []),
    /** How many of the runs have been started. */
    startedRuns: optional(number(), 0),
    /** The campaign's version when its started jobs were last called. */
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
