import type { Campaigns } from '../../audience/segments/campaigns';
import type { Platform } from '../../platform/platform';

/** What of the platform carries campaigns out. */
export type CampaignDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'queues' | 'log'> & {
  campaigns: Campaigns;
};
