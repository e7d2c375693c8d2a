import { campaignItem } from '../../../campaigns/record/campaign';
import type { TransactItem } from '../../../platform/store/table';
import type { Job, JobCounts } from '../job';

const COUNTS = ['sent', 'failed', 'skipped', 'unknown'] as const;

/** Adds to the counts of the campaign that a job carries a part of, if it does. */
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

/** The part of an update of a campaign that adds to its counts, whatever else adds to them at the same time. */
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
