import type { Audience, CampaignAudience } from '../api/schemas';

/**
 * Merge patch that removes all parts of an audience of contacts; a new part of the API does not compile until it is
 * listed here.
 */
export const NO_PEOPLE: Record<keyof Audience, null> = {
  everyone: null,
  groups: null,
  tags: null,
  filter: null,
  excludeGroups: null,
  excludeCampaigns: null,
};
/** Merge patch that removes all parts of a campaign's audience, which may also be a segment or failed recipients. */
export const NO_AUDIENCE: Record<keyof CampaignAudience, null> = {
  ...NO_PEOPLE,
  segmentId: null,
  retryOf: null,
};
