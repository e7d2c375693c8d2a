import { campaignItem } from '../../../../campaigns/record/campaign';
import type { TransactItem } from '../../../../platform/store/table';
import type { Job, JobCounts } from '../../job';

const COUNTS = ['sent', 'failed', 'skipped', 'unknown'] as const;

/** Builds the write that adds to the counts of the job's campaign; none when the job belongs to no campaign. */
export function countInCampaign(
  { accountId, campaignId }: Pick<Job, 'accountId' | 'campaignId'>,
  moved: JobCounts,
): TransactItem[] {
  if (campaignId === undefined) return [];
  const { expression, names, values } = campaignCountMoves(moved);
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

/** Returns the part of a campaign's update that adds to its counts, safe beside concurrent additions. */
export function campaignCountMoves(moved: JobCounts) {
  return {
    expression: COUNTS.map((name) => `#counts.#${name} = #counts.#${name} + :${name}Moved`).join(', '),
    names: { '#counts': 'counts', ...Object.fromEntries(COUNTS.map((name) => [`#${name}`, name])) },
    values: Object.fromEntries(COUNTS.map((name) => [`:${name}Moved`, moved[name]])) as Record<
      string,
      unknown
    >,
  };
}
