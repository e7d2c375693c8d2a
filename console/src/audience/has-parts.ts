import type { CampaignAudience } from '../api/schemas';
import { isUnfinished } from './rules';

/** Returns true when a rule of an audience lacks its value: the service would refuse it. */
export const hasUnfinishedRule = ({ filter }: CampaignAudience): boolean =>
  filter !== undefined && isUnfinished(filter);

/** Returns true when an audience has any part, and no unfinished rule; the service refuses any other. */
export const hasParts = (audience: CampaignAudience): boolean =>
  !hasUnfinishedRule(audience) &&
  Object.values(audience).some((part) =>
    Array.isArray(part) || typeof part === 'string' ? part.length > 0 : part,
  );
