import { byRoute } from '../../shared/http/by-route';
import * as createBroadcastExport from './create-broadcast-export';
import * as createBatchExport from './create-batch-export';
import * as createCampaignExport from './create-campaign-export';

/** The routes that export the recipients of broadcasts, batches and campaigns. */
export const handler = byRoute([createBroadcastExport, createBatchExport, createCampaignExport]);
