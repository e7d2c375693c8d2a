import type { Campaigns } from '../../../audience/segments/campaigns';
import type { Platform } from '../../../platform/platform';

/** Parts of the platform that campaign workers need. */
export type CampaignDeps = Pick<Platform, 'table' | 'clock' | 'ids' | 'queues' | 'log'> & {
  campaigns: Campaigns;
};
