import type { CampaignAudience } from '../api/schemas';

/** Returns true once an audience says who is meant: the service refuses one that does not. */
export const hasParts = (audience: CampaignAudience): boolean =>
  Object.values(audience).some((part) =>
    Array.isArray(part) || typeof part === 'string' ? part.length > 0 : part,
  );
