import { byRoute } from '../../shared/http/by-route';
import * as getContactExport from './get-contact-export';
import * as getBroadcastExport from './get-broadcast-export';
import * as getBatchExport from './get-batch-export';
import * as getCampaignExport from './get-campaign-export';

/** The routes that read exports. */
export const handler = byRoute([getContactExport, getBroadcastExport, getBatchExport, getCampaignExport]);
