import type { CampaignAudience } from '../api/schemas';

/** Returns true when an audience has any part; the service refuses an empty one. */
export const hasParts = (audience: CampaignAudience): boolean =>
  Object.values(audience).some((part) =>
    Array.isArray(part) || typeof part === 'string' ? part.length > 0 : part,
  );
