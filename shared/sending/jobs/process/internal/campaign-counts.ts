import { campaignItem } from '../../../../campaigns/record/campaign';
import type { TransactItem } from '../../../../platform/store/table';
import type { Job, JobCounts } from '../../job';
import { countMoves } from './count-writes';

/** Builds the write that adds to the counts of the job's campaign; none when the job belongs to no campaign. */
export function countInCampaign(
  { accountId, campaignId }: Pick<Job, 'accountId' | 'campaignId'>,
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
  ];
}
