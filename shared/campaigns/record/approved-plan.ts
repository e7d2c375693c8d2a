import { type Campaign, coveredPlanOf } from './campaign';

/**
 * Returns the part of a campaign that an approval covers: text, sender, times and audience.
 *
 * @param linkTargets targets of the registered links in its body
 *
 * **Source:** rules E4.7.
 */
export function planToApprove(
  campaign: Campaign,
  linkTargets: ReadonlyMap<string, string>,
): {
  approvedPlan: NonNullable<Campaign['approvedPlan']>;
  approvedAudience: NonNullable<Campaign['approvedAudience']>;
} {
  const { audience, segmentAtLaunch } = campaign;
  return {
    approvedPlan: { ...coveredPlanOf(campaign), links: Object.fromEntries(linkTargets) },
    approvedAudience: { audience, segmentAtLaunch },
  };
}
