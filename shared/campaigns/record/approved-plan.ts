import type { Campaign } from './campaign';

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
