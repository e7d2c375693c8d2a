import { byRoute } from '../../shared/http/by-route';
import * as listCampaigns from './list-campaigns';
import * as getCampaign from './get-campaign';
import * as listCampaignRecipients from './list-campaign-recipients';

/** The routes that read campaigns. */
export const handler = byRoute([listCampaigns, getCampaign, listCampaignRecipients]);
