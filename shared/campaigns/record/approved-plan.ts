import type { Campaign } from './campaign';

/**
 * What an approval of a campaign is given to: text, sender, times, and whom it is for.
 *
 * @param linkTargets where the registered links of its body lead
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
  const { from, body, mediaUrl, purpose, schedule, sendingHours, expiresAt } = campaign;
  const { audience, segmentAtLaunch } = campaign;
  return {
    approvedPlan: {
      ...{ from, body, mediaUrl, purpose, schedule, sendingHours, expiresAt },
      links: Object.fromEntries(linkTargets),
    },
    approvedAudience: { audience, segmentAtLaunch },
  };
}
