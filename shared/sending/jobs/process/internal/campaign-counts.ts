import { countForCampaign } from '../../../../campaigns/record/campaign-counters';
import { campaignItem } from '../../../../campaigns/record/campaign';
import type { TransactItem } from '../../../../platform/store/table';
import type { Job, JobCounts } from '../../job';
import { countMoves } from './count-writes';

/**
 * Builds the writes that add to the counts of the job's campaign, or step and run of an automation; none when the job
 * belongs to none.
 */
export function countInCampaign(
  { id, accountId, campaignId, runId }: Pick<Job, 'id' | 'accountId' | 'campaignId' | 'runId'>,
  moved: JobCounts,
): TransactItem[] {
  if (campaignId === undefined) return [];
  const { expression, names, values } = countMoves(moved);
  return [
    {
      Update: {
        Key: campaignItem.key({ accountId, id: campaignId }),
        UpdateExpression: `SET ${expression}`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    ...(runId === undefined || moved.sent === 0
      ? []
      : [countForCampaign({ campaignId: runId, added: { sent: moved.sent }, spread: spreadOf(id) })]),
  ];
}

/** Any number for a job: its random end. */
const spreadOf = (jobId: string) => Number.parseInt(jobId.slice(-2), 36);
