import type { Audience, CampaignAudience } from '../api/schemas';

const PEOPLE: Record<keyof Audience, true> = {
  everyone: true,
  groups: true,
  tags: true,
  filter: true,
  excludeGroups: true,
  excludeCampaigns: true,
};
const EVERY_KIND: Record<keyof CampaignAudience, true> = { ...PEOPLE, segmentId: true, retryOf: true };

/** All parts that an audience can have; a new part of the API does not compile until it is listed here. */
export const PEOPLE_PARTS = Object.keys(PEOPLE) as (keyof Audience)[];
/** All parts of a campaign's audience, which may also be a segment or the recipients that failed. */
export const AUDIENCE_PARTS = Object.keys(EVERY_KIND) as (keyof CampaignAudience)[];
