import { type Campaigns, NO_CAMPAIGNS } from '../../shared/audience/segments/campaigns';

/** What the campaigns of accounts tell to audiences. */
export const campaigns: Campaigns = NO_CAMPAIGNS;
